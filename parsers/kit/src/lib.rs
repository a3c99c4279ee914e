//! What a parser author sees: documents, readers, registration.
