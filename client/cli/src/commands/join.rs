//! `invoices-cli join` and `separate`: which mails are one invoice.

use invoices_client::Client;
use invoices_client::types::{JoinBody, RetailInvoice, SeparateBody};

use crate::failure::Failure;
use crate::find::{find_retail, short};
use crate::output::{JsonForm, line, print_json};
use crate::rows::in_words;

/// Join two retail invoices for the same purchase
///
/// The total of the latest message applies, and both ids show the joined invoice. They stay joined until `separate`.
#[derive(clap::Args)]
pub struct Join {
    /// The invoice's id, or its first characters
    id: String,
    /// The other invoice's id, or its first characters
    with: String,

    #[command(flatten)]
    form: JsonForm,
}

impl Join {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let invoice = find_retail(client, &self.id).await?;
        let body = JoinBody {
            with: find_retail(client, &self.with).await?.invoice_id,
        };
        let joined = client.retail_join(&invoice.invoice_id, &body).await?.into_inner().data;
        if self.form.json {
            return print_json(&joined);
        }
        states("Before", &joined.before)?;
        states("Now", &[joined.invoice])
    }
}

/// Separate a message from a retail invoice
///
/// `messages --invoice` lists the messages of an invoice. It stays separate until `join`.
#[derive(clap::Args)]
pub struct Separate {
    /// The invoice's id, or its first characters
    id: String,
    /// The message's id
    message: String,

    #[command(flatten)]
    form: JsonForm,
}

impl Separate {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let invoice = find_retail(client, &self.id).await?;
        let body = SeparateBody {
            message_id: self.message,
        };
        let separated = client.retail_separate(&invoice.invoice_id, &body).await?;
        let separated = separated.into_inner().data;
        if self.form.json {
            return print_json(&separated);
        }
        states("Now", &[separated.invoice])?;
        states("Separated", &separated.separated)
    }
}

/// A line for each invoice.
fn states(when: &str, invoices: &[RetailInvoice]) -> Result<(), Failure> {
    for invoice in invoices {
        let id = short(&invoice.invoice_id);
        line(format!("{when}: {} ({id})", in_words(invoice)))?;
    }
    Ok(())
}
