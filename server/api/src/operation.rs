//! What the document says of an operation beyond its types and its comment in [`crate::contract`]: examples, successes,
//! failures and links. Each description is next to the types of its operation.

use std::time::Duration;

use http::Method;
use invoices_domain::{RunId, TokenScope};
use serde_json::{Value, json};

use crate::error::ApiError;

/// How an operation takes its body, if it takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestBody {
    /// None, or an object that is ignored. The document does not list such a body.
    Ignored,
    Json,
    OptionalJson,
    JsonOrForm,
    /// One mail, as it is sent.
    Mail,
}

/// The description of one operation.
pub(crate) struct Operation {
    pub id: &'static str,
    pub body: RequestBody,
    pub successes: Vec<Success>,
    pub failures: Vec<Failure>,
    /// The scopes that open it, if they are not those of its method.
    pub scopes: Option<&'static [TokenScope]>,
}

/// The scopes that open an operation which names none: `read` opens what reads, `all` everything.
pub(crate) fn default_scopes(method: &Method) -> &'static [TokenScope] {
    if method == Method::GET {
        &[TokenScope::Read, TokenScope::All]
    } else {
        &[TokenScope::All]
    }
}

impl Operation {
    /// A body, if it takes one, is JSON.
    pub(crate) fn new(id: &'static str) -> Self {
        Operation {
            id,
            body: RequestBody::Json,
            successes: vec![],
            failures: vec![],
            scopes: None,
        }
    }

    /// An access token of a script opens it with one of these scopes.
    pub(crate) fn opened_by(self, scopes: &'static [TokenScope]) -> Self {
        Operation {
            scopes: Some(scopes),
            ..self
        }
    }

    /// No access token of a script opens it.
    pub(crate) fn login_only(self) -> Self {
        self.opened_by(&[])
    }

    /// The scopes of which a script's access token needs one.
    pub(crate) fn token_scopes(&self, method: &Method) -> &'static [TokenScope] {
        self.scopes.unwrap_or_else(|| default_scopes(method))
    }

    pub(crate) fn body(self, body: RequestBody) -> Self {
        Operation { body, ..self }
    }

    pub(crate) fn rate_limited(self) -> Self {
        self.failures([Failure::too_many_attempts()])
    }

    pub(crate) fn success(mut self, success: Success) -> Self {
        self.successes.push(success);
        self
    }

    /// 200 with this sentence in the envelope.
    pub(crate) fn ok(self, description: &'static str, message: &'static str) -> Self {
        self.success(Success::new(200, description).envelope(message))
    }

    /// 201 with this sentence in the envelope.
    pub(crate) fn created(self, description: &'static str, message: &'static str) -> Self {
        self.success(Success::new(201, description).envelope(message))
    }

    pub(crate) fn failures(mut self, failures: impl IntoIterator<Item = Failure>) -> Self {
        self.failures.extend(failures);
        self
    }
}

/// One way to succeed. Without an envelope and a medium the response has no body.
#[derive(Clone)]
pub(crate) struct Success {
    pub status: u16,
    pub description: &'static str,
    /// The name and the sentence of each form of its envelope. An only form has no name. Their data are built after the schema.
    pub envelopes: Vec<(&'static str, &'static str)>,
    pub headers: Vec<&'static str>,
    /// The name of its schema, if it differs from that of the other successes.
    pub schema: Option<&'static str>,
    /// The error for a body that isn't JSON.
    pub media: Vec<Medium>,
    pub links: Vec<(&'static str, Value)>,
}

impl Success {
    pub(crate) fn new(status: u16, description: &'static str) -> Self {
        Success {
            status,
            description,
            envelopes: vec![],
            headers: vec![],
            schema: None,
            media: vec![],
            links: vec![],
        }
    }

    /// Shows the envelope of a success with this sentence.
    pub(crate) fn envelope(self, message: &'static str) -> Self {
        self.form("", message)
    }

    /// Shows one of several forms of the envelope.
    pub(crate) fn form(mut self, name: &'static str, message: &'static str) -> Self {
        self.envelopes.push((name, message));
        self
    }

    /// The body is text for browsers, and no JSON.
    pub(crate) fn html(self) -> Self {
        self.medium(Medium::Page)
    }

    /// The body can be a file of this kind instead of JSON.
    pub(crate) fn medium(mut self, medium: Medium) -> Self {
        self.media.push(medium);
        self
    }

    /// A header of this response alone.
    pub(crate) fn header(mut self, name: &'static str) -> Self {
        self.headers.push(name);
        self
    }

    /// The headers of what a client may keep.
    pub(crate) fn cached(self) -> Self {
        self.header("Cache-Control").header("ETag")
    }

    /// The name of its schema, if it differs from that of the other successes.
    pub(crate) fn of_schema(self, name: &'static str) -> Self {
        Success {
            schema: Some(name),
            ..self
        }
    }

    /// The headers of a run.
    pub(crate) fn of_run(self) -> Self {
        self.header("Ingest-Run").header("Ingest-State")
    }

    /// An operation that can follow, as an OpenAPI link.
    pub(crate) fn link(mut self, name: &'static str, operation: &str) -> Self {
        self.links.push((name, json!({"operationId": operation})));
        self
    }

    /// The parameter that the last link passes.
    pub(crate) fn passing(self, parameter: &str, value: &str) -> Self {
        self.linked("parameters", json!({parameter: value}))
    }

    /// What the last link is for.
    pub(crate) fn because(self, description: &str) -> Self {
        self.linked("description", json!(description))
    }

    /// A part of the last link.
    pub(crate) fn linked(mut self, part: &str, value: Value) -> Self {
        if let Some((_, link)) = self.links.last_mut() {
            link[part] = value;
        }
        self
    }
}

/// The error for a body that isn't JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    /// A page for browsers.
    Page,
    /// HTML to be saved, in the charset of its mail.
    HtmlFile,
    /// A PDF.
    PdfFile,
    /// A zip archive.
    ZipFile,
    /// A calendar.
    Calendar,
    /// A picture.
    Svg,
}

/// One way to fail. The document takes status, code and example from the error itself.
#[derive(Clone)]
pub(crate) struct Failure {
    pub error: ApiError,
    pub when: &'static str,
}

impl ApiError {
    /// Describes when it occurs.
    pub(crate) fn when(self, when: &'static str) -> Failure {
        Failure { error: self, when }
    }
}

impl Failure {
    pub(crate) fn missing_invoice_id() -> Self {
        ApiError::missing_path_parameter("invoice_id").when("The path ends before the id.")
    }

    pub(crate) fn wrong_field(field: &str, reason: &str) -> Self {
        ApiError::invalid_field(field, reason).when("A field has the wrong type or form; the message names it.")
    }

    pub(crate) fn user_not_found() -> Self {
        ApiError::user_not_found().when("The token is valid, but its account was deleted.")
    }

    pub(crate) fn dependency(which: &str, when: &'static str) -> Self {
        ApiError::dependency_failure(format!("The {which} failed. Try again later.")).when(when)
    }

    pub(crate) fn too_many_attempts() -> Self {
        ApiError::rate_limited(Duration::from_mins(1))
            .when("Too many attempts of this client address, failed ones of this account, or requests at once.")
    }

    pub(crate) fn too_many_ingests() -> Self {
        ApiError::too_many_ingests(Duration::from_secs(30)).when(
            "The user has three unfinished ingests. A request for the same ingest joins it. Scheduled runs don't count.",
        )
    }

    /// The failure of an ingest that may have a run.
    pub(crate) fn mail_provider() -> Self {
        let failure = Failure::dependency(
            "mail provider",
            "The mail provider, database, secret store or object storage failed.",
        );
        let error = failure.error.of_run(RunId::of_job("an example"));
        Failure { error, ..failure }
    }

    pub(crate) fn mail_token_expired() -> Self {
        ApiError::mail_token_expired("The mail account must be reconnected.").when(
            "No mail account is connected, or its tokens have expired and can't be renewed. Reconnect the account.",
        )
    }
}
