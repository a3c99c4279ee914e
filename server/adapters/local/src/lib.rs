//! Adapters that need nothing but this machine: objects in a folder, secrets in sealed files.
