//! Why a call failed.

use std::time::Duration;

use reqwest::header::RETRY_AFTER;

use crate::types::{ErrorCode, ErrorEnvelope};

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The service refused, and said why.
    #[error("{message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// For programs.
        code: ErrorCode,
        /// For people.
        message: String,
        /// When trying again makes sense, if the service says so.
        retry_after: Option<Duration>,
    },
    /// The service could not be reached, or the connection broke off.
    #[error("the invoice service could not be reached")]
    Unreachable(#[source] reqwest::Error),
    /// The response is not from the service, but a proxy's page or another service.
    #[error("the response is not from the invoice service: {0}")]
    Unexpected(String),
    /// The request could not be made, for instance of a token with a line break.
    #[error("the request could not be made: {0}")]
    Invalid(String),
}

impl Error {
    /// The service's code, such as `MAIL_TOKEN_EXPIRED`.
    pub fn code(&self) -> Option<&ErrorCode> {
        match self {
            Error::Refused { code, .. } => Some(code),
            _ => None,
        }
    }

    /// The HTTP status of a refusal.
    pub fn status(&self) -> Option<u16> {
        match self {
            Error::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// The sentence for people.
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl From<progenitor_client::Error<ErrorEnvelope>> for Error {
    fn from(error: progenitor_client::Error<ErrorEnvelope>) -> Self {
        use progenitor_client::Error as E;
        match error {
            E::ErrorResponse(response) => {
                let seconds = response.headers().get(RETRY_AFTER);
                let seconds = seconds.and_then(|value| value.to_str().ok()?.parse().ok());
                let status = response.status().as_u16();
                let error = response.into_inner().error;
                Error::Refused {
                    status,
                    code: error.code,
                    message: error.message,
                    retry_after: seconds.map(Duration::from_secs),
                }
            }
            E::CommunicationError(error) | E::ResponseBodyError(error) | E::InvalidUpgrade(error) => {
                Error::Unreachable(error)
            }
            // Not the payload itself, which may be personal.
            E::InvalidResponsePayload(_, error) => Error::Unexpected(error.to_string()),
            E::UnexpectedResponse(response) => Error::Unexpected(format!("status {}", response.status())),
            E::InvalidRequest(reason) | E::Custom(reason) => Error::Invalid(reason),
        }
    }
}
