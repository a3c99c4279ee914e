//! A whole service for one test, the users who call it, and everything around it.

pub mod answer;
pub mod clock;
pub mod cloud;
pub mod contract;
pub mod database;
pub mod forgery;
pub mod interruption;
pub mod mails;
pub mod program;
pub mod python;
pub mod replica;
pub mod user;
pub mod world;
