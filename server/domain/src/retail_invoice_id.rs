//! The identifier of a retail invoice.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::ids::{IdError, UserId, named_uuid, uuid_text};
use crate::object_key::ObjectKey;

/// A retail invoice: a UUID derived from its owner and its first object, so that an object that is read twice is one
/// invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RetailInvoiceId(Uuid);

/// The namespace of every retail invoice id. With another one, every invoice that is read again would be a new one.
const RETAIL_NAMESPACE: Uuid = Uuid::from_u128(0x7a1d_0f5e_3c6b_5b0e_9a54_61f2_c8d3_e417);

impl RetailInvoiceId {
    /// The id of the invoice that `key` states. `order` distinguishes several orders in one mail.
    pub fn derive(user: UserId, key: &ObjectKey, order: Option<&str>) -> Self {
        let mut name = format!("{user}\n{key}");
        if let Some(order) = order {
            name = format!("{name}\n{order}");
        }
        RetailInvoiceId(named_uuid(RETAIL_NAMESPACE, &name))
    }

    /// The id with these bytes.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        RetailInvoiceId(Uuid::from_bytes(bytes))
    }

    /// Its bytes.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.into_bytes()
    }
}

uuid_text!(RetailInvoiceId, IdError, IdError::new("invoice id"));
