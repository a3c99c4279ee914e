//! What is measured, and on which database.

/// The databases of the service.
#[derive(Clone, Copy)]
pub enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    pub fn name(self) -> &'static str {
        match self {
            Database::Sqlite => "SQLite",
            Database::Postgres => "PostgreSQL",
        }
    }
}

/// What callers ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A profile without a token. It touches no database.
    Refusal,
    Profile,
    /// A hundred of a thousand invoices.
    List,
    Detail,
    Login,
}

impl Operation {
    pub const ALL: [Operation; 5] = [
        Operation::Refusal,
        Operation::Profile,
        Operation::List,
        Operation::Detail,
        Operation::Login,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Operation::Refusal => "refusal",
            Operation::Profile => "profile",
            Operation::List => "list",
            Operation::Detail => "detail",
            Operation::Login => "login",
        }
    }

    pub fn path(self, invoice: &str) -> String {
        match self {
            Operation::Refusal | Operation::Profile => "/v1/user/me".to_owned(),
            Operation::List => "/v1/invoices/retail?limit=100".to_owned(),
            Operation::Detail => format!("/v1/invoices/retail?subtype=grocery&invoice-id={invoice}"),
            Operation::Login => "/v1/auth/login".to_owned(),
        }
    }

    pub fn is_with_token(self) -> bool {
        !matches!(self, Operation::Refusal | Operation::Login)
    }
}
