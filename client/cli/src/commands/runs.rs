//! `invoices-cli runs`.

use invoices_client::Client;
use invoices_client::types::IngestRun;

use crate::failure::Failure;
use crate::output::Form;
use crate::rows::RunRow;

/// The most runs of a page.
const PAGE: u16 = 100;

/// List ingests, the newest first, or show one
#[derive(clap::Args)]
pub struct Runs {
    /// Only this run
    run: Option<String>,

    /// At most so many
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    limit: usize,

    #[command(flatten)]
    form: Form,
}

impl Runs {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let runs = match &self.run {
            Some(id) => vec![client.ingest_run_view(id).await?.into_inner().data],
            None => self.newest(client).await?,
        };
        let rows: Vec<RunRow<'_>> = runs.iter().map(RunRow).collect();
        self.form.print(&runs, &rows, "No ingests.")
    }

    async fn newest(&self, client: &Client) -> Result<Vec<IngestRun>, Failure> {
        let mut runs = Vec::new();
        let mut cursor: Option<String> = None;
        while runs.len() < self.limit {
            let left = u16::try_from(self.limit - runs.len()).unwrap_or(PAGE).min(PAGE);
            let page = client
                .ingest_run_list(cursor.as_deref(), Some(left))
                .await?
                .into_inner()
                .data;
            runs.extend(page.runs);
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        runs.truncate(self.limit);
        Ok(runs)
    }
}
