//! The typed client of the invoice service.
