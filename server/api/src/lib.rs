//! The HTTP contract: operations, wire types, errors and the OpenAPI document.
