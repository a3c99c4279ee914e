//! Every parser of this build, collected into one catalogue.
