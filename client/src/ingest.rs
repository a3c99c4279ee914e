//! Ingests that are ordered now and looked at later.

use std::time::Duration;

use progenitor_client::{ClientHooks, ClientInfo, OperationInfo};
use reqwest::StatusCode;

use crate::{Client, Error, ResponseValue, types};

/// How long to wait between two looks at a run.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// An ingest to order.
#[derive(Clone, Debug)]
pub enum IngestOrder {
    /// The notices of every month that is not processed.
    Rental,
    /// The notice of this month.
    RentalLatest,
    /// The mails of vendors.
    Retail(types::RetailIngestBody),
}

impl Client {
    /// Orders an ingest and returns its run at once, or `None` if there is nothing to run. An equal ingest that has not ended
    /// yet is joined.
    ///
    /// ```no_run
    /// # async fn example(client: invoices_client::Client) -> Result<(), invoices_client::Error> {
    /// use invoices_client::IngestOrder;
    /// if let Some(run) = client.begin_ingest(&IngestOrder::Rental).await? {
    ///     let run = client
    ///         .follow_ingest(&run.run_id, |run| println!("{} of {} mails", run.counts.fetched, run.counts.found))
    ///         .await?;
    ///     println!("{} documents", run.counts.stored);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub async fn begin_ingest(&self, order: &IngestOrder) -> Result<Option<types::IngestRun>, Error> {
        let (operation_id, path) = match order {
            IngestOrder::Rental => ("rental_ingest", "/v1/invoices/rental/ingest"),
            IngestOrder::RentalLatest => ("rental_ingest_latest", "/v1/invoices/rental/ingest/latest"),
            IngestOrder::Retail(_) => ("retail_ingest", "/v1/invoices/retail/ingest"),
        };
        let request = self.client().post(format!("{}{path}", self.baseurl()));
        let request = request.header("Prefer", "respond-async");
        let request = match order {
            IngestOrder::Rental | IngestOrder::RentalLatest => request,
            IngestOrder::Retail(body) => request.json(body),
        };
        let operation = OperationInfo { operation_id };
        let mut request = request.build().map_err(|error| Error::Invalid(error.to_string()))?;
        self.pre::<types::ErrorEnvelope>(&mut request, &operation).await?;
        let response = self.exec(request, &operation).await.map_err(Error::Unreachable)?;
        match response.status() {
            StatusCode::ACCEPTED => {
                let envelope: ResponseValue<types::IngestRunEnvelope> =
                    ResponseValue::from_response::<types::ErrorEnvelope>(response).await?;
                Ok(Some(envelope.into_inner().data))
            }
            status if status.is_success() => Ok(None),
            _ => {
                let refusal = ResponseValue::from_response::<types::ErrorEnvelope>(response).await?;
                Err(progenitor_client::Error::ErrorResponse(refusal).into())
            }
        }
    }

    /// Looks at a run every second until it has ended and all that it stored is read. `progress` is called after each look.
    ///
    /// A run that ended early isn't an error of this call: its `error` says why.
    pub async fn follow_ingest(
        &self,
        run_id: &str,
        mut progress: impl FnMut(&types::IngestRun),
    ) -> Result<types::IngestRun, Error> {
        loop {
            let run = self.ingest_run_view(run_id).await?.into_inner().data;
            progress(&run);
            if matches!(run.state, types::IngestRunState::Done | types::IngestRunState::Failed) {
                return Ok(run);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}
