//! Whole histories of the service, simulated on one thread.
