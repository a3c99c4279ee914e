//! Why a message or a document has its state.

use invoices_domain::Code;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// Why a message or a document has its state: the properties of everything that gives a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatedReason {
    /// The reason as a sentence, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The code of the reason, such as `no-total`. New codes may be added. Absent in rows stored before codes existed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<String>,
    /// The values in the sentence by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason_parameters: Option<Map<String, Value>>,
}

impl StatedReason {
    /// A sentence and its code. Without a sentence there is no reason.
    pub fn new(sentence: Option<String>, code: Option<Code>) -> Self {
        let (code, parameters) = code
            .filter(|_| sentence.is_some())
            .map(|Code { code, parameters }| (code, parameters))
            .unzip();
        StatedReason {
            reason: sentence,
            reason_code: code,
            reason_parameters: parameters.filter(|parameters| !parameters.is_empty()),
        }
    }

    /// A reason that is not stored.
    pub fn of(reason: &(impl Serialize + ToString)) -> Self {
        StatedReason::new(Some(reason.to_string()), Some(Code::of(reason)))
    }
}
