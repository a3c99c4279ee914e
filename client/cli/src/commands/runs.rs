//! `invoices-cli runs`.

use invoices_client::Client;

use crate::failure::Failure;
use crate::output::Form;
use crate::pages;
use crate::rows::RUNS;

/// Maximum number of runs of a page.
const PAGE: u16 = 100;

/// List ingests, newest first, or show one
#[derive(clap::Args)]
pub struct Runs {
    /// Only this run
    run: Option<String>,

    /// Maximum number of rows
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    limit: usize,

    #[command(flatten)]
    form: Form,
}

impl Runs {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let page = async |cursor: Option<&str>, limit: u16| {
            let page = client.ingest_run_list(cursor, Some(limit)).await?;
            let page = page.into_inner().data;
            Ok((page.runs, page.next_cursor))
        };
        let runs = match &self.run {
            Some(id) => vec![client.ingest_run_view(id).await?.into_inner().data],
            None => pages::first(self.limit, PAGE, page).await?,
        };
        self.form.print(&RUNS, &runs, "No ingests.")
    }
}
