//! `invoices-cli delete`.

use invoices_client::Client;

use crate::failure::Failure;
use crate::find::find_retail;
use crate::output::{JsonForm, line, print_json};
use crate::prompt;
use crate::rows::in_words;

/// Delete a retail invoice and its original
///
/// This can't be undone: later ingests also leave the invoice out.
#[derive(clap::Args)]
pub struct Delete {
    /// The invoice's id, or its first characters
    id: String,

    /// Don't ask for confirmation
    #[arg(long)]
    yes: bool,

    #[command(flatten)]
    form: JsonForm,
}

impl Delete {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let invoice = find_retail(client, &self.id).await?;
        let shown = in_words(&invoice);
        let question = format!("Delete {}?", invoices_terminal::printable(&shown));
        if !self.yes && !prompt::confirm(&question)? {
            return line("Nothing is deleted.");
        }
        let deleted = client.retail_delete(&invoice.invoice_id).await?.into_inner().data;
        if self.form.json {
            return print_json(&deleted);
        }
        line(format!("Deleted: {shown}"))
    }
}
