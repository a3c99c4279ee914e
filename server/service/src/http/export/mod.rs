//! The export of an account.

mod archive;
mod contents;
mod table;

use invoices_api::ApiError;
use invoices_api::export::{ExportResponse, chunked_body};
use invoices_app::{App, Export};
use invoices_domain::UserId;
use tracing::Instrument;

use self::archive::{Archive, Ended};
use super::error::api_error;

/// Answers at once. The archive is made by a task, as fast as it is received.
pub(super) async fn export(app: &App, user: UserId) -> Result<ExportResponse, ApiError> {
    let export = app.export(user).await.map_err(api_error)?;
    let about = contents::About::read(&export).await.map_err(api_error)?;
    let (chunks, body) = chunked_body();
    let archive = Archive::new(chunks, *app.settings().export.stall_seconds, app.now());
    let file_name = format!("invoices-{}.zip", app.today());
    tokio::spawn(send(export, about, archive).in_current_span());
    Ok(ExportResponse { file_name, body })
}

/// Whatever goes wrong cuts the archive off: its body ends without [`invoices_api::export::Chunk::End`].
async fn send(export: Export, about: contents::About, archive: Archive) {
    let user = export.user();
    match contents::write(&export, about, archive).await {
        Ok(()) => tracing::info!(%user, "an account was exported"),
        Err(Ended::HungUp) => tracing::info!(%user, "the receiver of an export hung up"),
        Err(Ended::Stalled) => tracing::warn!(%user, "an export was cut off: its receiver is too slow"),
        Err(Ended::Zip(error)) => tracing::error!(%user, %error, "an export was cut off"),
        Err(Ended::Json(error)) => tracing::error!(%user, %error, "an export was cut off"),
        Err(Ended::Failed(error)) => {
            let source = std::error::Error::source(&error);
            tracing::warn!(%user, %error, ?source, "an export was cut off");
        }
    }
}
