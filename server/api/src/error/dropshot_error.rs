//! How an [`ApiError`] passes through dropshot, which knows two other kinds of error.
//!
//! An extractor can fail only with dropshot's [`HttpError`]: [`ApiError`] converts into it and back without loss. A
//! handler's error is turned into a response inside dropshot, in a type that cannot be read from outside;
//! [`catch`] gets the error itself back.

use std::cell::RefCell;

use dropshot::{ErrorStatusCode, HttpError, HttpResponseError};

use super::ApiError;
use super::code::ErrorCode;

tokio::task_local! {
    /// The error of the handler that runs in this task.
    static HANDLER_ERROR: RefCell<Option<ApiError>>;
}

/// Runs a handler. It returns `None` if it failed; its error is then the last that dropshot saw in this task.
pub(crate) async fn catch<T>(handler: impl Future<Output = Option<T>>) -> Result<T, ApiError> {
    let run = async {
        let response = handler.await;
        response.ok_or_else(|| {
            let error = HANDLER_ERROR.with(RefCell::take);
            error.unwrap_or_else(ApiError::internal)
        })
    };
    HANDLER_ERROR.scope(RefCell::default(), run).await
}

impl HttpResponseError for ApiError {
    /// Dropshot calls this once for each failed handler or extractor, before it makes its response of the error.
    fn status_code(&self) -> ErrorStatusCode {
        // There is no task-local outside of `catch`, and then nobody asks for the error.
        let _ = HANDLER_ERROR.try_with(|error| error.replace(Some(self.clone())));
        self.status
    }
}

impl From<ApiError> for HttpError {
    fn from(error: ApiError) -> Self {
        HttpError {
            status_code: error.status,
            error_code: Some(error.error.code.as_str().to_owned()),
            internal_message: error.error.message.clone(),
            external_message: error.error.message,
            headers: error.headers,
        }
    }
}

impl From<HttpError> for ApiError {
    /// An error that was an [`ApiError`] comes back as it was; one of dropshot's own gets the code of its class.
    fn from(error: HttpError) -> Self {
        let code = error.error_code.as_deref().and_then(|name| name.parse().ok());
        let code_of_class = if error.status_code.as_status().is_server_error() {
            ErrorCode::InternalServerError
        } else {
            ErrorCode::InvalidRequest
        };
        ApiError {
            headers: error.headers,
            ..Self::new(error.status_code, code.unwrap_or(code_of_class), error.external_message)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use invoices_domain::TokenScope;

    use super::*;

    #[test]
    fn an_error_survives_dropshots_extractor_error() {
        for error in [
            ApiError::token_expired(),
            ApiError::rate_limited(Duration::from_secs(7)),
            ApiError::insufficient_scope(&[TokenScope::Read]),
            ApiError::mail_token_expired("Connect the mail account again."),
            ApiError::missing_fields(["email", "name"]),
        ] {
            assert_eq!(ApiError::from(HttpError::from(error.clone())), error);
        }
    }

    #[tokio::test]
    async fn the_error_of_a_failed_handler_is_caught() {
        let failed = async {
            ApiError::token_expired().status_code();
            None::<()>
        };
        assert_eq!(catch(failed).await, Err(ApiError::token_expired()));
        assert_eq!(catch(async { None::<()> }).await, Err(ApiError::internal()));
        assert_eq!(catch(async { Some(1) }).await, Ok(1));
    }
}
