// Made from openapi.json by `cargo xtask regen`. Do not edit.

#[allow(unused_imports)]
pub use progenitor_client::{ByteStream, ClientInfo, Error, ResponseValue};
#[allow(unused_imports)]
use progenitor_client::{encode_path, ClientHooks, OperationInfo, RequestBuilderExt};
/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    ///The landlord or vendor that was created from a suggestion: exactly one is present.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct AcceptedSuggestion {
        ///The landlord.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub landlord: ::std::option::Option<Landlord>,
        ///The vendor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor: ::std::option::Option<Vendor>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AcceptedSuggestionEnvelope {
        pub code: u16,
        pub data: AcceptedSuggestion,
        pub message: ::std::string::String,
    }
    ///The e-mail address given at sign-up.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountEmail {
        ///As given.
        pub email: ::std::string::String,
        ///Whether the caller has verified the address.
        pub verified: bool,
        ///When the address was verified. Absent until then.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub verified_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountEmailEnvelope {
        pub code: u16,
        pub data: AccountEmail,
        pub message: ::std::string::String,
    }
    ///How much the account stores, and its limits.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountUsage {
        ///Number of messages with stored files.
        pub messages: u64,
        ///Maximum of `messages`. Absent if unlimited.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub messages_limit: ::std::option::Option<u64>,
        ///Size of the stored messages and PDFs in bytes.
        pub stored_bytes: u64,
        ///Maximum of `stored_bytes`. Absent if unlimited.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stored_bytes_limit: ::std::option::Option<u64>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountUsageEnvelope {
        pub code: u16,
        pub data: AccountUsage,
        pub message: ::std::string::String,
    }
    ///The total of a document that the caller is asked about, or that it isn't an invoice, or the password of a PDF.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct AnswerBody {
        ///The currency of the total. Default: the one that the document states.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///`true` if the document isn't an invoice. Without `total_amount` and `currency`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub not_an_invoice: ::std::option::Option<bool>,
        ///The document as `part` names it. Required if the message has several documents with candidates.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub part: ::std::option::Option<::std::string::String>,
        ///A password that opens the PDF. It is kept for the sender's other PDFs and is never shown. Alone, or with `part`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub pdf_password: ::std::option::Option<crate::Secret>,
        ///`true` to keep the words beside the total as a label, so that the sender's next documents are read without a question.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub remember: ::std::option::Option<bool>,
        ///The total, one of the candidates or another amount; negative for a refund. Required unless `not_an_invoice` is `true` or there is a `pdf_password`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///A session of an app.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AppSession {
        ///When the session started.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///Whether this request's access token belongs to the session.
        pub current: bool,
        ///When the session expires unless it is refreshed.
        pub expires_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///When the session was last refreshed, or when it started.
        pub last_used_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The name given when the session started. Absent if none was given.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///Its id.
        pub session_id: ::std::string::String,
    }
    ///Sessions, most recently used first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AppSessions {
        ///The sessions.
        pub sessions: ::std::vec::Vec<AppSession>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AppSessionsEnvelope {
        pub code: u16,
        pub data: AppSessions,
        pub message: ::std::string::String,
    }
    ///A browser session. Its refresh token is in a cookie.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BrowserSession {
        ///A signed token, valid immediately. It becomes invalid when the session ends.
        pub access_token: crate::Secret,
        ///Seconds until the access token expires.
        pub expires_in: u64,
        ///Seconds until the cookie expires.
        pub refresh_expires_in: u64,
        ///The session's id.
        pub session_id: ::std::string::String,
        ///Always `Bearer`.
        pub token_type: TokenType,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BrowserSessionEnvelope {
        pub code: u16,
        pub data: BrowserSession,
        pub message: ::std::string::String,
    }
    ///When a channel gets notifications.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum Cadence {
        ///Each at once.
        #[serde(rename = "at-once")]
        AtOnce,
        ///Those of a week together, on Monday at 8 in the user's time zone.
        #[serde(rename = "weekly")]
        Weekly,
    }
    impl ::std::fmt::Display for Cadence {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::AtOnce => f.write_str("at-once"),
                Self::Weekly => f.write_str("weekly"),
            }
        }
    }
    impl ::std::str::FromStr for Cadence {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "at-once" => Ok(Self::AtOnce),
                "weekly" => Ok(Self::Weekly),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for Cadence {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for Cadence {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///An amount that may be the total of a document.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Candidate {
        ///Its currency, if the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The words that name it on the page, folded to lower case, if there are any.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub label: ::std::option::Option<::std::string::String>,
        ///The line of the page that it is in, as text; of a sum of orders, their numbers.
        pub place: ::std::string::String,
        ///The amount; negative for a refund.
        pub value: ::rust_decimal::Decimal,
        ///What speaks for it, or against it.
        pub why: ::std::string::String,
    }
    ///A channel, without its secret.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Channel {
        ///Whether notifications are sent to it.
        pub active: bool,
        ///A UUID.
        pub channel_id: ::std::string::String,
        ///When it was added.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///When they go there.
        pub delivery: Cadence,
        ///Since when every attempt has failed. Absent if the last attempt succeeded.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub failing_since: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///Whether it has a secret.
        pub has_secret: bool,
        ///The kinds of notifications that go there.
        pub kinds: ::std::vec::Vec<NotificationKind>,
        ///The last message that was sent, or is a test. Absent if there is none. In the list only.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_delivery: ::std::option::Option<WebhookDelivery>,
        ///What the caller calls it. Absent without a name.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///Why the service disabled it. Absent if it did not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub off_reason: ::std::option::Option<::std::string::String>,
        ///Where it leads.
        pub target: ChannelTarget,
    }
    ///Changes to a channel. Absent fields stay as they are.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ChannelChangeBody {
        ///Whether notifications are sent to it. `true` also resets its failures.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///When they go there.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery: ::std::option::Option<Cadence>,
        ///The kinds of notifications that go there.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kinds: ::std::option::Option<::std::vec::Vec<NotificationKind>>,
        ///What to call it, as in a new channel.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///The secret, as in a new channel.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub secret: ::std::option::Option<crate::Secret>,
        ///Where it leads. The secret must be given again.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub target: ::std::option::Option<ChannelTarget>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ChannelEnvelope {
        pub code: u16,
        pub data: Channel,
        pub message: ::std::string::String,
    }
    ///Where a channel leads, without its secret.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum ChannelTarget {
        ///An e-mail to a verified address of the user.
        #[serde(rename = "email")]
        Email {
            ///The address of the account, once it is verified, or that of a connected mailbox.
            address: ::std::string::String,
        },
        ///A topic of ntfy. The secret is an access token, if the topic needs one.
        #[serde(rename = "ntfy")]
        Ntfy {
            ///The URL of the topic, such as `https://ntfy.sh/my-topic`.
            url: ::std::string::String,
        },
        ///An application of Gotify. The secret is its token.
        #[serde(rename = "gotify")]
        Gotify {
            ///The URL of the server.
            url: ::std::string::String,
        },
        ///A room of Matrix. The secret is the access token of a user who is in the room.
        #[serde(rename = "matrix")]
        Matrix {
            ///The id of the room, such as `!abc:example.com`.
            room_id: ::std::string::String,
            ///The URL of the homeserver.
            url: ::std::string::String,
        },
        ///A URL that a text is posted to. The secret is the value of the header `Authorization`, if the receiver needs one.
        #[serde(rename = "webhook")]
        Webhook {
            ///What the template is. Default: `json`.
            #[serde(default = "defaults::channel_target_webhook_content_type")]
            content_type: TemplateType,
            ///The body, with placeholders: `{subject}`, `{message}`, `{kind}`, `{amount}`, `{currency}`, `{due_date}` and `{landlord}`.
            template: ::std::string::String,
            ///The URL.
            url: ::std::string::String,
        },
    }
    ///Channels.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Channels {
        ///In the order in which they were added.
        pub channels: ::std::vec::Vec<Channel>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ChannelsEnvelope {
        pub code: u16,
        pub data: Channels,
        pub message: ::std::string::String,
    }
    ///A record of `clothing`. Clothes and shoes.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ClothingInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The delivery fee.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The discount, as a positive amount.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub discount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The clothes.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub items: ::std::vec::Vec<ClothingLine>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///How it was paid.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payment_method: ::std::option::Option<::std::string::String>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The VAT.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tax: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A piece of clothing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ClothingLine {
        ///The shop's article number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub article_number: ::std::option::Option<::std::string::String>,
        ///The brand, if the line states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub brand: ::std::option::Option<::std::string::String>,
        ///The name.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
        ///The size.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub size: ::std::option::Option<::std::string::String>,
    }
    ///How to request the user's consent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ConnectBody {
        ///Where the browser returns to. Default: `service`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub redirect: ::std::option::Option<ConsentRedirect>,
        ///The name of a configured IMAP server whose users sign in by consent. Without it: Google.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub server: ::std::option::Option<::std::string::String>,
    }
    ///Where the provider redirects the browser after the consent.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ConsentRedirect {
        ///To `/v1/auth/mail/callback` of this service.
        #[serde(rename = "service")]
        Service,
        ///To a program on the user's machine, which listens at the address that the operator has registered.
        #[serde(rename = "localhost")]
        Localhost,
    }
    impl ::std::fmt::Display for ConsentRedirect {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Service => f.write_str("service"),
                Self::Localhost => f.write_str("localhost"),
            }
        }
    }
    impl ::std::str::FromStr for ConsentRedirect {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "service" => Ok(Self::Service),
                "localhost" => Ok(Self::Localhost),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ConsentRedirect {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ConsentRedirect {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A range of days in the service's time zone, first and last day included.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DateRange {
        ///`YYYY/MM/DD`.
        pub end: ::std::string::String,
        ///`YYYY/MM/DD`.
        pub start: ::std::string::String,
    }
    ///The type of an event.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum DeliveryEvent {
        ///An invoice is new.
        #[serde(rename = "invoice.created")]
        InvoiceCreated,
        ///An invoice states something else.
        #[serde(rename = "invoice.changed")]
        InvoiceChanged,
        ///An invoice was deleted.
        #[serde(rename = "invoice.deleted")]
        InvoiceDeleted,
        ///The caller got a notification that isn't about an invoice.
        #[serde(rename = "account.notified")]
        AccountNotified,
        ///The notifications of a week, for a channel.
        #[serde(rename = "digest")]
        Digest,
        ///The caller asked for it.
        #[serde(rename = "test")]
        Test,
    }
    impl ::std::fmt::Display for DeliveryEvent {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InvoiceCreated => f.write_str("invoice.created"),
                Self::InvoiceChanged => f.write_str("invoice.changed"),
                Self::InvoiceDeleted => f.write_str("invoice.deleted"),
                Self::AccountNotified => f.write_str("account.notified"),
                Self::Digest => f.write_str("digest"),
                Self::Test => f.write_str("test"),
            }
        }
    }
    impl ::std::str::FromStr for DeliveryEvent {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "invoice.created" => Ok(Self::InvoiceCreated),
                "invoice.changed" => Ok(Self::InvoiceChanged),
                "invoice.deleted" => Ok(Self::InvoiceDeleted),
                "account.notified" => Ok(Self::AccountNotified),
                "digest" => Ok(Self::Digest),
                "test" => Ok(Self::Test),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for DeliveryEvent {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for DeliveryEvent {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A code for another device.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DeviceCode {
        ///Seconds until it expires.
        pub expires_in: u64,
        ///Seconds to wait before each finish.
        pub interval: u64,
        ///The state to pass to the finish.
        pub state: crate::Secret,
        ///What the user types.
        pub user_code: ::std::string::String,
        ///The page on which the user types it.
        pub verification_uri: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DeviceCodeEnvelope {
        pub code: u16,
        pub data: DeviceCode,
        pub message: ::std::string::String,
    }
    ///At which server the account is.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DeviceConnectBody {
        ///The name of a configured IMAP server with `device_code`.
        pub server: ::std::string::String,
    }
    ///How far the user is, and the account once it is connected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DeviceConnection {
        ///Once connected: whether another account was connected before.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_switch: ::std::option::Option<bool>,
        ///Once connected: the account's address.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email: ::std::option::Option<::std::string::String>,
        ///While pending: seconds until the next finish. It can be longer than before.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub interval: ::std::option::Option<u64>,
        ///Once connected: the name of the server.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub server: ::std::option::Option<::std::string::String>,
        ///How far the user is.
        pub state: DeviceState,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DeviceConnectionEnvelope {
        pub code: u16,
        pub data: DeviceConnection,
        pub message: ::std::string::String,
    }
    ///How far the user is.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum DeviceState {
        ///The user has not agreed yet: finish again after `interval` seconds.
        #[serde(rename = "pending")]
        Pending,
        ///The account is connected.
        #[serde(rename = "connected")]
        Connected,
    }
    impl ::std::fmt::Display for DeviceState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Pending => f.write_str("pending"),
                Self::Connected => f.write_str("connected"),
            }
        }
    }
    impl ::std::str::FromStr for DeviceState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "pending" => Ok(Self::Pending),
                "connected" => Ok(Self::Connected),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for DeviceState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for DeviceState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///How far back to search for shops and landlords.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct DiscoverBody {
        ///Number of days to search. Default: 365.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub days: ::std::option::Option<u16>,
    }
    ///The result of a search for shops and landlords.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Discovery {
        ///Whether the search is finished. If not, the same call joins it.
        pub finished: bool,
        ///Number of messages that look like purchases or rent notices.
        pub mails_found: u64,
        ///Whether there were more senders or messages than one search examines. Accept or refuse the suggestions, then search again.
        pub more: bool,
        ///Number of senders examined.
        pub senders_examined: u64,
        ///All open suggestions, those with the most messages first.
        pub suggestions: ::std::vec::Vec<Suggestion>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DiscoveryEnvelope {
        pub code: u16,
        pub data: Discovery,
        pub message: ::std::string::String,
    }
    ///What the caller answered about a document.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct DocumentAnswer {
        ///The currency of the total. Absent if the answer named none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///`true` if the document isn't an invoice; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub not_an_invoice: ::std::option::Option<bool>,
        ///The total.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///How a document is parsed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DocumentExplanation {
        ///The values with their reasons.
        pub fields: ::std::vec::Vec<FieldExplanation>,
        ///The name of the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub file_name: ::std::option::Option<::std::string::String>,
        ///The result of parsing it.
        pub outcome: ReadingOutcome,
        ///The parser. Absent if no parser could read the document.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser: ::std::option::Option<::std::string::String>,
        ///The version of that parser.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser_version: ::std::option::Option<u32>,
        ///The part of the message.
        pub part: ::std::string::String,
        ///The reason as a sentence, if there is one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New codes may be added. Absent in rows stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///The same as text for people, as `invoices parse --explain` prints it.
        pub text: ::std::string::String,
    }
    ///A code that verifies an e-mail address.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct EmailCodeBody {
        ///The code that was mailed.
        pub code: crate::Secret,
    }
    ///The error code, for programs.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum ErrorCode {
        Known(KnownErrorCode),
        Other(::std::string::String),
    }
    impl ::std::convert::From<KnownErrorCode> for ErrorCode {
        fn from(value: KnownErrorCode) -> Self {
            Self::Known(value)
        }
    }
    ///The inside of the error envelope.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ErrorDetail {
        ///The error code, for programs.
        pub code: ErrorCode,
        ///The error message, for people. Safe to show.
        pub message: ::std::string::String,
    }
    ///The envelope of every failure: `{"error": {"code": …, "message": …}}`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ErrorEnvelope {
        ///What went wrong.
        pub error: ErrorDetail,
    }
    ///Why a field has its value, or why it has no value.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FieldExplanation {
        ///The reason as a sentence.
        pub because: ::std::string::String,
        ///The candidates, each with its text on the page.
        pub considered: ::std::vec::Vec<::std::string::String>,
        ///The name of the field.
        pub field: ::std::string::String,
        ///The number of the order in a document with several, from 1.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order: ::std::option::Option<u32>,
        ///The id of the rule that decided.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub rule: ::std::option::Option<::std::string::String>,
        ///The value. Absent if it was left out.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub value: ::std::option::Option<::std::string::String>,
        ///The words of the document that the reason quotes, such as the value's label.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub words: ::std::option::Option<::std::string::String>,
    }
    ///What the provider returned.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FinishConnectBody {
        ///Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it, an account whose address is known is renewed, and any other replaces the first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::std::string::String>,
        ///The provider's code. Not blank.
        pub code: crate::Secret,
        ///The `state` of the consent. Not blank.
        pub state: crate::Secret,
    }
    ///Which code is asked about.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FinishDeviceBody {
        ///Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it, an account whose address is known is renewed, and any other replaces the first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::std::string::String>,
        ///The `state` of the code. Not blank.
        pub state: crate::Secret,
    }
    ///A record of `food-delivery`. Meals delivered from restaurants.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoodDeliveryInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The delivery fee.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The discount, as a positive amount.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub discount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The dishes.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub items: ::std::vec::Vec<FoodDeliveryLine>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The restaurant.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub restaurant: ::std::option::Option<::std::string::String>,
        ///The service fee.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub service_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The tip.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tip: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A dish.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoodDeliveryLine {
        ///Toppings, sizes and wishes.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        ///The name.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///One message, as a landlord's, a vendor's, or both.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoundMessage {
        ///The message as each ingest recorded it.
        pub messages: ::std::vec::Vec<Message>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoundMessageEnvelope {
        pub code: u16,
        pub data: FoundMessage,
        pub message: ::std::string::String,
    }
    ///A record of `grocery`. Food and household goods.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GroceryInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The deposit on bottles and cans.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub deposit: ::std::option::Option<::rust_decimal::Decimal>,
        ///The discount, as a positive amount.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub discount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The goods.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub items: ::std::vec::Vec<GroceryLine>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The location of the shop.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub store_location: ::std::option::Option<::std::string::String>,
        ///The shop.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub store_name: ::std::option::Option<::std::string::String>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A line of goods.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GroceryLine {
        ///The kind of goods.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category: ::std::option::Option<::std::string::String>,
        ///The name.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many, or how much.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
        ///The unit of the quantity. Default: `pcs`.
        pub unit: ::std::string::String,
    }
    ///A message that the caller submitted.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HandedMail {
        ///Its id in the ledger: the SHA-256 of its bytes. Absent if nothing of it is stored.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message_id: ::std::option::Option<::std::string::String>,
        ///The reason as a sentence, if there is one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New codes may be added. Absent in rows stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///Its sender, if it has exactly one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender: ::std::option::Option<::std::string::String>,
        ///Its outcome.
        pub state: HandedState,
        ///Its subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HandedMailEnvelope {
        pub code: u16,
        pub data: HandedMail,
        pub message: ::std::string::String,
    }
    ///The outcome of a message.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum HandedState {
        ///Its documents are stored and will be parsed within seconds.
        #[serde(rename = "fetched")]
        Fetched,
        ///It waits to be fetched.
        #[serde(rename = "found")]
        Found,
        ///Its sender could not be authenticated. It is kept until the caller trusts the sender.
        #[serde(rename = "quarantined")]
        Quarantined,
        ///It contains nothing that can be parsed, or it can't be read.
        #[serde(rename = "rejected")]
        Rejected,
        ///It could not be fetched or stored.
        #[serde(rename = "failed")]
        Failed,
        ///The same message is already in the ledger, or it forwards messages that are all in the ledger.
        #[serde(rename = "skipped")]
        Skipped,
        ///Its sender isn't a landlord and no active vendor. Nothing of it is kept.
        #[serde(rename = "unknown-sender")]
        UnknownSender,
    }
    impl ::std::fmt::Display for HandedState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Fetched => f.write_str("fetched"),
                Self::Found => f.write_str("found"),
                Self::Quarantined => f.write_str("quarantined"),
                Self::Rejected => f.write_str("rejected"),
                Self::Failed => f.write_str("failed"),
                Self::Skipped => f.write_str("skipped"),
                Self::UnknownSender => f.write_str("unknown-sender"),
            }
        }
    }
    impl ::std::str::FromStr for HandedState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "fetched" => Ok(Self::Fetched),
                "found" => Ok(Self::Found),
                "quarantined" => Ok(Self::Quarantined),
                "rejected" => Ok(Self::Rejected),
                "failed" => Ok(Self::Failed),
                "skipped" => Ok(Self::Skipped),
                "unknown-sender" => Ok(Self::UnknownSender),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for HandedState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for HandedState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The account that is now connected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ImapConnection {
        ///Whether another account was connected before.
        pub account_switch: bool,
        ///The account's address.
        pub email: ::std::string::String,
        ///What happened, as a sentence for people.
        pub message: ::std::string::String,
        ///The name of its server.
        pub server: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ImapConnectionEnvelope {
        pub code: u16,
        pub data: ImapConnection,
        pub message: ::std::string::String,
    }
    ///A login at an IMAP server.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ImapLoginBody {
        ///Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it, an account whose address is known is renewed, and any other replaces the first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::std::string::String>,
        ///The password. Most providers require an app password.
        pub password: crate::Secret,
        ///The name of a configured server.
        pub server: ::std::string::String,
        ///The user name: an e-mail address, or only the part before the `@` if the server has a domain.
        pub user: ::std::string::String,
    }
    ///The counts of a run so far.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestCounts {
        ///Number of messages fetched.
        pub fetched: u64,
        ///Number of fetched messages that were new.
        pub found: u64,
        ///Number of messages found by the searches.
        pub searched: u64,
        ///Number of documents newly stored: message texts and PDFs.
        pub stored: u64,
        ///Number of stored documents that are not parsed yet.
        pub unread: u64,
    }
    ///The kind of an ingest.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum IngestKind {
        ///Fetches the notices of months that are not processed.
        #[serde(rename = "rental")]
        Rental,
        ///Fetches the notice of this month.
        #[serde(rename = "rental-latest")]
        RentalLatest,
        ///Fetches vendors' messages.
        #[serde(rename = "retail")]
        Retail,
        ///Looks for shops and landlords.
        #[serde(rename = "discover")]
        Discover,
        ///Fetches messages that earlier runs found but did not fetch.
        #[serde(rename = "pending")]
        Pending,
        ///Fetches messages that the caller submitted.
        #[serde(rename = "import")]
        Import,
    }
    impl ::std::fmt::Display for IngestKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Rental => f.write_str("rental"),
                Self::RentalLatest => f.write_str("rental-latest"),
                Self::Retail => f.write_str("retail"),
                Self::Discover => f.write_str("discover"),
                Self::Pending => f.write_str("pending"),
                Self::Import => f.write_str("import"),
            }
        }
    }
    impl ::std::str::FromStr for IngestKind {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "rental" => Ok(Self::Rental),
                "rental-latest" => Ok(Self::RentalLatest),
                "retail" => Ok(Self::Retail),
                "discover" => Ok(Self::Discover),
                "pending" => Ok(Self::Pending),
                "import" => Ok(Self::Import),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for IngestKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for IngestKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The failure of one vendor, message or mail account in a run.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestProblem {
        ///The mail account that could not be read.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::std::string::String>,
        ///What failed. Safe to show.
        pub error: ::std::string::String,
        ///Its code: `gone`, `no-room`, `fetch-failed`, `search-failed` or `reconnect`. New codes may be added. Absent if it failed for another reason, and in the response of an ingest.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub error_code: ::std::option::Option<::std::string::String>,
        ///The message, if a single message failed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message_id: ::std::option::Option<::std::string::String>,
        ///The vendor whose search or message failed, if known. Several vendors can share a search.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_id: ::std::option::Option<::std::string::String>,
    }
    ///The run of an ingest.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRun {
        ///Its counts so far.
        pub counts: IngestCounts,
        ///When the run was requested.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///Why the run ended early. Absent if it did not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub error: ::std::option::Option<IngestRunError>,
        ///When the run ended. Absent until then.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub finished_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///The kind of ingest.
        pub ingest: IngestKind,
        ///Errors during the run, at most twenty.
        pub problems: ::std::vec::Vec<IngestProblem>,
        ///Its id, a UUID.
        pub run_id: ::std::string::String,
        ///Whether the schedule started the run.
        pub scheduled: bool,
        ///The state of the run.
        pub state: IngestRunState,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRunEnvelope {
        pub code: u16,
        pub data: IngestRun,
        pub message: ::std::string::String,
    }
    ///Why a run ended early, as in the response to its request.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRunError {
        ///The code.
        pub code: ErrorCode,
        ///The sentence.
        pub message: ::std::string::String,
    }
    ///The state of a run.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum IngestRunState {
        ///It waits for its turn: ingests of one user run one after the other.
        #[serde(rename = "queued")]
        Queued,
        ///Mails are searched for and fetched.
        #[serde(rename = "fetching")]
        Fetching,
        ///All messages are fetched, but some stored documents are not parsed yet.
        #[serde(rename = "parsing")]
        Parsing,
        ///It has ended, and every stored document is parsed.
        #[serde(rename = "done")]
        Done,
        ///It ended early; `error` says why. Stored documents stay, and the next run continues from there.
        #[serde(rename = "failed")]
        Failed,
    }
    impl ::std::fmt::Display for IngestRunState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Queued => f.write_str("queued"),
                Self::Fetching => f.write_str("fetching"),
                Self::Parsing => f.write_str("parsing"),
                Self::Done => f.write_str("done"),
                Self::Failed => f.write_str("failed"),
            }
        }
    }
    impl ::std::str::FromStr for IngestRunState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "queued" => Ok(Self::Queued),
                "fetching" => Ok(Self::Fetching),
                "parsing" => Ok(Self::Parsing),
                "done" => Ok(Self::Done),
                "failed" => Ok(Self::Failed),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for IngestRunState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for IngestRunState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Runs, most recent first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRuns {
        ///The `cursor` of the next page. Absent on the last page.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
        ///The runs.
        pub runs: ::std::vec::Vec<IngestRun>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRunsEnvelope {
        pub code: u16,
        pub data: IngestRuns,
        pub message: ::std::string::String,
    }
    ///The source of an invoice's date if the document does not state it.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum InvoiceDateSource {
        ///The mail's date is used instead.
        #[serde(rename = "mail")]
        Mail,
    }
    impl ::std::fmt::Display for InvoiceDateSource {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Mail => f.write_str("mail"),
            }
        }
    }
    impl ::std::str::FromStr for InvoiceDateSource {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "mail" => Ok(Self::Mail),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for InvoiceDateSource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for InvoiceDateSource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The detail record of a retail invoice, tagged by `sub_type`. Fields that the document does not state are absent.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "sub_type")]
    pub enum InvoiceDetails {
        #[serde(rename = "clothing")]
        ClothingInvoice(ClothingInvoice),
        #[serde(rename = "food-delivery")]
        FoodDeliveryInvoice(FoodDeliveryInvoice),
        #[serde(rename = "grocery")]
        GroceryInvoice(GroceryInvoice),
        #[serde(rename = "miscellaneous")]
        MiscellaneousInvoice(MiscellaneousInvoice),
        #[serde(rename = "subscriptions")]
        SubscriptionsInvoice(SubscriptionsInvoice),
        #[serde(rename = "technology")]
        TechnologyInvoice(TechnologyInvoice),
        #[serde(rename = "travel")]
        TravelInvoice(TravelInvoice),
        #[serde(rename = "utility")]
        UtilityInvoice(UtilityInvoice),
        /// A category that this client does not know.
        #[serde(untagged)]
        Unknown(::serde_json::Map<::std::string::String, ::serde_json::Value>),
    }
    impl ::std::convert::From<ClothingInvoice> for InvoiceDetails {
        fn from(value: ClothingInvoice) -> Self {
            Self::ClothingInvoice(value)
        }
    }
    impl ::std::convert::From<FoodDeliveryInvoice> for InvoiceDetails {
        fn from(value: FoodDeliveryInvoice) -> Self {
            Self::FoodDeliveryInvoice(value)
        }
    }
    impl ::std::convert::From<GroceryInvoice> for InvoiceDetails {
        fn from(value: GroceryInvoice) -> Self {
            Self::GroceryInvoice(value)
        }
    }
    impl ::std::convert::From<MiscellaneousInvoice> for InvoiceDetails {
        fn from(value: MiscellaneousInvoice) -> Self {
            Self::MiscellaneousInvoice(value)
        }
    }
    impl ::std::convert::From<SubscriptionsInvoice> for InvoiceDetails {
        fn from(value: SubscriptionsInvoice) -> Self {
            Self::SubscriptionsInvoice(value)
        }
    }
    impl ::std::convert::From<TechnologyInvoice> for InvoiceDetails {
        fn from(value: TechnologyInvoice) -> Self {
            Self::TechnologyInvoice(value)
        }
    }
    impl ::std::convert::From<TravelInvoice> for InvoiceDetails {
        fn from(value: TravelInvoice) -> Self {
            Self::TravelInvoice(value)
        }
    }
    impl ::std::convert::From<UtilityInvoice> for InvoiceDetails {
        fn from(value: UtilityInvoice) -> Self {
            Self::UtilityInvoice(value)
        }
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct InvoiceDetailsEnvelope {
        pub code: u16,
        pub data: InvoiceDetails,
        pub message: ::std::string::String,
    }
    ///The path's type and the query say which of the four forms it has; `type` names it.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum InvoiceList {
        #[serde(rename = "rental")]
        RentalInvoices(RentalInvoices),
        #[serde(rename = "retail")]
        RetailInvoices(RetailInvoices),
        #[serde(rename = "detail")]
        RetailInvoiceDetails(RetailInvoiceDetails),
        #[serde(rename = "counts")]
        RetailCounts(RetailCounts),
        /// A category that this client does not know.
        #[serde(untagged)]
        Unknown(::serde_json::Map<::std::string::String, ::serde_json::Value>),
    }
    impl ::std::convert::From<RentalInvoices> for InvoiceList {
        fn from(value: RentalInvoices) -> Self {
            Self::RentalInvoices(value)
        }
    }
    impl ::std::convert::From<RetailInvoices> for InvoiceList {
        fn from(value: RetailInvoices) -> Self {
            Self::RetailInvoices(value)
        }
    }
    impl ::std::convert::From<RetailInvoiceDetails> for InvoiceList {
        fn from(value: RetailInvoiceDetails) -> Self {
            Self::RetailInvoiceDetails(value)
        }
    }
    impl ::std::convert::From<RetailCounts> for InvoiceList {
        fn from(value: RetailCounts) -> Self {
            Self::RetailCounts(value)
        }
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct InvoiceListEnvelope {
        pub code: u16,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub data: ::std::option::Option<InvoiceList>,
        pub message: ::std::string::String,
    }
    ///A type of invoice.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum InvoiceType {
        ///A landlord's.
        #[serde(rename = "rental")]
        Rental,
        ///A shop's.
        #[serde(rename = "retail")]
        Retail,
    }
    impl ::std::fmt::Display for InvoiceType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Rental => f.write_str("rental"),
                Self::Retail => f.write_str("retail"),
            }
        }
    }
    impl ::std::str::FromStr for InvoiceType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "rental" => Ok(Self::Rental),
                "retail" => Ok(Self::Retail),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for InvoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for InvoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The invoice to join with.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct JoinBody {
        ///Its `invoice_id`.
        pub with: ::std::string::String,
    }
    ///Two joined invoices.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct JoinedInvoices {
        ///Both invoices before they were joined. Only one if they were already joined.
        pub before: ::std::vec::Vec<RetailInvoice>,
        ///The invoice. Its total is that of the latest document.
        pub invoice: RetailInvoice,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct JoinedInvoicesEnvelope {
        pub code: u16,
        pub data: JoinedInvoices,
        pub message: ::std::string::String,
    }
    ///The error code, for programs.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum KnownErrorCode {
        ///The request is invalid, or refers to something that does not exist.
        #[serde(rename = "INVALID_REQUEST")]
        InvalidRequest,
        ///The body is not JSON.
        #[serde(rename = "INVALID_JSON")]
        InvalidJson,
        ///A required field or path parameter is absent.
        #[serde(rename = "MISSING_FIELDS")]
        MissingFields,
        ///The access token is not valid. From store-tokens, with status 400: the mail tokens failed validation.
        #[serde(rename = "INVALID_CREDENTIALS")]
        InvalidCredentials,
        ///The access token has expired.
        #[serde(rename = "TOKEN_EXPIRED")]
        TokenExpired,
        ///No account exists for the token's user id.
        #[serde(rename = "USER_NOT_FOUND")]
        UserNotFound,
        ///An account with this e-mail exists.
        #[serde(rename = "USER_ALREADY_EXISTS")]
        UserAlreadyExists,
        ///The account that a notice is paid to is another one than before.
        #[serde(rename = "PAYEE_CHANGED")]
        PayeeChanged,
        ///Too many attempts.
        #[serde(rename = "RATE_LIMITED")]
        RateLimited,
        ///The mail provider, identity provider, database, secret store or object storage failed.
        #[serde(rename = "DEPENDENCY_FAILURE")]
        DependencyFailure,
        ///The mail account must be reconnected.
        #[serde(rename = "MAIL_TOKEN_EXPIRED")]
        MailTokenExpired,
        ///The service is shutting down.
        #[serde(rename = "SERVICE_UNAVAILABLE")]
        ServiceUnavailable,
        ///A bug of the service, or it took too long.
        #[serde(rename = "INTERNAL_SERVER_ERROR")]
        InternalServerError,
    }
    impl ::std::fmt::Display for KnownErrorCode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InvalidRequest => f.write_str("INVALID_REQUEST"),
                Self::InvalidJson => f.write_str("INVALID_JSON"),
                Self::MissingFields => f.write_str("MISSING_FIELDS"),
                Self::InvalidCredentials => f.write_str("INVALID_CREDENTIALS"),
                Self::TokenExpired => f.write_str("TOKEN_EXPIRED"),
                Self::UserNotFound => f.write_str("USER_NOT_FOUND"),
                Self::UserAlreadyExists => f.write_str("USER_ALREADY_EXISTS"),
                Self::PayeeChanged => f.write_str("PAYEE_CHANGED"),
                Self::RateLimited => f.write_str("RATE_LIMITED"),
                Self::DependencyFailure => f.write_str("DEPENDENCY_FAILURE"),
                Self::MailTokenExpired => f.write_str("MAIL_TOKEN_EXPIRED"),
                Self::ServiceUnavailable => f.write_str("SERVICE_UNAVAILABLE"),
                Self::InternalServerError => f.write_str("INTERNAL_SERVER_ERROR"),
            }
        }
    }
    impl ::std::str::FromStr for KnownErrorCode {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "INVALID_REQUEST" => Ok(Self::InvalidRequest),
                "INVALID_JSON" => Ok(Self::InvalidJson),
                "MISSING_FIELDS" => Ok(Self::MissingFields),
                "INVALID_CREDENTIALS" => Ok(Self::InvalidCredentials),
                "TOKEN_EXPIRED" => Ok(Self::TokenExpired),
                "USER_NOT_FOUND" => Ok(Self::UserNotFound),
                "USER_ALREADY_EXISTS" => Ok(Self::UserAlreadyExists),
                "PAYEE_CHANGED" => Ok(Self::PayeeChanged),
                "RATE_LIMITED" => Ok(Self::RateLimited),
                "DEPENDENCY_FAILURE" => Ok(Self::DependencyFailure),
                "MAIL_TOKEN_EXPIRED" => Ok(Self::MailTokenExpired),
                "SERVICE_UNAVAILABLE" => Ok(Self::ServiceUnavailable),
                "INTERNAL_SERVER_ERROR" => Ok(Self::InternalServerError),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for KnownErrorCode {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for KnownErrorCode {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The sub-type of a retail invoice: the name of its category. New sub-types may be added; treat unknown ones as text.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum KnownSubType {
        #[serde(rename = "clothing")]
        Clothing,
        #[serde(rename = "food-delivery")]
        FoodDelivery,
        #[serde(rename = "grocery")]
        Grocery,
        #[serde(rename = "miscellaneous")]
        Miscellaneous,
        #[serde(rename = "subscriptions")]
        Subscriptions,
        #[serde(rename = "technology")]
        Technology,
        #[serde(rename = "travel")]
        Travel,
        #[serde(rename = "utility")]
        Utility,
    }
    impl ::std::fmt::Display for KnownSubType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Clothing => f.write_str("clothing"),
                Self::FoodDelivery => f.write_str("food-delivery"),
                Self::Grocery => f.write_str("grocery"),
                Self::Miscellaneous => f.write_str("miscellaneous"),
                Self::Subscriptions => f.write_str("subscriptions"),
                Self::Technology => f.write_str("technology"),
                Self::Travel => f.write_str("travel"),
                Self::Utility => f.write_str("utility"),
            }
        }
    }
    impl ::std::str::FromStr for KnownSubType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "clothing" => Ok(Self::Clothing),
                "food-delivery" => Ok(Self::FoodDelivery),
                "grocery" => Ok(Self::Grocery),
                "miscellaneous" => Ok(Self::Miscellaneous),
                "subscriptions" => Ok(Self::Subscriptions),
                "technology" => Ok(Self::Technology),
                "travel" => Ok(Self::Travel),
                "utility" => Ok(Self::Utility),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for KnownSubType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for KnownSubType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The field whose value a label names.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum LabelClass {
        ///The amount paid or due.
        #[serde(rename = "total_amount")]
        TotalAmount,
        ///The date of the invoice.
        #[serde(rename = "invoice_date")]
        InvoiceDate,
        ///The last day to pay.
        #[serde(rename = "due_date")]
        DueDate,
        ///The order or booking number.
        #[serde(rename = "order_id")]
        OrderId,
        ///The invoice or receipt number.
        #[serde(rename = "invoice_number")]
        InvoiceNumber,
    }
    impl ::std::fmt::Display for LabelClass {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TotalAmount => f.write_str("total_amount"),
                Self::InvoiceDate => f.write_str("invoice_date"),
                Self::DueDate => f.write_str("due_date"),
                Self::OrderId => f.write_str("order_id"),
                Self::InvoiceNumber => f.write_str("invoice_number"),
            }
        }
    }
    impl ::std::str::FromStr for LabelClass {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "total_amount" => Ok(Self::TotalAmount),
                "invoice_date" => Ok(Self::InvoiceDate),
                "due_date" => Ok(Self::DueDate),
                "order_id" => Ok(Self::OrderId),
                "invoice_number" => Ok(Self::InvoiceNumber),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for LabelClass {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for LabelClass {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///All labels of a landlord or a vendor that the caller teaches.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LabelsBody {
        ///The labels, each phrase once.
        pub labels: ::std::vec::Vec<NewLabel>,
    }
    ///A landlord whose rent notices are collected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Landlord {
        ///Whether ingests search for its messages.
        pub active: bool,
        ///A UUID.
        pub landlord_id: ::std::string::String,
        ///Who configured it.
        pub origin: SourceOrigin,
        ///The sender of the notices: an address, a domain with its sub-domains, or a pattern with `*`.
        pub sender: ::std::string::String,
        ///A phrase that the subject must contain, ignoring case. Empty: any subject.
        pub subject: ::std::string::String,
    }
    ///Changes to a landlord. Absent fields stay as they are. For the operator's landlords, only `active` can be changed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct LandlordChangeBody {
        ///Whether ingests search for its messages.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///The sender of the notices, as in a new landlord.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender: ::std::option::Option<::std::string::String>,
        ///A phrase that the subject must contain. Empty: any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LandlordEnvelope {
        pub code: u16,
        pub data: Landlord,
        pub message: ::std::string::String,
    }
    ///A language of messages to users, by its code of ISO 639-1.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum Language {
        ///English.
        #[serde(rename = "en")]
        En,
        ///Swedish.
        #[serde(rename = "sv")]
        Sv,
    }
    impl ::std::fmt::Display for Language {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::En => f.write_str("en"),
                Self::Sv => f.write_str("sv"),
            }
        }
    }
    impl ::std::str::FromStr for Language {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "en" => Ok(Self::En),
                "sv" => Ok(Self::Sv),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for Language {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for Language {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The state of a message, or of one of its documents.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum LedgerState {
        ///A message that is not fetched yet, or a document that is being stored.
        #[serde(rename = "found")]
        Found,
        ///A message whose documents are stored.
        #[serde(rename = "fetched")]
        Fetched,
        ///A message whose sender could not be authenticated. It is not parsed until it is released.
        #[serde(rename = "quarantined")]
        Quarantined,
        ///A message that contains nothing to parse, or a document that contains no invoice.
        #[serde(rename = "rejected")]
        Rejected,
        ///A message that could not be fetched, or a document that could not be parsed.
        #[serde(rename = "failed")]
        Failed,
        ///A message that was left out.
        #[serde(rename = "skipped")]
        Skipped,
        ///A document that is not parsed yet.
        #[serde(rename = "stored")]
        Stored,
        ///A document that states an invoice.
        #[serde(rename = "parsed")]
        Parsed,
        ///A document that is an invoice whose total is not certain: the caller is asked for it.
        #[serde(rename = "asked")]
        Asked,
        ///A document that repeats a known one.
        #[serde(rename = "duplicate")]
        Duplicate,
        ///A document whose invoice was deleted, or that belongs to an invoice deleted before it came.
        #[serde(rename = "deleted")]
        Deleted,
    }
    impl ::std::fmt::Display for LedgerState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Found => f.write_str("found"),
                Self::Fetched => f.write_str("fetched"),
                Self::Quarantined => f.write_str("quarantined"),
                Self::Rejected => f.write_str("rejected"),
                Self::Failed => f.write_str("failed"),
                Self::Skipped => f.write_str("skipped"),
                Self::Stored => f.write_str("stored"),
                Self::Parsed => f.write_str("parsed"),
                Self::Asked => f.write_str("asked"),
                Self::Duplicate => f.write_str("duplicate"),
                Self::Deleted => f.write_str("deleted"),
            }
        }
    }
    impl ::std::str::FromStr for LedgerState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "found" => Ok(Self::Found),
                "fetched" => Ok(Self::Fetched),
                "quarantined" => Ok(Self::Quarantined),
                "rejected" => Ok(Self::Rejected),
                "failed" => Ok(Self::Failed),
                "skipped" => Ok(Self::Skipped),
                "stored" => Ok(Self::Stored),
                "parsed" => Ok(Self::Parsed),
                "asked" => Ok(Self::Asked),
                "duplicate" => Ok(Self::Duplicate),
                "deleted" => Ok(Self::Deleted),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for LedgerState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for LedgerState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The order of a list.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ListOrder {
        ///The newest date first, then by id.
        #[serde(rename = "newest")]
        Newest,
        ///The reverse.
        #[serde(rename = "oldest")]
        Oldest,
    }
    impl ::std::fmt::Display for ListOrder {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Newest => f.write_str("newest"),
                Self::Oldest => f.write_str("oldest"),
            }
        }
    }
    impl ::std::str::FromStr for ListOrder {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "newest" => Ok(Self::Newest),
                "oldest" => Ok(Self::Oldest),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ListOrder {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ListOrder {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The credentials of an existing user.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LoginBody {
        ///The e-mail given at sign-up, in any letter case.
        pub email: ::std::string::String,
        ///The password given at sign-up.
        pub password: crate::Secret,
    }
    ///A mail account of the caller.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailAccount {
        ///Its id, a UUID. It stays the same when the account is connected again.
        pub account_id: ::std::string::String,
        ///Its address.
        pub address: ::std::string::String,
        ///How it was connected. Absent if an earlier version connected it and did not record this.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub connected_by: ::std::option::Option<MailAccountMethod>,
        ///The caller's last finished ingest, which reads all accounts. Absent if there was none in the last few days.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_run: ::std::option::Option<IngestRun>,
        ///The caller's name for it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///When the schedule starts the next ingest. Absent if the account is paused or must be reconnected.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_run_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///`google`, or the name of the IMAP server. Absent if unknown.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub provider: ::std::option::Option<::std::string::String>,
        ///Whether the mailbox can be read.
        pub state: MailAccountState,
    }
    ///A change to a mail account. Absent fields stay as they are.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct MailAccountEditBody {
        ///The name in the list. An empty one removes it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///Whether ingests leave it out. Nothing of it is removed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paused: ::std::option::Option<bool>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailAccountEnvelope {
        pub code: u16,
        pub data: MailAccount,
        pub message: ::std::string::String,
    }
    ///How a mail account was connected.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MailAccountMethod {
        ///By the provider's consent page.
        #[serde(rename = "consent")]
        Consent,
        ///With OAuth tokens that a client stored.
        #[serde(rename = "tokens")]
        Tokens,
        ///By a login at an IMAP server, or by the consent page of that server's provider.
        #[serde(rename = "imap")]
        Imap,
    }
    impl ::std::fmt::Display for MailAccountMethod {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Consent => f.write_str("consent"),
                Self::Tokens => f.write_str("tokens"),
                Self::Imap => f.write_str("imap"),
            }
        }
    }
    impl ::std::str::FromStr for MailAccountMethod {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "consent" => Ok(Self::Consent),
                "tokens" => Ok(Self::Tokens),
                "imap" => Ok(Self::Imap),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MailAccountMethod {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MailAccountMethod {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Whether a mailbox can be read.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MailAccountState {
        ///It is searched by ingests.
        #[serde(rename = "connected")]
        Connected,
        ///The provider refused the tokens or the password: connect it again.
        #[serde(rename = "reconnect")]
        Reconnect,
        ///The caller has paused it: ingests leave it out.
        #[serde(rename = "paused")]
        Paused,
    }
    impl ::std::fmt::Display for MailAccountState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Connected => f.write_str("connected"),
                Self::Reconnect => f.write_str("reconnect"),
                Self::Paused => f.write_str("paused"),
            }
        }
    }
    impl ::std::str::FromStr for MailAccountState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "connected" => Ok(Self::Connected),
                "reconnect" => Ok(Self::Reconnect),
                "paused" => Ok(Self::Paused),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MailAccountState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MailAccountState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The mail accounts of the caller.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailAccounts {
        ///The accounts in the order in which they were connected, at most ten.
        pub accounts: ::std::vec::Vec<MailAccount>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailAccountsEnvelope {
        pub code: u16,
        pub data: MailAccounts,
        pub message: ::std::string::String,
    }
    ///The account that is now connected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConnection {
        ///Whether another account was connected before.
        pub account_switch: bool,
        ///The account's address, as the identity provider states it.
        pub google_email: ::std::string::String,
        ///What happened, as a sentence for people.
        pub message: ::std::string::String,
        ///The scopes that the provider granted, separated by blanks.
        pub scope: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConnectionEnvelope {
        pub code: u16,
        pub data: MailConnection,
        pub message: ::std::string::String,
    }
    ///A consent request.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConsent {
        ///The provider's consent page. Open it in the user's browser.
        pub authorization_url: ::std::string::String,
        ///Seconds until it expires.
        pub expires_in: u64,
        ///The state to pass to the finish. The provider returns it with the code: compare the two.
        pub state: crate::Secret,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConsentEnvelope {
        pub code: u16,
        pub data: MailConsent,
        pub message: ::std::string::String,
    }
    ///A configured IMAP server.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailServer {
        ///Whether its provider also gives codes for devices without a browser.
        pub device_code: bool,
        ///The domain added to user names without one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub domain: ::std::option::Option<::std::string::String>,
        ///Its host name.
        pub host: ::std::string::String,
        ///Its name, for the login.
        pub name: ::std::string::String,
        ///How its users sign in.
        pub sign_in: MailSignIn,
    }
    ///The IMAP servers whose mail accounts can be connected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailServers {
        ///Whether Gmail accounts can be connected through Google's consent page.
        pub gmail: bool,
        ///In the operator's order.
        pub servers: ::std::vec::Vec<MailServer>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailServersEnvelope {
        pub code: u16,
        pub data: MailServers,
        pub message: ::std::string::String,
    }
    ///How users of an IMAP server sign in.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MailSignIn {
        ///With a user name and a password.
        #[serde(rename = "password")]
        Password,
        ///On the provider's consent page.
        #[serde(rename = "consent")]
        Consent,
    }
    impl ::std::fmt::Display for MailSignIn {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Password => f.write_str("password"),
                Self::Consent => f.write_str("consent"),
            }
        }
    }
    impl ::std::str::FromStr for MailSignIn {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "password" => Ok(Self::Password),
                "consent" => Ok(Self::Consent),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MailSignIn {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MailSignIn {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The number of notifications marked.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MarkedNotifications {
        ///The number of notifications changed.
        pub changed: u64,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MarkedNotificationsEnvelope {
        pub code: u16,
        pub data: MarkedNotifications,
        pub message: ::std::string::String,
    }
    ///A message in the ledger.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Message {
        ///`true` if the mail provider or a signature confirms that the sender sent it. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub authenticated: ::std::option::Option<bool>,
        ///How the sender was authenticated, or why it was not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub authentication: ::std::option::Option<::std::string::String>,
        ///Whether it can be released: it is quarantined, its month had a notice already, or one of its documents was deleted when it was parsed.
        pub can_be_released: bool,
        ///Whether the failed step can be retried.
        pub can_be_retried: bool,
        ///The parts that may contain invoices: its text and PDFs.
        pub documents: ::std::vec::Vec<MessageDocument>,
        ///The outcome and what the user can do, as sentences.
        pub explanation: ::std::string::String,
        ///`true` if the caller forwarded it; sender and subject are those of the quoted message. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///When it was found.
        pub found_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The mail provider's id, or the SHA-256 of a submitted message. A message from a sender that is both a landlord and a vendor is listed once as each.
        pub message_id: ::std::string::String,
        ///The reason as a sentence, if there is one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New codes may be added. Absent in rows stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///When the mail provider received it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub received_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///The sender's address, if known.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender: ::std::option::Option<::std::string::String>,
        ///The sender's name, as the message states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender_name: ::std::option::Option<::std::string::String>,
        ///Its state.
        pub state: LedgerState,
        ///Its subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
        ///Whether it was found as a landlord's or a vendor's message.
        #[serde(rename = "type")]
        pub type_: InvoiceType,
        ///When its state last changed.
        pub updated_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The vendor that sent it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_id: ::std::option::Option<::std::string::String>,
    }
    ///The text or a PDF of a message.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageDocument {
        ///What the caller answered.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub answer: ::std::option::Option<DocumentAnswer>,
        ///The amounts that may be the total, the likeliest first, if the caller is or was asked for it.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub candidates: ::std::vec::Vec<Candidate>,
        ///The file name, as the message states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub file_name: ::std::option::Option<::std::string::String>,
        ///The invoices in the document.
        pub invoice_ids: ::std::vec::Vec<::std::string::String>,
        ///The parser: a category, or a category and a vendor's layout.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser: ::std::option::Option<::std::string::String>,
        ///The version of that parser.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser_version: ::std::option::Option<u32>,
        ///The part of the message: `html` is its text (all text parts in order), `page-0` its first attached page, `xml-0` its first e-invoice, `pdf-0` its first PDF.
        pub part: ::std::string::String,
        ///The reason as a sentence, if there is one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New codes may be added. Absent in rows stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///Its state.
        pub state: LedgerState,
    }
    ///How the documents of a message are parsed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageExplanation {
        ///Its documents, at most twenty.
        pub documents: ::std::vec::Vec<DocumentExplanation>,
        ///The message's outcome and what the user can do, as sentences.
        pub explanation: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageExplanationEnvelope {
        pub code: u16,
        pub data: MessageExplanation,
        pub message: ::std::string::String,
    }
    ///Messages in the ledger, last received first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Messages {
        ///The messages.
        pub messages: ::std::vec::Vec<Message>,
        ///The `cursor` of the next page. Absent on the last page.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessagesEnvelope {
        pub code: u16,
        pub data: Messages,
        pub message: ::std::string::String,
    }
    ///A record of `miscellaneous`. Everything that fits no other category.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MiscellaneousInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The kind of purchase.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category: ::std::option::Option<::std::string::String>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The delivery fee.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The purchase in one line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The bought things.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub items: ::std::vec::Vec<MiscellaneousLine>,
        ///A remark.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub notes: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The VAT.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tax: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A bought thing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MiscellaneousLine {
        ///The name.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///A new access token.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewAccessToken {
        ///A signed token, valid immediately.
        pub access_token: crate::Secret,
        ///Seconds until the access token expires.
        pub expires_in: u64,
        ///Always `Bearer`.
        pub token_type: TokenType,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewAccessTokenEnvelope {
        pub code: u16,
        pub data: NewAccessToken,
        pub message: ::std::string::String,
    }
    ///A channel to add.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewChannelBody {
        ///When they go there. Default: `at-once`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery: ::std::option::Option<Cadence>,
        ///The kinds of notifications that go there. Default: all, also those that later versions add.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kinds: ::std::option::Option<::std::vec::Vec<NotificationKind>>,
        ///What to call it. Not blank, without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///The token of the service, or the value of the header `Authorization`: at most 1000 characters of ASCII. No response contains it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub secret: ::std::option::Option<crate::Secret>,
        ///Where it leads.
        pub target: ChannelTarget,
    }
    ///A label to keep.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewLabel {
        ///The field whose value it names.
        pub class: LabelClass,
        ///One to six words without digits, as the documents write them. Case and signs don't matter.
        pub phrase: ::std::string::String,
    }
    ///A landlord to add.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewLandlordBody {
        ///The sender of the notices: an address (`hyra@example.com`), a domain with its sub-domains (`example.com`), or a pattern with `*`. It must name the domain of one company.
        pub sender: ::std::string::String,
        ///A phrase that the subject must contain, without control characters. Absent or empty: any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
    }
    ///A new access token.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewToken {
        ///When it ends.
        pub expires_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The token: `invoices_` and 52 characters. It is shown this once. Protect it like a password.
        pub token: crate::Secret,
        ///Its id, which is no secret.
        pub token_id: ::std::string::String,
    }
    ///An access token to make.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewTokenBody {
        ///For how many days it is valid. Default: 90.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub expires_in_days: ::std::option::Option<u32>,
        ///The name in the list of tokens, such as the script's. Not blank, without control characters.
        pub name: ::std::string::String,
        ///What it opens, at least one.
        pub scopes: ::std::vec::Vec<TokenScope>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewTokenEnvelope {
        pub code: u16,
        pub data: NewToken,
        pub message: ::std::string::String,
    }
    ///A vendor to add.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewVendorBody {
        ///The senders of its messages: addresses, domains with their sub-domains, or patterns with `*`. Each must name the domain of one company.
        pub email_patterns: ::std::vec::Vec<::std::string::String>,
        ///Its name. Not blank, and without control characters.
        pub name: ::std::string::String,
        ///The sub-type of its invoices.
        pub sub_type: KnownSubType,
        ///The subject must contain one of these phrases, none of them blank. Absent or empty: any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject_keywords: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
    }
    ///A webhook to register.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewWebhookBody {
        ///The events to send. Default: all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub events: ::std::option::Option<::std::vec::Vec<WebhookEvent>>,
        ///The URL to post to: HTTPS, a public address, without user name, password or fragment.
        pub url: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NoDataEnvelope {
        pub code: u16,
        ///Always `null`.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub data: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        pub message: ::std::string::String,
    }
    ///A notification.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Notification {
        ///The amount due.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///When it was created.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The currency of the amount. SEK if the invoice states none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The first day of the month whose notice is missing.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_month: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The number of invoices, if the notification is about several.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_count: ::std::option::Option<u64>,
        ///The rental invoice. Absent for other kinds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_id: ::std::option::Option<::std::string::String>,
        ///The kind of notification.
        pub kind: NotificationKind,
        ///The landlord's name. For several invoices, only if all are from one landlord.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub landlord: ::std::option::Option<::std::string::String>,
        ///The text.
        pub message: ::std::string::String,
        ///Its id.
        pub notification_id: ::std::string::String,
        ///The account that the notice is to be paid to, such as `Bankgiro 5050-1055`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee: ::std::option::Option<::std::string::String>,
        ///The account of the landlord's notice before.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payee_before: ::std::option::Option<::std::string::String>,
        ///How much more than usual, in whole per cent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub percent: ::std::option::Option<u32>,
        ///The number of documents that are asked about, if the notification is about questions.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub question_count: ::std::option::Option<u64>,
        ///When it was marked as read. Absent if it is unread.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub read_at: ::std::option::Option<::chrono::DateTime<::chrono::offset::Utc>>,
        ///The subject line.
        pub subject: ::std::string::String,
        ///The amount that the landlord's notices usually ask for, in the same currency.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub usual_amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The day of the month by which the landlord's notices usually come.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub usual_day: ::std::option::Option<u8>,
    }
    ///Changes to a notification.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NotificationChangeBody {
        ///Whether it is read.
        pub read: bool,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NotificationEnvelope {
        pub code: u16,
        pub data: Notification,
        pub message: ::std::string::String,
    }
    ///The kind of a notification.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum NotificationKind {
        ///A new rental invoice.
        #[serde(rename = "invoice")]
        Invoice,
        ///The mail account must be reconnected.
        #[serde(rename = "reconnect")]
        Reconnect,
        ///An ingest failed and is not tried again.
        #[serde(rename = "ingest-failed")]
        IngestFailed,
        ///The account has reached its storage limit.
        #[serde(rename = "account-full")]
        AccountFull,
        ///A webhook was disabled, because its receiver fails or no longer exists.
        #[serde(rename = "webhook-off")]
        WebhookOff,
        ///Several rental invoices that were due in earlier months, such as those of an import: `invoice_count` of them.
        #[serde(rename = "history")]
        History,
        ///Several messages, or one, with an invoice whose total is not certain: `question_count` documents.
        #[serde(rename = "question")]
        Question,
        ///A rental invoice is due in a few days.
        #[serde(rename = "due")]
        Due,
        ///This month's notice of a landlord has not come, though it usually has by now.
        #[serde(rename = "missing")]
        Missing,
        ///A new rental invoice asks for more than usual.
        #[serde(rename = "raised")]
        Raised,
        ///A new rental invoice is to be paid to another account than the landlord's before.
        #[serde(rename = "payee-changed")]
        PayeeChanged,
        ///A mail of a landlord came when the notice of its month had been read. It is left out until the user releases it.
        #[serde(rename = "late-notice")]
        LateNotice,
    }
    impl ::std::fmt::Display for NotificationKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Invoice => f.write_str("invoice"),
                Self::Reconnect => f.write_str("reconnect"),
                Self::IngestFailed => f.write_str("ingest-failed"),
                Self::AccountFull => f.write_str("account-full"),
                Self::WebhookOff => f.write_str("webhook-off"),
                Self::History => f.write_str("history"),
                Self::Question => f.write_str("question"),
                Self::Due => f.write_str("due"),
                Self::Missing => f.write_str("missing"),
                Self::Raised => f.write_str("raised"),
                Self::PayeeChanged => f.write_str("payee-changed"),
                Self::LateNotice => f.write_str("late-notice"),
            }
        }
    }
    impl ::std::str::FromStr for NotificationKind {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "invoice" => Ok(Self::Invoice),
                "reconnect" => Ok(Self::Reconnect),
                "ingest-failed" => Ok(Self::IngestFailed),
                "account-full" => Ok(Self::AccountFull),
                "webhook-off" => Ok(Self::WebhookOff),
                "history" => Ok(Self::History),
                "question" => Ok(Self::Question),
                "due" => Ok(Self::Due),
                "missing" => Ok(Self::Missing),
                "raised" => Ok(Self::Raised),
                "payee-changed" => Ok(Self::PayeeChanged),
                "late-notice" => Ok(Self::LateNotice),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for NotificationKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for NotificationKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Notifications, newest first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Notifications {
        ///The `cursor` of the next page. Absent on the last page.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
        ///The notifications.
        pub notifications: ::std::vec::Vec<Notification>,
        ///The number of unread notifications on all pages.
        pub unread_count: u64,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NotificationsEnvelope {
        pub code: u16,
        pub data: Notifications,
        pub message: ::std::string::String,
    }
    ///A change of the caller's password.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PasswordChangeBody {
        ///The current password.
        pub current_password: crate::Secret,
        ///8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
        pub new_password: crate::Secret,
    }
    ///A request to reset a forgotten password.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PasswordForgottenBody {
        ///The e-mail given at sign-up, in any letter case.
        pub email: ::std::string::String,
    }
    ///A new password that replaces a forgotten one.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PasswordResetBody {
        ///8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
        pub new_password: crate::Secret,
        ///The code that was mailed.
        pub token: crate::Secret,
    }
    ///The landlords and vendors for whose PDFs the caller gave passwords.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PdfPasswordCounts {
        ///Each with the number of its passwords.
        pub sources: ::std::vec::Vec<SourcePdfPasswords>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PdfPasswordCountsEnvelope {
        pub code: u16,
        pub data: PdfPasswordCounts,
        pub message: ::std::string::String,
    }
    ///All passwords of the PDFs of a landlord or a vendor.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PdfPasswordsBody {
        ///The passwords. Each is tried. None removes those that are kept.
        pub passwords: ::std::vec::Vec<crate::Secret>,
    }
    ///What the user prefers. What is absent gets its default.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct PreferencesBody {
        ///The language of messages to the user. Default: `en`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub language: ::std::option::Option<Language>,
        ///When nothing is sent. Default: at no time.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quiet_hours: ::std::option::Option<QuietHours>,
        ///How many days before the due date of a rental invoice to remind of it; 0: never. Default: 3.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reminder_days: ::std::option::Option<u8>,
        ///A time zone of the IANA database, in which the user's days begin. Default: the service's.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub time_zone: ::std::option::Option<::std::string::String>,
    }
    ///The hours of each day in which nothing is sent, by the clock of the user's time zone. They may pass midnight. Equal times are no hours.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct QuietHours {
        ///Their start, such as `22:00`.
        pub from: ::std::string::String,
        ///Their end, such as `07:00`.
        pub to: ::std::string::String,
    }
    ///The outcome of parsing a document.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ReadingOutcome {
        ///It states one invoice or several.
        #[serde(rename = "invoice")]
        Invoice,
        ///It is an invoice, but its total is not certain.
        #[serde(rename = "asked")]
        Asked,
        ///It isn't an invoice.
        #[serde(rename = "not-an-invoice")]
        NotAnInvoice,
        ///It can't be parsed.
        #[serde(rename = "failed")]
        Failed,
    }
    impl ::std::fmt::Display for ReadingOutcome {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Invoice => f.write_str("invoice"),
                Self::Asked => f.write_str("asked"),
                Self::NotAnInvoice => f.write_str("not-an-invoice"),
                Self::Failed => f.write_str("failed"),
            }
        }
    }
    impl ::std::str::FromStr for ReadingOutcome {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "invoice" => Ok(Self::Invoice),
                "asked" => Ok(Self::Asked),
                "not-an-invoice" => Ok(Self::NotAnInvoice),
                "failed" => Ok(Self::Failed),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ReadingOutcome {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ReadingOutcome {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A refresh of a session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RefreshBody {
        ///The newest refresh token of the session.
        pub refresh_token: crate::Secret,
    }
    ///A newly registered webhook and its secret.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RegisteredWebhook {
        ///Signs the messages. It is not shown again.
        pub secret: crate::Secret,
        ///The webhook.
        pub webhook: Webhook,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RegisteredWebhookEnvelope {
        pub code: u16,
        pub data: RegisteredWebhook,
        pub message: ::std::string::String,
    }
    ///Corrections of a rental invoice: at least one field, or one to undo. Absent fields stay as they are.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct RentalCorrectionBody {
        ///The currency. SEK is left out of the record.
        #[serde(
            rename = "Currency",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The due date. It determines `due_date_month` and `due_date_year`.
        #[serde(
            rename = "Due Date",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The payee. Not blank, without control characters.
        #[serde(
            rename = "Landlord",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub landlord: ::std::option::Option<::std::string::String>,
        ///Whether the invoice was paid. It outranks what documents say, until it is undone.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///`true` to keep the words beside corrected amounts and days as labels, so that the sender's next documents are read right.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub remember: ::std::option::Option<bool>,
        ///The amount due; negative for a credit note.
        #[serde(
            rename = "Total Amount",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The fields whose corrections are removed: they get back the value that was parsed. Uncorrected fields stay as they are.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub undo: ::std::option::Option<::std::vec::Vec<RentalField>>,
    }
    ///A field of a rental invoice that can be corrected.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RentalField {
        ///The amount due.
        #[serde(rename = "Total Amount")]
        TotalAmount,
        ///The last day to pay.
        #[serde(rename = "Due Date")]
        DueDate,
        ///The payee.
        Landlord,
        ///The currency.
        Currency,
        ///Whether it was paid. Read from documents that say so.
        #[serde(rename = "paid")]
        Paid,
    }
    impl ::std::fmt::Display for RentalField {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TotalAmount => f.write_str("Total Amount"),
                Self::DueDate => f.write_str("Due Date"),
                Self::Landlord => f.write_str("Landlord"),
                Self::Currency => f.write_str("Currency"),
                Self::Paid => f.write_str("paid"),
            }
        }
    }
    impl ::std::str::FromStr for RentalField {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "Total Amount" => Ok(Self::TotalAmount),
                "Due Date" => Ok(Self::DueDate),
                "Landlord" => Ok(Self::Landlord),
                "Currency" => Ok(Self::Currency),
                "paid" => Ok(Self::Paid),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for RentalField {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for RentalField {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The result of an ingest.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalIngest {
        ///The number of newly stored invoices. Never zero, because then `data` is `null`.
        #[serde(rename = "invoiceCount")]
        pub invoice_count: u64,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalIngestEnvelope {
        pub code: u16,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub data: ::std::option::Option<RentalIngest>,
        pub message: ::std::string::String,
    }
    ///A rental invoice as stored. Other labelled values of the page are included under their labels, such as `Hyra`, `El`, `Kallvatten`, `Varmvatten`, `Moms` and `Bankgiro`. Amounts are numbers. Values that the page does not state are absent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalInvoice {
        ///The keys of the values that the user has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, if it is not SEK.
        #[serde(
            rename = "Currency",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(
            rename = "Due Date",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The month of the due date, without a leading zero. If there is no due date, the month of the message.
        pub due_date_month: ::std::string::String,
        ///The year of the due date. If there is no due date, the year of the message.
        pub due_date_year: ::std::string::String,
        ///The PDF's name.
        #[serde(
            rename = "Filename",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub filename: ::std::option::Option<::std::string::String>,
        ///`true` if the user forwarded the message with the notice. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///`Invoice_` and the last underscore-separated segment of the PDF's name.
        #[serde(rename = "InvoiceID")]
        pub invoice_id: ::std::string::String,
        ///The payment reference: digits.
        #[serde(rename = "OCR", skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the user says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by key. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The payments after the earliest, if the notice has several slips.
        #[serde(
            rename = "Payments",
            default,
            skip_serializing_if = "::std::vec::Vec::is_empty"
        )]
        pub payments: ::std::vec::Vec<RentalPayment>,
        ///The invoice that replaces this one. A replaced invoice is left out of sums.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replaced_by: ::std::option::Option<::std::string::String>,
        ///The amount due; negative for a credit note.
        #[serde(rename = "Total Amount")]
        pub total_amount: ::rust_decimal::Decimal,
        ///The owner.
        #[serde(rename = "UserID")]
        pub user_id: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
        #[serde(flatten)]
        pub extra: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalInvoiceEnvelope {
        pub code: u16,
        pub data: RentalInvoice,
        pub message: ::std::string::String,
    }
    ///Rental invoices by year.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalInvoices {
        ///The number of invoices on all pages. Never zero, because then `data` is `null`.
        #[serde(rename = "invoiceCount")]
        pub invoice_count: u64,
        ///By `due_date_year`; within a year in the requested order.
        pub invoices: ::std::collections::BTreeMap<
            ::std::string::String,
            ::std::vec::Vec<RentalInvoice>,
        >,
        ///The `cursor` of the next page. Absent on the last page and without `limit`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///One further payment of a notice with several slips.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalPayment {
        ///The due date.
        #[serde(
            rename = "Due Date",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///Its payment reference.
        #[serde(rename = "OCR", skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The amount due.
        #[serde(rename = "Total Amount")]
        pub total_amount: ::rust_decimal::Decimal,
    }
    ///Corrections of a retail invoice: at least one field, or one to undo. Absent fields stay as they are.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct RetailCorrectionBody {
        ///The currency.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The date of the invoice.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///Whether the invoice was paid. It outranks what documents say, until it is undone.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///`true` to keep the words beside corrected amounts and days as labels, so that the sender's next documents are read right.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub remember: ::std::option::Option<bool>,
        ///The sub-type. The detail record then has only the fields that all sub-types share.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<KnownSubType>,
        ///The amount paid or due; negative for a refund.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The fields whose corrections are removed: they get back the value that was parsed. Uncorrected fields stay as they are.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub undo: ::std::option::Option<::std::vec::Vec<RetailField>>,
        ///The payee. Not blank, without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_name: ::std::option::Option<::std::string::String>,
    }
    ///Retail invoices, counted.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailCounts {
        ///The count of every known sub-type, zero included. With `subtype`, only that one.
        pub counts: ::std::collections::BTreeMap<::std::string::String, u64>,
    }
    ///The deleted invoice.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailDeletion {
        ///The invoice before it was deleted.
        pub deleted_invoice: RetailInvoice,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailDeletionEnvelope {
        pub code: u16,
        pub data: RetailDeletion,
        pub message: ::std::string::String,
    }
    ///A field of a retail invoice that can be corrected.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RetailField {
        ///The amount paid or due.
        #[serde(rename = "total_amount")]
        TotalAmount,
        ///The date of the invoice.
        #[serde(rename = "invoice_date")]
        InvoiceDate,
        ///The payee.
        #[serde(rename = "vendor_name")]
        VendorName,
        ///The sub-type.
        #[serde(rename = "sub_type")]
        SubType,
        ///The currency.
        #[serde(rename = "currency")]
        Currency,
        ///Whether it was paid. Read from documents that say so.
        #[serde(rename = "paid")]
        Paid,
    }
    impl ::std::fmt::Display for RetailField {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TotalAmount => f.write_str("total_amount"),
                Self::InvoiceDate => f.write_str("invoice_date"),
                Self::VendorName => f.write_str("vendor_name"),
                Self::SubType => f.write_str("sub_type"),
                Self::Currency => f.write_str("currency"),
                Self::Paid => f.write_str("paid"),
            }
        }
    }
    impl ::std::str::FromStr for RetailField {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "total_amount" => Ok(Self::TotalAmount),
                "invoice_date" => Ok(Self::InvoiceDate),
                "vendor_name" => Ok(Self::VendorName),
                "sub_type" => Ok(Self::SubType),
                "currency" => Ok(Self::Currency),
                "paid" => Ok(Self::Paid),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for RetailField {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for RetailField {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The result of an ingest.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailIngest {
        ///The same by vendor id, with a key for every vendor searched.
        #[serde(rename = "byVendor")]
        pub by_vendor: ::std::collections::BTreeMap<::std::string::String, u64>,
        ///The period searched.
        #[serde(rename = "dateRange")]
        pub date_range: DateRange,
        ///Errors, at most twenty.
        pub errors: ::std::vec::Vec<IngestProblem>,
        ///The number of newly stored messages.
        #[serde(rename = "totalEmailsFound")]
        pub total_emails_found: u64,
    }
    ///What to ingest. All fields are optional.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct RetailIngestBody {
        ///The last day (inclusive), in the service's time zone. Requires `start_date`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub end_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The first day (inclusive), in the service's time zone. Requires `end_date`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub start_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///Only vendors of this sub-type.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_category: ::std::option::Option<KnownSubType>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailIngestEnvelope {
        pub code: u16,
        pub data: RetailIngest,
        pub message: ::std::string::String,
    }
    ///A retail invoice in a list.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoice {
        ///`true` if the invoice was cancelled and is left out of sums. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///`SEK` if the invoice states none.
        pub currency: ::std::string::String,
        ///`true` if the invoice states no currency; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_assumed: ::std::option::Option<bool>,
        ///`true` if the invoice comes only from messages that the caller forwarded. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice. If it states none, the date of the message; absent if the message has none either.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///A UUID derived from the owner and the invoice's first message.
        pub invoice_id: ::std::string::String,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The sub-type.
        pub sub_type: SubType,
        ///The amount paid or due; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
    }
    ///One retail invoice in full.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoiceDetails {
        ///The detail record.
        #[serde(rename = "invoiceDetails")]
        pub invoice_details: InvoiceDetails,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoiceEnvelope {
        pub code: u16,
        pub data: RetailInvoice,
        pub message: ::std::string::String,
    }
    ///Retail invoices.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoices {
        ///The number of invoices on all pages.
        #[serde(rename = "invoiceCount")]
        pub invoice_count: u64,
        ///In the requested order: newest `invoice_date` first, then by `invoice_id`, or the reverse.
        pub invoices: ::std::vec::Vec<RetailInvoice>,
        ///The `cursor` of the next page. Absent on the last page and without `limit`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///A list, or one string separated by blanks or commas.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum ScopeList {
        Array(::std::vec::Vec<::std::string::String>),
        String(::std::string::String),
    }
    impl ::std::convert::From<::std::vec::Vec<::std::string::String>> for ScopeList {
        fn from(value: ::std::vec::Vec<::std::string::String>) -> Self {
            Self::Array(value)
        }
    }
    ///An access token of a script, without the token itself.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScriptToken {
        ///When it was made.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///When it ends or ended.
        pub expires_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///When it was last used, to the minute. Absent if it never was.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_used_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///The name.
        pub name: ::std::string::String,
        ///What it opens.
        pub scopes: ::std::vec::Vec<TokenScope>,
        ///Its id.
        pub token_id: ::std::string::String,
    }
    ///Access tokens, the newest first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScriptTokens {
        ///The tokens.
        pub tokens: ::std::vec::Vec<ScriptToken>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ScriptTokensEnvelope {
        pub code: u16,
        pub data: ScriptTokens,
        pub message: ::std::string::String,
    }
    ///The message to separate.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SeparateBody {
        ///Its `message_id`, as in the list of mails.
        pub message_id: ::std::string::String,
    }
    ///An invoice after the documents of a message were separated.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SeparatedInvoices {
        ///The invoice as it is now.
        pub invoice: RetailInvoice,
        ///The invoices of the separated documents.
        pub separated: ::std::vec::Vec<RetailInvoice>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SeparatedInvoicesEnvelope {
        pub code: u16,
        pub data: SeparatedInvoices,
        pub message: ::std::string::String,
    }
    ///The access token that all other operations require.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Session {
        ///A signed token, valid immediately, for an hour by default.
        pub access_token: crate::Secret,
        ///Seconds until the access token expires.
        pub expires_in: u64,
        ///Always `Bearer`.
        pub token_type: TokenType,
        ///The name given at sign-up.
        pub username: ::std::string::String,
    }
    ///A session to begin.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SessionBody {
        ///The name in the list of sessions, such as the device. Not blank, without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
    }
    ///The envelope of a session. It has no `code`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionEnvelope {
        ///The session.
        pub data: Session,
        ///What happened, as a sentence for people.
        pub message: ::std::string::String,
    }
    ///The tokens of a session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionTokens {
        ///A signed token, valid immediately. It becomes invalid when the session ends.
        pub access_token: crate::Secret,
        ///Seconds until the access token expires.
        pub expires_in: u64,
        ///Seconds until the refresh token expires.
        pub refresh_expires_in: u64,
        ///Exchanges for the next tokens, once. Protect it like a password.
        pub refresh_token: crate::Secret,
        ///The session's id.
        pub session_id: ::std::string::String,
        ///Always `Bearer`.
        pub token_type: TokenType,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionTokensEnvelope {
        pub code: u16,
        pub data: SessionTokens,
        pub message: ::std::string::String,
    }
    ///The data of a new user.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SignupBody {
        ///One `@` with text on both sides, no blanks. Shown as given, unique ignoring case.
        pub email: ::std::string::String,
        ///The code of an invitation for this e-mail, if the service requires one; otherwise ignored.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invitation: ::std::option::Option<crate::Secret>,
        ///The display name. Not blank, without control characters.
        pub name: ::std::string::String,
        ///8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
        pub password: crate::Secret,
    }
    ///Words beside a value in a sender's documents.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourceLabel {
        ///The field whose value it names.
        pub class: LabelClass,
        ///Who taught it. The operator's count for the classes of which the caller has none.
        pub origin: SourceOrigin,
        ///Its words in lower case.
        pub phrase: ::std::string::String,
    }
    ///The labels of a landlord or a vendor.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourceLabels {
        ///The caller's in the order in which they were taught, then the operator's.
        pub labels: ::std::vec::Vec<SourceLabel>,
        ///A number that rises with each change of the caller's.
        pub version: i32,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourceLabelsEnvelope {
        pub code: u16,
        pub data: SourceLabels,
        pub message: ::std::string::String,
    }
    ///Who configured a landlord or vendor.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SourceOrigin {
        ///The operator, for all users. A user can switch it off.
        #[serde(rename = "operator")]
        Operator,
        ///The caller, for nobody else.
        #[serde(rename = "user")]
        User,
    }
    impl ::std::fmt::Display for SourceOrigin {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Operator => f.write_str("operator"),
                Self::User => f.write_str("user"),
            }
        }
    }
    impl ::std::str::FromStr for SourceOrigin {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "operator" => Ok(Self::Operator),
                "user" => Ok(Self::User),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SourceOrigin {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SourceOrigin {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///How many passwords the caller gave for the PDFs of a landlord or a vendor. They are never shown.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourcePdfPasswords {
        ///The number of passwords.
        pub count: u32,
        ///The `landlord_id` or `vendor_id`.
        pub id: ::std::string::String,
        ///Whether it is a landlord or a vendor.
        #[serde(rename = "type")]
        pub type_: InvoiceType,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourcePdfPasswordsEnvelope {
        pub code: u16,
        pub data: SourcePdfPasswords,
        pub message: ::std::string::String,
    }
    ///The landlords and vendors that apply to the caller.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Sources {
        ///The operator's, then the caller's own in order of creation.
        pub landlords: ::std::vec::Vec<Landlord>,
        ///The caller's own, then the operator's, both by id.
        pub vendors: ::std::vec::Vec<Vendor>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourcesEnvelope {
        pub code: u16,
        pub data: Sources,
        pub message: ::std::string::String,
    }
    ///The spending.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Spending {
        ///One row for each group with invoices, newest month first, groups without a month last.
        pub rows: ::std::vec::Vec<SpendingRow>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SpendingEnvelope {
        pub code: u16,
        pub data: Spending,
        pub message: ::std::string::String,
    }
    ///The totals of one group of invoices. Each currency is a separate group.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SpendingRow {
        ///The number of invoices.
        pub count: u64,
        ///The currency. `SEK` if the invoices state none.
        pub currency: ::std::string::String,
        ///`true` if the invoices state no currency (they have a separate row); otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_assumed: ::std::option::Option<bool>,
        ///The month of the invoices' dates, or of the due dates of rent. Absent if the invoices state no date or are not grouped by month.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub month: ::std::option::Option<::std::string::String>,
        ///The negative sum of the refunds and credit notes in `total`. Absent if there are none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refunds: ::std::option::Option<::rust_decimal::Decimal>,
        ///The sub-type of retail invoices, if grouped by sub-type.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<SubType>,
        ///The amount paid or due, less refunds. Absent if the sum has more than eleven integer digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total: ::std::option::Option<::rust_decimal::Decimal>,
        ///Whether the row contains rental or retail invoices, if grouped by sub-type.
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<InvoiceType>,
        ///The payee, if grouped by vendor. A landlord without a known name is listed by the sender's address.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_name: ::std::option::Option<::std::string::String>,
    }
    ///OAuth 2.0 tokens of a mail account, as the identity provider gave them to the user.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct StoreTokensBody {
        ///The provider's access token. Not blank.
        pub access_token: crate::Secret,
        ///Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it, an account whose address is known is renewed, and any other replaces the first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub account_id: ::std::option::Option<::std::string::String>,
        ///The account's address, as a hint. The provider's answer takes precedence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email: ::std::option::Option<::std::string::String>,
        ///Seconds until the access token expires, at least zero. Default: 3600.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub expires_in: ::std::option::Option<f64>,
        ///The provider's refresh token. If absent and the account is the same, the stored one is kept.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refresh_token: ::std::option::Option<crate::Secret>,
        ///The granted scopes, as a list or as one string separated by blanks or commas. The provider's answer takes precedence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub scope: ::std::option::Option<ScopeList>,
    }
    ///The sub-type of a retail invoice: the name of its category. New sub-types may be added; treat unknown ones as text.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum SubType {
        Known(KnownSubType),
        Other(::std::string::String),
    }
    impl ::std::fmt::Display for SubType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::Known(x) => x.fmt(f),
                Self::Other(x) => x.fmt(f),
            }
        }
    }
    impl ::std::convert::From<KnownSubType> for SubType {
        fn from(value: KnownSubType) -> Self {
            Self::Known(value)
        }
    }
    ///A record of `subscriptions`. Software, media and other monthly or yearly payments.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubscriptionsInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///How it was paid.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payment_method: ::std::option::Option<::std::string::String>,
        ///The last day of the paid period.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub period_end: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The first day of the paid period.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub period_start: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The subscription's plan.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plan: ::std::option::Option<::std::string::String>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The number of the receipt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub receipt_number: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///The content of one of the suggestion's messages. The message itself is not stored.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SuggestedInvoice {
        ///The currency, if the invoice states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The date of the invoice. If it states none, the date of the message.
        pub invoice_date: ::chrono::naive::NaiveDate,
        ///The amount paid or due; negative for a refund. Absent if the messages state an order without a total.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///A sender of invoices that isn't a landlord or vendor yet.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Suggestion {
        ///One of its invoices.
        pub invoice: SuggestedInvoice,
        ///Whether accepting it creates a landlord or a vendor.
        pub kind: SuggestionKind,
        ///The number of messages from these senders.
        pub mails: u64,
        ///The name of the company.
        pub name: ::std::string::String,
        ///The addresses of its messages.
        pub senders: ::std::vec::Vec<::std::string::String>,
        ///The sub-type of a vendor's invoices.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<SubType>,
        ///Its id, for accepting or refusing it.
        pub suggestion_id: ::std::string::String,
        ///Whether the mail provider authenticated the sender of the example. If not, its messages are quarantined.
        pub trusted: bool,
    }
    ///The kind of a suggestion.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SuggestionKind {
        ///A landlord.
        #[serde(rename = "landlord")]
        Landlord,
        ///A vendor.
        #[serde(rename = "vendor")]
        Vendor,
    }
    impl ::std::fmt::Display for SuggestionKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Landlord => f.write_str("landlord"),
                Self::Vendor => f.write_str("vendor"),
            }
        }
    }
    impl ::std::str::FromStr for SuggestionKind {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "landlord" => Ok(Self::Landlord),
                "vendor" => Ok(Self::Vendor),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SuggestionKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SuggestionKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The open suggestions.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Suggestions {
        ///Ordered by number of messages, most first.
        pub suggestions: ::std::vec::Vec<Suggestion>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SuggestionsEnvelope {
        pub code: u16,
        pub data: Suggestions,
        pub message: ::std::string::String,
    }
    ///A record of `technology`. Electronics, computers and the services that run on them.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TechnologyInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The delivery fee.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The bought things.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub items: ::std::vec::Vec<TechnologyLine>,
        ///A remark.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub notes: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///How it was paid.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payment_method: ::std::option::Option<::std::string::String>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The VAT.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tax: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A bought thing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TechnologyLine {
        ///The shop's article number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub article_number: ::std::option::Option<::std::string::String>,
        ///The name.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///What the body of a templated webhook is.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TemplateType {
        ///JSON: values are escaped for its strings.
        #[serde(rename = "json")]
        Json,
        ///Plain text.
        #[serde(rename = "text")]
        Text,
    }
    impl ::std::fmt::Display for TemplateType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Json => f.write_str("json"),
                Self::Text => f.write_str("text"),
            }
        }
    }
    impl ::std::str::FromStr for TemplateType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "json" => Ok(Self::Json),
                "text" => Ok(Self::Text),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TemplateType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TemplateType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///What an access token of a script opens.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TokenScope {
        ///Reading everything of the account.
        #[serde(rename = "read")]
        Read,
        ///Ingests, and their runs.
        #[serde(rename = "ingest")]
        Ingest,
        ///Handing over a mail.
        #[serde(rename = "hand-over")]
        HandOver,
        ///The calendar of due dates, by its address alone.
        #[serde(rename = "calendar")]
        Calendar,
        ///Everything that needs no login.
        #[serde(rename = "all")]
        All,
    }
    impl ::std::fmt::Display for TokenScope {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Read => f.write_str("read"),
                Self::Ingest => f.write_str("ingest"),
                Self::HandOver => f.write_str("hand-over"),
                Self::Calendar => f.write_str("calendar"),
                Self::All => f.write_str("all"),
            }
        }
    }
    impl ::std::str::FromStr for TokenScope {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "read" => Ok(Self::Read),
                "ingest" => Ok(Self::Ingest),
                "hand-over" => Ok(Self::HandOver),
                "calendar" => Ok(Self::Calendar),
                "all" => Ok(Self::All),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TokenScope {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TokenScope {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The scheme of an access token.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TokenType {
        ///RFC 6750.
        Bearer,
    }
    impl ::std::fmt::Display for TokenType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Bearer => f.write_str("Bearer"),
            }
        }
    }
    impl ::std::str::FromStr for TokenType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "Bearer" => Ok(Self::Bearer),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TokenType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TokenType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A record of `travel`. Journeys and overnight stays.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TravelInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///The number of the booking.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub booking_reference: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///Who travels.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub passengers: ::std::vec::Vec<TravelPassenger>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The parts of the journey.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub segments: ::std::vec::Vec<TravelSegment>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///The transport company or hotel.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transport_company: ::std::option::Option<::std::string::String>,
        ///The means of transport, or `hotel`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transport_type: ::std::option::Option<TravelTransportType>,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///Who travels.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TravelPassenger {
        ///The name as the ticket has it.
        pub name: ::std::string::String,
    }
    ///A part of a journey.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct TravelSegment {
        ///The end.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub arrival_location: ::std::option::Option<::std::string::String>,
        ///When it ends.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub arrival_time: ::std::option::Option<::std::string::String>,
        ///The start.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub departure_location: ::std::option::Option<::std::string::String>,
        ///When it starts, as the document states it, such as `2026-07-31T12:30`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub departure_time: ::std::option::Option<::std::string::String>,
        ///The number of the flight, train or bus.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub number: ::std::option::Option<::std::string::String>,
    }
    ///The means of transport, or `hotel`.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TravelTransportType {
        ///By air.
        #[serde(rename = "flight")]
        Flight,
        ///By rail.
        #[serde(rename = "train")]
        Train,
        ///By bus or coach.
        #[serde(rename = "bus")]
        Bus,
        ///By ship.
        #[serde(rename = "ferry")]
        Ferry,
        ///By taxi.
        #[serde(rename = "taxi")]
        Taxi,
        ///A stay.
        #[serde(rename = "hotel")]
        Hotel,
        ///By a rented car.
        #[serde(rename = "car")]
        Car,
    }
    impl ::std::fmt::Display for TravelTransportType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Flight => f.write_str("flight"),
                Self::Train => f.write_str("train"),
                Self::Bus => f.write_str("bus"),
                Self::Ferry => f.write_str("ferry"),
                Self::Taxi => f.write_str("taxi"),
                Self::Hotel => f.write_str("hotel"),
                Self::Car => f.write_str("car"),
            }
        }
    }
    impl ::std::str::FromStr for TravelTransportType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "flight" => Ok(Self::Flight),
                "train" => Ok(Self::Train),
                "bus" => Ok(Self::Bus),
                "ferry" => Ok(Self::Ferry),
                "taxi" => Ok(Self::Taxi),
                "hotel" => Ok(Self::Hotel),
                "car" => Ok(Self::Car),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TravelTransportType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TravelTransportType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A sender to trust.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustSenderBody {
        ///Its address.
        pub sender: ::std::string::String,
    }
    ///A trusted sender.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSender {
        ///The number of its messages released from quarantine. Messages that failed authentication stay.
        pub released: u64,
        ///Its address.
        pub sender: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSenderEnvelope {
        pub code: u16,
        pub data: TrustedSender,
        pub message: ::std::string::String,
    }
    ///The caller's trusted senders.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSenders {
        ///Their addresses in alphabetical order.
        pub senders: ::std::vec::Vec<::std::string::String>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSendersEnvelope {
        pub code: u16,
        pub data: TrustedSenders,
        pub message: ::std::string::String,
    }
    ///What the user prefers.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserPreferences {
        ///The language of messages to the user.
        pub language: Language,
        ///When nothing is sent. Absent: at no time.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quiet_hours: ::std::option::Option<QuietHours>,
        ///How many days before the due date of a rental invoice to remind of it; 0: never.
        pub reminder_days: u8,
        ///The time zone of the IANA database in which the user's days begin.
        pub time_zone: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserPreferencesEnvelope {
        pub code: u16,
        pub data: UserPreferences,
        pub message: ::std::string::String,
    }
    ///The user's own account.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserProfile {
        ///The day of sign-up, in UTC.
        pub created_on: ::chrono::naive::NaiveDate,
        ///The e-mail as given at sign-up.
        pub email: ::std::string::String,
        ///Whether mail tokens are stored.
        pub mail_account_connected: bool,
        ///The name given at sign-up.
        pub name: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserProfileEnvelope {
        pub code: u16,
        pub data: UserProfile,
        pub message: ::std::string::String,
    }
    ///A record of `utility`. Electricity, heating, water, waste, internet and telephone.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UtilityInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency. Absent if the document does not state it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` if the date is that of the message; absent if the document states the date.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::std::string::String,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was paid: a document or the caller says so. Otherwise absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub paid: ::std::option::Option<bool>,
        ///The values that the corrections replaced, by field. Absent if there are none.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parsed: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The last day of the period.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub period_end: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The first day of the period.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub period_start: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///Who supplies it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub provider: ::std::option::Option<::std::string::String>,
        ///Ids of invoices that share a number with this one, or that may be for the same purchase from another vendor. Newest first, at most 50. Absent if there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The total that is due or was paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///What was used.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub usage: ::std::vec::Vec<UtilityUsage>,
        ///The kind of supply.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub utility_type: ::std::option::Option<UtilityType>,
        ///The payee.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in records stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Values that disagreed or failed a check, as sentences.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///The kind of supply.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum UtilityType {
        ///Electric power or its network.
        #[serde(rename = "electricity")]
        Electricity,
        ///Water and sewage.
        #[serde(rename = "water")]
        Water,
        ///District heating or gas.
        #[serde(rename = "heating")]
        Heating,
        ///Internet access.
        #[serde(rename = "internet")]
        Internet,
        ///Telephone.
        #[serde(rename = "mobile")]
        Mobile,
        ///Waste collection.
        #[serde(rename = "waste")]
        Waste,
    }
    impl ::std::fmt::Display for UtilityType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Electricity => f.write_str("electricity"),
                Self::Water => f.write_str("water"),
                Self::Heating => f.write_str("heating"),
                Self::Internet => f.write_str("internet"),
                Self::Mobile => f.write_str("mobile"),
                Self::Waste => f.write_str("waste"),
            }
        }
    }
    impl ::std::str::FromStr for UtilityType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "electricity" => Ok(Self::Electricity),
                "water" => Ok(Self::Water),
                "heating" => Ok(Self::Heating),
                "internet" => Ok(Self::Internet),
                "mobile" => Ok(Self::Mobile),
                "waste" => Ok(Self::Waste),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for UtilityType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for UtilityType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///What was used.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UtilityUsage {
        ///How much.
        pub quantity: ::rust_decimal::Decimal,
        ///The unit, such as `kWh`.
        pub unit: ::std::string::String,
    }
    ///A vendor whose receipts are collected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Vendor {
        ///Whether ingests search for its messages.
        pub active: bool,
        ///The senders of its messages: addresses, domains with their sub-domains, or patterns with `*`.
        pub email_patterns: ::std::vec::Vec<::std::string::String>,
        ///Its name.
        pub name: ::std::string::String,
        ///Who configured it.
        pub origin: SourceOrigin,
        ///The sub-type of its invoices.
        pub sub_type: SubType,
        ///The subject must contain one of these phrases, ignoring case. Empty: any subject.
        pub subject_keywords: ::std::vec::Vec<::std::string::String>,
        ///Its id, the key in `byVendor` of an ingest's result. It is derived from the first name and never changes.
        pub vendor_id: ::std::string::String,
    }
    ///Changes to a vendor. Absent fields stay as they are. For the operator's vendors, only `active` can be changed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct VendorChangeBody {
        ///Whether ingests search for its messages.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///The senders of its messages, as in a new vendor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email_patterns: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
        ///Its name. Not blank, and without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///The sub-type of new invoices. Existing invoices keep theirs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<KnownSubType>,
        ///The subject must contain one of these phrases. Empty: any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject_keywords: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct VendorEnvelope {
        pub code: u16,
        pub data: Vendor,
        pub message: ::std::string::String,
    }
    ///A code with its parameters, stored and served with its sentence.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WarningCode {
        ///The code, such as `no-total`. New ones may be added.
        pub code: ::std::string::String,
        ///The values in the sentence, by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub parameters: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    }
    ///A webhook, without its secret.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Webhook {
        ///Whether events are sent to it.
        pub active: bool,
        ///When it was registered.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The events that are sent.
        pub events: ::std::vec::Vec<WebhookEvent>,
        ///Since when every attempt has failed. Absent if the last attempt succeeded.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub failing_since: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///Why the service disabled it. Absent if it did not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub off_reason: ::std::option::Option<::std::string::String>,
        ///The URL that events are posted to.
        pub url: ::std::string::String,
        ///A UUID.
        pub webhook_id: ::std::string::String,
    }
    ///Changes to a webhook. Absent fields stay as they are.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct WebhookChangeBody {
        ///Whether events are sent to it. `true` also resets its failures.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///The events that are sent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub events: ::std::option::Option<::std::vec::Vec<WebhookEvent>>,
        ///The URL to post to, as in a new webhook.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub url: ::std::option::Option<::std::string::String>,
    }
    ///Deliveries, most recent first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDeliveries {
        ///The deliveries.
        pub deliveries: ::std::vec::Vec<WebhookDelivery>,
        ///The `cursor` of the next page. Absent on the last page.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDeliveriesEnvelope {
        pub code: u16,
        pub data: WebhookDeliveries,
        pub message: ::std::string::String,
    }
    ///A message to a webhook.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDelivery {
        ///The number of attempts.
        pub attempts: u32,
        ///When the event happened.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///A UUID. The header `webhook-id` is `msg_` and this.
        pub delivery_id: ::std::string::String,
        ///The kind of notification.
        pub event: DeliveryEvent,
        ///When it was delivered or given up.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub finished_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///Why the last attempt failed. Absent if none failed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_error: ::std::option::Option<::std::string::String>,
        ///The HTTP status of the last response. Absent if there was none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_status: ::std::option::Option<u16>,
        ///When the next attempt is due. Absent if there is none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_attempt_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///The state of the delivery.
        pub state: WebhookDeliveryState,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDeliveryEnvelope {
        pub code: u16,
        pub data: WebhookDelivery,
        pub message: ::std::string::String,
    }
    ///The state of a delivery.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum WebhookDeliveryState {
        ///Not yet: it will be sent, or sent again.
        #[serde(rename = "pending")]
        Pending,
        ///The receiver answered 2xx.
        #[serde(rename = "delivered")]
        Delivered,
        ///It was given up.
        #[serde(rename = "failed")]
        Failed,
    }
    impl ::std::fmt::Display for WebhookDeliveryState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Pending => f.write_str("pending"),
                Self::Delivered => f.write_str("delivered"),
                Self::Failed => f.write_str("failed"),
            }
        }
    }
    impl ::std::str::FromStr for WebhookDeliveryState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "pending" => Ok(Self::Pending),
                "delivered" => Ok(Self::Delivered),
                "failed" => Ok(Self::Failed),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for WebhookDeliveryState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for WebhookDeliveryState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookEnvelope {
        pub code: u16,
        pub data: Webhook,
        pub message: ::std::string::String,
    }
    ///The events that a webhook can receive.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum WebhookEvent {
        ///An invoice is new.
        #[serde(rename = "invoice.created")]
        InvoiceCreated,
        ///An invoice states something else.
        #[serde(rename = "invoice.changed")]
        InvoiceChanged,
        ///An invoice was deleted.
        #[serde(rename = "invoice.deleted")]
        InvoiceDeleted,
        ///The caller got a notification that isn't about an invoice.
        #[serde(rename = "account.notified")]
        AccountNotified,
    }
    impl ::std::fmt::Display for WebhookEvent {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InvoiceCreated => f.write_str("invoice.created"),
                Self::InvoiceChanged => f.write_str("invoice.changed"),
                Self::InvoiceDeleted => f.write_str("invoice.deleted"),
                Self::AccountNotified => f.write_str("account.notified"),
            }
        }
    }
    impl ::std::str::FromStr for WebhookEvent {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "invoice.created" => Ok(Self::InvoiceCreated),
                "invoice.changed" => Ok(Self::InvoiceChanged),
                "invoice.deleted" => Ok(Self::InvoiceDeleted),
                "account.notified" => Ok(Self::AccountNotified),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for WebhookEvent {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for WebhookEvent {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A new secret.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookSecret {
        ///Signs the messages. It is not shown again.
        pub secret: crate::Secret,
        ///The webhook's id.
        pub webhook_id: ::std::string::String,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookSecretEnvelope {
        pub code: u16,
        pub data: WebhookSecret,
        pub message: ::std::string::String,
    }
    ///Webhooks.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Webhooks {
        ///In order of registration.
        pub webhooks: ::std::vec::Vec<Webhook>,
    }
    ///A success: `message` is for people, `code` is the HTTP status, `data` the result.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhooksEnvelope {
        pub code: u16,
        pub data: Webhooks,
        pub message: ::std::string::String,
    }
    /// Generation of default values for serde.
    pub mod defaults {
        pub(super) fn channel_target_webhook_content_type() -> super::TemplateType {
            super::TemplateType::Json
        }
    }
    /// Error types.
    pub mod error {
        /// Error from a `TryFrom` or `FromStr` implementation.
        pub struct ConversionError(::std::borrow::Cow<'static, str>);
        impl ::std::error::Error for ConversionError {}
        impl ::std::fmt::Display for ConversionError {
            fn fmt(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> Result<(), ::std::fmt::Error> {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }
        impl ::std::fmt::Debug for ConversionError {
            fn fmt(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> Result<(), ::std::fmt::Error> {
                ::std::fmt::Debug::fmt(&self.0, f)
            }
        }
        impl From<&'static str> for ConversionError {
            fn from(value: &'static str) -> Self {
                Self(value.into())
            }
        }
        impl From<String> for ConversionError {
            fn from(value: String) -> Self {
                Self(value.into())
            }
        }
    }
    impl<'de> ::serde::Deserialize<'de> for InvoiceDetails {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> ::std::result::Result<Self, D::Error> {
            let mut map = ::serde_json::Map::<
                ::std::string::String,
                ::serde_json::Value,
            >::deserialize(deserializer)?;
            let tag = map
                .get("sub_type")
                .and_then(::serde_json::Value::as_str)
                .map(::std::string::String::from);
            let unknown = map.clone();
            map.remove("sub_type");
            let known = match tag.as_deref() {
                ::std::option::Option::Some("clothing") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::ClothingInvoice)
                }
                ::std::option::Option::Some("food-delivery") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::FoodDeliveryInvoice)
                }
                ::std::option::Option::Some("grocery") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::GroceryInvoice)
                }
                ::std::option::Option::Some("miscellaneous") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::MiscellaneousInvoice)
                }
                ::std::option::Option::Some("subscriptions") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::SubscriptionsInvoice)
                }
                ::std::option::Option::Some("technology") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::TechnologyInvoice)
                }
                ::std::option::Option::Some("travel") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::TravelInvoice)
                }
                ::std::option::Option::Some("utility") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::UtilityInvoice)
                }
                _ => return ::std::result::Result::Ok(Self::Unknown(unknown)),
            };
            known.map_err(::serde::de::Error::custom)
        }
    }
    impl<'de> ::serde::Deserialize<'de> for InvoiceList {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> ::std::result::Result<Self, D::Error> {
            let mut map = ::serde_json::Map::<
                ::std::string::String,
                ::serde_json::Value,
            >::deserialize(deserializer)?;
            let tag = map
                .get("type")
                .and_then(::serde_json::Value::as_str)
                .map(::std::string::String::from);
            let unknown = map.clone();
            map.remove("type");
            let known = match tag.as_deref() {
                ::std::option::Option::Some("rental") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::RentalInvoices)
                }
                ::std::option::Option::Some("retail") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::RetailInvoices)
                }
                ::std::option::Option::Some("detail") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::RetailInvoiceDetails)
                }
                ::std::option::Option::Some("counts") => {
                    ::serde_json::from_value(::serde_json::Value::Object(map))
                        .map(Self::RetailCounts)
                }
                _ => return ::std::result::Result::Ok(Self::Unknown(unknown)),
            };
            known.map_err(::serde::de::Error::custom)
        }
    }
}
#[derive(Clone, Debug)]
#[doc = "Client for Invoice aggregation service\n\nCollects rental and retail invoices from a user's connected mail account, parses them, and notifies the user.\n\n**Conventions.** A success is `{message, code, data}` (sign-up and login: `{message, data}`), a failure `{error: {code, message}}`; decide by `code`, show `message`. Checks run in this order: access token, account, scope of a script's token, path and query, body, mail account. A body is parsed as JSON whatever its content type, except `multipart/*` and a body with a `Content-Encoding` (415). An empty or blank body is the same as no body. An optional field that is `null` counts as absent. Unknown fields and query parameters are ignored. A body has at most 65536 bytes (413) and 30 seconds to arrive (408). An unknown path is 404, a wrong method 405 with `Allow`; both are `INVALID_REQUEST` and need no token. Requests time out after 60 seconds, ingests after five and a half minutes, with 500; the work continues. While the service shuts down it returns 503 with `Retry-After`. Browser pages can call it (CORS) from the origins that the operator allows, with access tokens and without cookies. Every response has an `X-Request-Id`, and must not be cached unless its `Cache-Control` allows it.\n\n**Money** is an exact decimal: at most eleven integer digits and four decimals. Parse it as a decimal, not as a binary float.\n\n**Growth.** New sub-types, fields and error codes may be added without a new version. Clients must treat unknown ones as absent or as text.\n\nVersion: 1.0.0"]
pub struct Client {
    pub(crate) baseurl: String,
    pub(crate) client: reqwest::Client,
    pub(crate) inner: crate::Credentials,
}
impl Client {
    /// Create a new client.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new(baseurl: &str, inner: crate::Credentials) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        let client = {
            let dur = ::std::time::Duration::from_secs(15u64);
            reqwest::ClientBuilder::new().connect_timeout(dur).timeout(dur)
        };
        #[cfg(target_arch = "wasm32")]
        let client = reqwest::ClientBuilder::new();
        Self::new_with_client(baseurl, client.build().unwrap(), inner)
    }
    /// Construct a new client with an existing `reqwest::Client`,
    /// allowing more control over its configuration.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new_with_client(
        baseurl: &str,
        client: reqwest::Client,
        inner: crate::Credentials,
    ) -> Self {
        Self {
            baseurl: baseurl.to_string(),
            client,
            inner,
        }
    }
}
impl ClientInfo<crate::Credentials> for Client {
    fn api_version() -> &'static str {
        "1.0.0"
    }
    fn baseurl(&self) -> &str {
        self.baseurl.as_str()
    }
    fn client(&self) -> &reqwest::Client {
        &self.client
    }
    fn inner(&self) -> &crate::Credentials {
        &self.inner
    }
}
const _: () = {
    #[allow(dead_code)]
    fn assert_client_hooks()
    where
        Client: ClientHooks<crate::Credentials>,
    {}
};
#[allow(clippy::all)]
impl Client {
    /**Start a session of a page

Like a session of an app, but the refresh token is in a cookie that scripts can't read (`HttpOnly`, `Secure`, `SameSite=Strict`), so that a page of this service stays logged in after a reload. Browsers keep such a cookie only over HTTPS and on localhost.

Errors:
- 400 `INVALID_REQUEST`: The name has the wrong type or form.
- 403 `INVALID_REQUEST`: The access token comes from a session.

Sends a `POST` request to `/v1/auth/browser-session`

Arguments:
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn browser_session_begin<'a>(
        &'a self,
        body: &'a types::SessionBody,
    ) -> Result<
        ResponseValue<types::BrowserSessionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/browser-session", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "browser_session_begin",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**End the session of a page

Ends the session of the access token, if it has one, and deletes the cookie.

Sends a `DELETE` request to `/v1/auth/browser-session`

*/
    pub async fn browser_session_end<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/browser-session", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "browser_session_end",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Refresh the session of a page

Exchanges the cookie for an access token and the next cookie. Only pages of the service's own origin can call it. Attempts are limited per client address.

Errors:
- 401 `INVALID_CREDENTIALS`: There is no cookie, or its refresh token is unknown, expired, replaced or revoked.
- 403 `INVALID_REQUEST`: The request was not made by a page of this service.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/auth/browser-session/refresh`

*/
    pub async fn browser_session_refresh<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::BrowserSessionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/browser-session/refresh", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "browser_session_refresh",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Log in

Returns an access token, valid for an hour by default. A wrong password and an unknown e-mail get the same response. Only failed logins count towards the limit per account and client address. After many failed logins to an account from all addresses together, logins to it are delayed by some seconds.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type, or the e-mail is too long; the message names the field.
- 401 `INVALID_CREDENTIALS`: The password is wrong, or no account has this e-mail.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/auth/login`

Arguments:
- `body`: A JSON object.
*/
    pub async fn user_login<'a>(
        &'a self,
        body: &'a types::LoginBody,
    ) -> Result<ResponseValue<types::SessionEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/login", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "user_login",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Log out everywhere

Invalidates all of the caller's access tokens, including those of scripts and the one of this request, and ends all sessions.

Sends a `POST` request to `/v1/auth/logout-all`

*/
    pub async fn user_log_out_everywhere<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/logout-all", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "user_log_out_everywhere",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Ask for access to a mailbox

Starts to connect a mail account through the provider's consent page (OAuth 2.0 authorization code with PKCE). Open the URL in the user's browser. The provider redirects back with a `code` and the `state`; pass both to the finish operation. A consent can be finished once, by the user who started it, within ten minutes. With a `server` the page is that of the IMAP server's provider, such as Microsoft.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: The OAuth client or the redirect address is not configured, or the IMAP server takes passwords.
- 404 `INVALID_REQUEST`: No such IMAP server is configured.

Sends a `POST` request to `/v1/auth/mail/connect`

Arguments:
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn mail_connect<'a>(
        &'a self,
        body: &'a types::ConnectBody,
    ) -> Result<ResponseValue<types::MailConsentEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/mail/connect", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_connect",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Ask for a code for another device

Starts to connect a mail account without a browser on this machine (OAuth 2.0 device authorization grant). The user types the code on the page, on any device. Call the finish operation every `interval` seconds meanwhile. Attempts are limited per user.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type; the message names it.
- 403 `INVALID_REQUEST`: The provider of the server gives no device codes.
- 404 `INVALID_REQUEST`: No such server is configured.
- 429 `RATE_LIMITED`: Too many attempts by this user within a minute.
- 502 `DEPENDENCY_FAILURE`: The provider or the database failed.

Sends a `POST` request to `/v1/auth/mail/connect/device`

Arguments:
- `body`: A JSON object.
*/
    pub async fn mail_connect_device<'a>(
        &'a self,
        body: &'a types::DeviceConnectBody,
    ) -> Result<ResponseValue<types::DeviceCodeEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/mail/connect/device", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_connect_device",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Finish connecting with another device

Connects the account if the user has agreed. Until then the state is `pending`, and `interval` says when to ask again. After a 502 the call can be repeated until the code is used.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type; the message names it.
- 400 `INVALID_CREDENTIALS`: The code is unknown, used or expired, another user started it, the user declined, or the account is another one.
- 404 `INVALID_REQUEST`: The caller has no mail account with this id.
- 429 `RATE_LIMITED`: Too many attempts within a minute for this account.
- 502 `DEPENDENCY_FAILURE`: The provider, the mail server, the secret store or the database failed. The call can be repeated.

Sends a `POST` request to `/v1/auth/mail/connect/device/finish`

Arguments:
- `body`: A JSON object.
*/
    pub async fn mail_connect_device_finish<'a>(
        &'a self,
        body: &'a types::FinishDeviceBody,
    ) -> Result<
        ResponseValue<types::DeviceConnectionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/mail/connect/device/finish", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_connect_device_finish",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Finish connecting a mail account

Exchanges the code for tokens and connects the account, as store-tokens does. After a 502 the call can be repeated. It fails with 400 if the provider has already exchanged the code; then ask for the consent again.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type; the message names it.
- 400 `INVALID_CREDENTIALS`: The consent is unknown, used or expired, another user started it, the provider rejects the code, or the account is another one.
- 404 `INVALID_REQUEST`: The caller has no mail account with this id.
- 429 `RATE_LIMITED`: Too many attempts by this user within a minute.
- 502 `DEPENDENCY_FAILURE`: The identity provider, secret store or database failed. The call can be repeated until the code is used.

Sends a `POST` request to `/v1/auth/mail/connect/finish`

Arguments:
- `body`: A JSON object.
*/
    pub async fn mail_connect_finish<'a>(
        &'a self,
        body: &'a types::FinishConnectBody,
    ) -> Result<
        ResponseValue<types::MailConnectionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/mail/connect/finish", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_connect_finish",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the IMAP servers

The configured servers whose mail accounts can be connected: with a user name and a password, or by consent.

Sends a `GET` request to `/v1/auth/mail/imap`

*/
    pub async fn mail_server_list<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::MailServersEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/mail/imap", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_server_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Connect a mail account at an IMAP server

Logs in to one of the configured servers and stores the login in the secret store. Without an `account_id`, it replaces the account that was connected first, by OAuth or IMAP; its invoices stay. The mailbox is not changed. Attempts are limited per user and per account.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 400 `INVALID_CREDENTIALS`: The server refused the login or takes no passwords, or the account is another one.
- 404 `INVALID_REQUEST`: No such server is configured, or the caller has no mail account with this id.
- 429 `RATE_LIMITED`: Too many attempts within a minute by this user or for this account.
- 502 `DEPENDENCY_FAILURE`: The mail server, secret store or database failed.

Sends a `POST` request to `/v1/auth/mail/imap`

Arguments:
- `body`: A JSON object.
*/
    pub async fn mail_connect_imap<'a>(
        &'a self,
        body: &'a types::ImapLoginBody,
    ) -> Result<
        ResponseValue<types::ImapConnectionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/mail/imap", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_connect_imap",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Connect a mail account

Validates the tokens with the identity provider, which also names the account, and stores them in the secret store. One of the scopes `gmail.readonly`, `gmail.modify` and `https://mail.google.com/` is required. If the account is already connected and no refresh token is given, the stored one is kept. Without an `account_id`, another account replaces the first; its invoices stay. Attempts are limited per user.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type; the message names it.
- 400 `INVALID_CREDENTIALS`: The mail tokens are invalid, lack a scope, or are of another account; the message says which.
- 404 `INVALID_REQUEST`: The caller has no mail account with this id.
- 429 `RATE_LIMITED`: Too many attempts by this user within a minute.
- 502 `DEPENDENCY_FAILURE`: The identity provider, secret store or database failed.

Sends a `POST` request to `/v1/auth/mail/store-tokens`

Arguments:
- `body`: A JSON object or a form. In a form, `scope` is one string separated by commas or blanks, and an empty field is absent.
*/
    pub async fn mail_store_tokens<'a>(
        &'a self,
        body: &'a types::StoreTokensBody,
    ) -> Result<
        ResponseValue<types::MailConnectionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/mail/store-tokens", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_store_tokens",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Ask for a new password

E-mails a code for setting a new password, if an account has the address. The response is the same if no account has it. A code is valid once, for an hour, until the next one is sent. E-mails per address and requests per client address are limited. No access token is required.

Errors:
- 400 `INVALID_REQUEST`: The e-mail has the wrong type or form.
- 403 `INVALID_REQUEST`: No mail server is configured.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/auth/password/forgot`

Arguments:
- `body`: A JSON object.
*/
    pub async fn password_forgot<'a>(
        &'a self,
        body: &'a types::PasswordForgottenBody,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/password/forgot", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "password_forgot",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Set a new password

Sets a new password with the code from the e-mail. All access tokens issued before become invalid and all sessions end: log in with the new password. The address counts as verified. Attempts are limited per client address. No access token is required.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type, or the new password breaks a rule; the message says which.
- 401 `INVALID_CREDENTIALS`: The code is unknown, used or expired, or a newer one was sent.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/auth/password/reset`

Arguments:
- `body`: A JSON object.
*/
    pub async fn password_reset<'a>(
        &'a self,
        body: &'a types::PasswordResetBody,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/password/reset", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "password_reset",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List sessions

The caller's sessions, most recently used first.

Sends a `GET` request to `/v1/auth/sessions`

*/
    pub async fn session_list<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::AppSessionsEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/sessions", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "session_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Start a session

For an app that stays logged in without storing the password. The access token must come from sign-up, login or a password change. By default, a session ends after 30 days without a refresh, and after 180 days. A user has at most 50 sessions; another one ends the least recently used.

Errors:
- 400 `INVALID_REQUEST`: The name has the wrong type or form.
- 403 `INVALID_REQUEST`: The access token comes from a session.

Sends a `POST` request to `/v1/auth/sessions`

Arguments:
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn session_begin<'a>(
        &'a self,
        body: &'a types::SessionBody,
    ) -> Result<
        ResponseValue<types::SessionTokensEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/sessions", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "session_begin",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Refresh a session

Exchanges a refresh token for an access token and the next refresh token. Each refresh token is valid once. Because a response can be lost, the call can be repeated within 30 seconds (by default) and returns the same next token. A later repetition ends the session, because someone else may have the token. No access token is required. Attempts are limited per client address.

Errors:
- 400 `INVALID_REQUEST`: The refresh token has the wrong type.
- 401 `INVALID_CREDENTIALS`: The refresh token is unknown, expired, replaced or revoked.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/auth/sessions/refresh`

Arguments:
- `body`: A JSON object.
*/
    pub async fn session_refresh<'a>(
        &'a self,
        body: &'a types::RefreshBody,
    ) -> Result<
        ResponseValue<types::SessionTokensEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/auth/sessions/refresh", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "session_refresh",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Revoke a session

Invalidates the session's refresh token and access tokens.

Errors:
- 404 `INVALID_REQUEST`: The caller has no session with this id.

Sends a `DELETE` request to `/v1/auth/sessions/{session_id}`

Arguments:
- `session_id`: The `session_id`.
*/
    pub async fn session_revoke<'a>(
        &'a self,
        session_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/auth/sessions/{}", self.baseurl, encode_path(& session_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "session_revoke",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Sign up

Creates a user with a generated id and returns an access token, valid immediately. The e-mail is shown as given, and is unique ignoring case. Sign-up and login attempts are limited per client address.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form, or the password breaks a rule; the message says which.
- 403 `INVALID_REQUEST`: Sign-up is closed, or requires an invitation and this isn't a valid one.
- 409 `USER_ALREADY_EXISTS`: An account with this e-mail exists.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/auth/signup`

Arguments:
- `body`: A JSON object.
*/
    pub async fn user_signup<'a>(
        &'a self,
        body: &'a types::SignupBody,
    ) -> Result<ResponseValue<types::SessionEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/auth/signup", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "user_signup",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            409u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Read the calendar

The due dates of the user's rental invoices as a calendar that calendar programs subscribe to, with amount, payment reference and Bankgiro, in the user's language. The address has an access token with the scope `calendar` (`POST /v1/tokens`), which opens nothing else; whoever has the address can read the due dates.

Errors:
- 404 `INVALID_REQUEST`: The token is not valid, or has not the scope `calendar`.
- 416 `INVALID_REQUEST`: The range is outside the document. Its length is in `Content-Range`.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `GET` request to `/v1/calendar/{file}`

Arguments:
- `file`: An access token with the scope `calendar`, and `.ics`.
- `if_none_match`: The entity tag of the caller's copy. If it is current, the response is 304.
- `if_range`: The entity tag that `Range` applies to. If it is not current, `Range` is ignored.
- `range`: One byte range. Multiple ranges, other units and malformed values are ignored, and the whole document is returned.
*/
    pub async fn calendar_read<'a>(
        &'a self,
        file: &'a str,
        if_none_match: Option<&'a str>,
        if_range: Option<&'a str>,
        range: Option<&'a str>,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/calendar/{}", self.baseurl, encode_path(& file.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(4usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = if_none_match {
            header_map.append("If-None-Match", value.to_string().try_into()?);
        }
        if let Some(value) = if_range {
            header_map.append("If-Range", value.to_string().try_into()?);
        }
        if let Some(value) = range {
            header_map.append("Range", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "calendar_read",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            206u16 => Ok(ResponseValue::stream(response)),
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            416u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the runs of ingests

The caller's runs, most recent first: those that wait, run, or ended in the last few days, whether started by a request or by the schedule.

Errors:
- 400 `INVALID_REQUEST`: A parameter has the wrong form.

Sends a `GET` request to `/v1/ingest/runs`

Arguments:
- `cursor`: The `next_cursor` of the previous page.
- `limit`: Maximum number of runs per page. Default: 20.
*/
    pub async fn ingest_run_list<'a>(
        &'a self,
        cursor: Option<&'a str>,
        limit: Option<u16>,
    ) -> Result<ResponseValue<types::IngestRunsEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/ingest/runs", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "ingest_run_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show a run of an ingest

The state of the run, its counts so far, and its errors. Poll about once a second while it is `queued`, `fetching` or `parsing`.

Errors:
- 404 `INVALID_REQUEST`: The caller has no run with this id, or it ended too long ago.

Sends a `GET` request to `/v1/ingest/runs/{run_id}`

Arguments:
- `run_id`: The `run_id`, as in the header `Ingest-Run`.
*/
    pub async fn ingest_run_view<'a>(
        &'a self,
        run_id: &'a str,
    ) -> Result<ResponseValue<types::IngestRunEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/ingest/runs/{}", self.baseurl, encode_path(& run_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "ingest_run_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Fetch rental invoices

Searches the mailbox for the landlords' notices, stores the PDFs of months that are not processed yet, and parses them. A month is processed if a message received in it (in the service's time zone) has a stored PDF. No body is required; a JSON object is ignored. A run that takes longer than five minutes is answered with the count so far and continues. The same call joins it; the user's other ingests queue behind it. A user can have three unfinished ingests, not counting scheduled runs. The response waits a few seconds for the stored documents to be parsed. The headers `Ingest-Run` and `Ingest-State` give the run's id and state. With `Prefer: respond-async`, each of the three ingests responds immediately with 202 and the run.

Errors:
- 429 `RATE_LIMITED`: The user has three unfinished ingests. A request for the same ingest joins it. Scheduled runs don't count.
- 502 `DEPENDENCY_FAILURE`: The mail provider, database, secret store or object storage failed.
- 502 `MAIL_TOKEN_EXPIRED`: No mail account is connected, or its tokens have expired and can't be renewed. Reconnect the account.

Sends a `POST` request to `/v1/invoices/rental/ingest`

*/
    pub async fn rental_ingest<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::RentalIngestEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/invoices/rental/ingest", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "rental_ingest",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Fetch this month's rental invoice

Handles the current month in the service's time zone. If it is already processed, the response is 200 without a search. Otherwise the mailbox is searched: 201 if a notice was found and stored, 200 if a known invoice is due this month, 204 if none was sent yet. A 204 has no body; its message is in the header `Invoice-Message`. If a notice was found but the account is full, the response is 200 with a message that says so. No body is required; a JSON object is ignored. A run that takes longer than five minutes is answered with 200 and continues.

Errors:
- 429 `RATE_LIMITED`: The user has three unfinished ingests. A request for the same ingest joins it. Scheduled runs don't count.
- 502 `DEPENDENCY_FAILURE`: The mail provider, database, secret store or object storage failed.
- 502 `MAIL_TOKEN_EXPIRED`: No mail account is connected, or its tokens have expired and can't be renewed. Reconnect the account.

Sends a `POST` request to `/v1/invoices/rental/ingest/latest`

*/
    pub async fn rental_ingest_latest<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<::std::option::Option<types::NoDataEnvelope>>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/invoices/rental/ingest/latest", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "rental_ingest_latest",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            201u16 => ResponseValue::from_response(response).await,
            204u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show a rental invoice

Returns 204 with an empty body if the caller has no invoice with this id.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.

Sends a `GET` request to `/v1/invoices/rental/{invoice_id}`

Arguments:
- `invoice_id`: The `InvoiceID`, such as `Invoice_1297534008`.
*/
    pub async fn rental_view<'a>(
        &'a self,
        invoice_id: &'a str,
    ) -> Result<
        ResponseValue<::std::option::Option<types::RentalInvoiceEnvelope>>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/rental/{}", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "rental_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            204u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Correct a rental invoice

Overrides parsed values. Corrections stay when the invoice is parsed again, until they are removed with `undo`. The invoice keeps its id, and no notification is sent. `corrected` lists the corrected fields wherever the invoice is returned.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.
- 400 `MISSING_FIELDS`: No field is corrected or undone.
- 400 `INVALID_REQUEST`: A field has the wrong type or form, or the sub-type is unknown.
- 400 `INVALID_REQUEST`: A field is both corrected and undone.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id.

Sends a `PATCH` request to `/v1/invoices/rental/{invoice_id}`

Arguments:
- `invoice_id`: The `InvoiceID`, such as `Invoice_1297534008`.
- `body`: A JSON object.
*/
    pub async fn rental_correct<'a>(
        &'a self,
        invoice_id: &'a str,
        body: &'a types::RentalCorrectionBody,
    ) -> Result<
        ResponseValue<types::RentalInvoiceEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/rental/{}", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "rental_correct",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download the document of a rental invoice

The PDF that the invoice was parsed from, unchanged, as a download (`Content-Disposition: attachment`). Supports range requests and conditional requests with the entity tag.

Errors:
- 404 `INVALID_REQUEST`: The caller has no invoice with this id, or its original no longer exists.
- 416 `INVALID_REQUEST`: The range is outside the document. Its length is in `Content-Range`.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.
- 502 `DEPENDENCY_FAILURE`: The database or object storage failed.

Sends a `GET` request to `/v1/invoices/rental/{invoice_id}/document`

Arguments:
- `invoice_id`: The `InvoiceID`, such as `Invoice_1297534008`.
- `if_none_match`: The entity tag of the caller's copy. If it is current, the response is 304.
- `if_range`: The entity tag that `Range` applies to. If it is not current, `Range` is ignored.
- `range`: One byte range. Multiple ranges, other units and malformed values are ignored, and the whole document is returned.
*/
    pub async fn rental_document<'a>(
        &'a self,
        invoice_id: &'a str,
        if_none_match: Option<&'a str>,
        if_range: Option<&'a str>,
        range: Option<&'a str>,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/invoices/rental/{}/document", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(4usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = if_none_match {
            header_map.append("If-None-Match", value.to_string().try_into()?);
        }
        if let Some(value) = if_range {
            header_map.append("If-Range", value.to_string().try_into()?);
        }
        if let Some(value) = range {
            header_map.append("Range", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "rental_document",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            206u16 => Ok(ResponseValue::stream(response)),
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            416u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show the payment code of a rental invoice

A QR code that a bank's app reads, as an SVG picture: in SEK to a Bankgiro an invoice of `UsingQR`, in EUR to an IBAN a SEPA credit transfer (EPC069-12). There is one only if the notice came from an authenticated sender to the caller's mailbox, states all values with right check digits, and its account is that of the landlord's notice before. If the account is another one, the answer is 409 `PAYEE_CHANGED`.

Errors:
- 404 `INVALID_REQUEST`: The caller has no invoice with this id, or it has no code; the message says why.
- 409 `PAYEE_CHANGED`: The account is another one than before.
- 416 `INVALID_REQUEST`: The range is outside the document. Its length is in `Content-Range`.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `GET` request to `/v1/invoices/rental/{invoice_id}/payment-code`

Arguments:
- `invoice_id`: The `InvoiceID`, such as `Invoice_1297534008`.
- `if_none_match`: The entity tag of the caller's copy. If it is current, the response is 304.
- `if_range`: The entity tag that `Range` applies to. If it is not current, `Range` is ignored.
- `range`: One byte range. Multiple ranges, other units and malformed values are ignored, and the whole document is returned.
*/
    pub async fn rental_payment_code<'a>(
        &'a self,
        invoice_id: &'a str,
        if_none_match: Option<&'a str>,
        if_range: Option<&'a str>,
        range: Option<&'a str>,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/invoices/rental/{}/payment-code", self.baseurl, encode_path(&
            invoice_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(4usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = if_none_match {
            header_map.append("If-None-Match", value.to_string().try_into()?);
        }
        if let Some(value) = if_range {
            header_map.append("If-Range", value.to_string().try_into()?);
        }
        if let Some(value) = range {
            header_map.append("Range", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "rental_payment_code",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            206u16 => Ok(ResponseValue::stream(response)),
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            409u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            416u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Fetch retail invoices

Searches the mailbox for messages from every active vendor, stores new ones with their PDFs, and parses them. The text and the PDF of an order become one invoice. Without dates, the first fetch covers the last 30 days, and later ones the time since the last successful fetch. A vendor whose search failed has an entry in `errors`; if all failed, the response is 502. A run that takes longer than five minutes is answered with the counts so far and continues; the same call joins it.

Errors:
- 400 `MISSING_FIELDS`: Only one of `start_date` and `end_date` is given.
- 400 `INVALID_REQUEST`: A field has the wrong type or form, the start is after the end, or the sub-type is unknown.
- 404 `USER_NOT_FOUND`: The token is valid, but its account was deleted.
- 429 `RATE_LIMITED`: The user has three unfinished ingests. A request for the same ingest joins it. Scheduled runs don't count.
- 502 `DEPENDENCY_FAILURE`: The mail provider, database, secret store or object storage failed.
- 502 `MAIL_TOKEN_EXPIRED`: No mail account is connected, or its tokens have expired and can't be renewed. Reconnect the account.

Sends a `POST` request to `/v1/invoices/retail/ingest`

Arguments:
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn retail_ingest<'a>(
        &'a self,
        body: &'a types::RetailIngestBody,
    ) -> Result<
        ResponseValue<types::RetailIngestEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/invoices/retail/ingest", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retail_ingest",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show a retail invoice

The detail record of any sub-type, with corrections. After two invoices were joined, both ids return the joined invoice.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id.

Sends a `GET` request to `/v1/invoices/retail/{invoice_id}`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
*/
    pub async fn retail_view<'a>(
        &'a self,
        invoice_id: &'a str,
    ) -> Result<
        ResponseValue<types::InvoiceDetailsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/retail/{}", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retail_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Delete a retail invoice

Irreversible. Deletes the invoice, its detail record and its stored messages and PDFs. Later ingests do not restore it.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id.
- 502 `DEPENDENCY_FAILURE`: The database or object storage failed.

Sends a `DELETE` request to `/v1/invoices/retail/{invoice_id}`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
*/
    pub async fn retail_delete<'a>(
        &'a self,
        invoice_id: &'a str,
    ) -> Result<
        ResponseValue<types::RetailDeletionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/retail/{}", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retail_delete",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Correct a retail invoice

Overrides parsed values. Corrections stay when the invoice is parsed again or another message about the order arrives, until they are removed with `undo`. The invoice keeps its id. `corrected` lists the corrected fields wherever the invoice is returned. An invoice with a corrected `sub_type` is listed under that sub-type, and its detail record has only the fields that all sub-types share.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.
- 400 `MISSING_FIELDS`: No field is corrected or undone.
- 400 `INVALID_REQUEST`: A field has the wrong type or form, or the sub-type is unknown.
- 400 `INVALID_REQUEST`: A field is both corrected and undone.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id.

Sends a `PATCH` request to `/v1/invoices/retail/{invoice_id}`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
- `body`: A JSON object.
*/
    pub async fn retail_correct<'a>(
        &'a self,
        invoice_id: &'a str,
        body: &'a types::RetailCorrectionBody,
    ) -> Result<
        ResponseValue<types::RetailInvoiceEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/retail/{}", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retail_correct",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download the document of a retail invoice

The PDF or the message text that the invoice was parsed from, as a download (`Content-Disposition: attachment`), because a vendor's HTML is not safe to display. If there are several documents, it is from the latest message, and of one message the last PDF. Supports range requests and conditional requests with the entity tag.

Errors:
- 404 `INVALID_REQUEST`: The caller has no invoice with this id, or its original no longer exists.
- 416 `INVALID_REQUEST`: The range is outside the document. Its length is in `Content-Range`.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.
- 502 `DEPENDENCY_FAILURE`: The database or object storage failed.

Sends a `GET` request to `/v1/invoices/retail/{invoice_id}/document`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
- `if_none_match`: The entity tag of the caller's copy. If it is current, the response is 304.
- `if_range`: The entity tag that `Range` applies to. If it is not current, `Range` is ignored.
- `range`: One byte range. Multiple ranges, other units and malformed values are ignored, and the whole document is returned.
*/
    pub async fn retail_document<'a>(
        &'a self,
        invoice_id: &'a str,
        if_none_match: Option<&'a str>,
        if_range: Option<&'a str>,
        range: Option<&'a str>,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/invoices/retail/{}/document", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(4usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = if_none_match {
            header_map.append("If-None-Match", value.to_string().try_into()?);
        }
        if let Some(value) = if_range {
            header_map.append("If-Range", value.to_string().try_into()?);
        }
        if let Some(value) = range {
            header_map.append("Range", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "retail_document",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            206u16 => Ok(ResponseValue::stream(response)),
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            416u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Join two retail invoices

Joins two invoices for one purchase. They stay joined when documents are parsed again, until they are separated. The total of the latest document applies. The invoice created first keeps its id; the other id refers to it as well.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.
- 400 `MISSING_FIELDS`: The field is absent or `null`.
- 400 `INVALID_REQUEST`: A field has the wrong type or form, or one is a charge and the other a refund.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id, or it has no document of that message besides others.

Sends a `POST` request to `/v1/invoices/retail/{invoice_id}/join`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
- `body`: A JSON object.
*/
    pub async fn retail_join<'a>(
        &'a self,
        invoice_id: &'a str,
        body: &'a types::JoinBody,
    ) -> Result<
        ResponseValue<types::JoinedInvoicesEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/retail/{}/join", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retail_join",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Separate a message from a retail invoice

Separates the documents of a message, because they are about another purchase. They stay separate when documents are parsed again, until the invoices are joined.

Errors:
- 400 `MISSING_FIELDS`: The path ends before the id.
- 400 `MISSING_FIELDS`: The field is absent or `null`.
- 400 `INVALID_REQUEST`: A field has the wrong type or form.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id, or it has no document of that message besides others.

Sends a `POST` request to `/v1/invoices/retail/{invoice_id}/separate`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
- `body`: A JSON object.
*/
    pub async fn retail_separate<'a>(
        &'a self,
        invoice_id: &'a str,
        body: &'a types::SeparateBody,
    ) -> Result<
        ResponseValue<types::SeparatedInvoicesEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/invoices/retail/{}/separate", self.baseurl, encode_path(& invoice_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retail_separate",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List invoices

`rental`: all rental invoices by year; `data` is `null` if there are none. `subtype`, `invoice-id` and `counts` (even `counts=false`) are refused. `retail`: summaries of one `subtype` or all; with `subtype` and `invoice-id`, the detail record of that invoice; with `counts=true`, the number of invoices per sub-type, or of the given one. Unknown query parameters are ignored. An `invoice-id` of another sub-type, of another user or in an unknown form returns 404.

`from`, `to`, `vendor`, `currency` and `q` filter the lists of both types, and the counts.

With `limit` the list is paged: `next_cursor` is the `cursor` of the next page, and `invoiceCount` counts all pages. Each response has an `ETag`. A request with this tag in `If-None-Match` returns 304 while nothing has changed.

Errors:
- 400 `INVALID_REQUEST`: The type is neither `rental` nor `retail`.
- 400 `INVALID_REQUEST`: The sub-type is unknown; the message lists the known ones.
- 400 `INVALID_REQUEST`: `invoice-id` without `subtype`.
- 400 `INVALID_REQUEST`: `counts` together with `invoice-id`.
- 400 `INVALID_REQUEST`: A parameter for `retail` with `rental`.
- 400 `INVALID_REQUEST`: A parameter has the wrong form; the message names it.
- 404 `INVALID_REQUEST`: The caller has no invoice with this id in this sub-type.

Sends a `GET` request to `/v1/invoices/{type}`

Arguments:
- `type_`: `rental` or `retail`.
- `counts`: `true`: return counts instead of records. Can't be combined with `invoice-id`. `false` is the same as absent. Case-insensitive.
- `currency`: Only invoices in this currency. Invoices that state none count as SEK.
- `cursor`: The `next_cursor` of the previous page. The other parameters must be the same.
- `from`: Only invoices of this day or later, by invoice date, or by due date for rent.
- `invoice_id`: Return the detail record of this invoice. Requires `subtype`.
- `limit`: Maximum number of invoices per page. Default: all.
- `q`: Only invoices with this text in the vendor or landlord, the order, invoice, receipt or payment number, an item or the PDF's name, or with this total: `1890` and `1 890,00` match 1890. Case and accents are ignored: `cafe` matches `Café`.
- `sort`: The order. Default: `newest`.
- `subtype`: Only retail invoices of this sub-type. Any string is accepted, so that the error for an invalid one can list the valid ones.
- `to`: Only invoices of this day or earlier.
- `vendor`: Only invoices of the vendor with this id or name, or of the landlord with this name or address.
*/
    pub async fn invoice_list<'a>(
        &'a self,
        type_: types::InvoiceType,
        counts: Option<bool>,
        currency: Option<&'a str>,
        cursor: Option<&'a str>,
        from: Option<&'a ::chrono::naive::NaiveDate>,
        invoice_id: Option<&'a str>,
        limit: Option<u16>,
        q: Option<&'a str>,
        sort: Option<types::ListOrder>,
        subtype: Option<types::KnownSubType>,
        to: Option<&'a ::chrono::naive::NaiveDate>,
        vendor: Option<&'a str>,
    ) -> Result<ResponseValue<types::InvoiceListEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/invoices/{}", self.baseurl, encode_path(& type_.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("counts", &counts))
            .query(&progenitor_client::QueryParam::new("currency", &currency))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("from", &from))
            .query(&progenitor_client::QueryParam::new("invoice-id", &invoice_id))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("q", &q))
            .query(&progenitor_client::QueryParam::new("sort", &sort))
            .query(&progenitor_client::QueryParam::new("subtype", &subtype))
            .query(&progenitor_client::QueryParam::new("to", &to))
            .query(&progenitor_client::QueryParam::new("vendor", &vendor))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "invoice_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List mail accounts

The caller's mail accounts, even those that must be reconnected. Ingests read all that are connected and not paused; a mail that is in several is one.

Errors:
- 502 `DEPENDENCY_FAILURE`: The secret store or database failed.

Sends a `GET` request to `/v1/mail/accounts`

*/
    pub async fn mail_account_list<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::MailAccountsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/mail/accounts", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_account_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Disconnect a mail account

Removes its tokens or password. Invoices and messages stay. If no other user has connected the same address, the grant is also revoked at the provider, in the background.

Errors:
- 404 `INVALID_REQUEST`: The caller has no mail account with this id.
- 502 `DEPENDENCY_FAILURE`: The secret store or database failed.

Sends a `DELETE` request to `/v1/mail/accounts/{account_id}`

Arguments:
- `account_id`: The `account_id`.
*/
    pub async fn mail_account_disconnect<'a>(
        &'a self,
        account_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/mail/accounts/{}", self.baseurl, encode_path(& account_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_account_disconnect",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Name or pause a mail account

Ingests leave a paused account out until it is resumed. If every account is paused, they fail with `MAIL_TOKEN_EXPIRED`.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 404 `INVALID_REQUEST`: The caller has no mail account with this id.
- 502 `DEPENDENCY_FAILURE`: The secret store or database failed.

Sends a `PATCH` request to `/v1/mail/accounts/{account_id}`

Arguments:
- `account_id`: The `account_id`.
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn mail_account_edit<'a>(
        &'a self,
        account_id: &'a str,
        body: &'a types::MailAccountEditBody,
    ) -> Result<ResponseValue<types::MailAccountEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/mail/accounts/{}", self.baseurl, encode_path(& account_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_account_edit",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List messages

All of the caller's messages that a search found or that were submitted, last received first, with their outcome. Includes messages that are pending, quarantined, failed or without an invoice, so it shows why an invoice is missing.

Errors:
- 400 `INVALID_REQUEST`: A parameter has the wrong form.

Sends a `GET` request to `/v1/mail/messages`

Arguments:
- `cursor`: The `next_cursor` of the previous page. The other parameters must be the same.
- `from`: Only messages received on this day or later, in the service's time zone.
- `invoice`: Only messages with a document of this invoice.
- `limit`: Maximum number of messages per page. Default: 50.
- `sender`: Only messages from this sender: an address, a domain with its sub-domains, or a pattern with `*`.
- `state`: Only messages in this state, or with a document in it.
- `to`: Only messages received on this day or earlier.
- `type_`: Only messages from landlords (`rental`) or vendors (`retail`).
- `vendor`: Only messages from the vendor with this id.
*/
    pub async fn message_list<'a>(
        &'a self,
        cursor: Option<&'a str>,
        from: Option<&'a ::chrono::naive::NaiveDate>,
        invoice: Option<&'a str>,
        limit: Option<u16>,
        sender: Option<&'a str>,
        state: Option<types::LedgerState>,
        to: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::InvoiceType>,
        vendor: Option<&'a str>,
    ) -> Result<ResponseValue<types::MessagesEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/mail/messages", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("from", &from))
            .query(&progenitor_client::QueryParam::new("invoice", &invoice))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("sender", &sender))
            .query(&progenitor_client::QueryParam::new("state", &state))
            .query(&progenitor_client::QueryParam::new("to", &to))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .query(&progenitor_client::QueryParam::new("vendor", &vendor))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Submit a message

Ingests one message from a landlord or vendor (`message/rfc822`, at most 36 MiB), for apps that share a message. Its `Authentication-Results` are ignored: it needs a valid DKIM signature of the sender's domain, otherwise it is quarantined until the caller trusts the sender. A message that is already in the ledger is not ingested again, whether it came from the mailbox or was submitted. A message from one of the caller's own addresses stands for the messages attached to it, or else for the message that it quotes.

Errors:
- 400 `INVALID_REQUEST`: The body isn't a message, or doesn't have exactly one sender; the message says why.
- 403 `INVALID_REQUEST`: The caller's quarantined messages have reached 256 MiB.
- 429 `RATE_LIMITED`: The user has three unfinished ingests. A request for the same ingest joins it. Scheduled runs don't count.
- 502 `DEPENDENCY_FAILURE`: The database, object storage or document reader failed.

Sends a `POST` request to `/v1/mail/messages`

Arguments:
- `body`: One message in its original form (RFC 5322). The content type is ignored.
*/
    pub async fn mail_hand_over<'a, B: Into<reqwest::Body>>(
        &'a self,
        body: B,
    ) -> Result<ResponseValue<types::HandedMailEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/mail/messages", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .header(
                ::reqwest::header::CONTENT_TYPE,
                ::reqwest::header::HeaderValue::from_static("application/octet-stream"),
            )
            .body(body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "mail_hand_over",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show a message

One message with its outcome.

Errors:
- 404 `INVALID_REQUEST`: The caller has no message with this id.

Sends a `GET` request to `/v1/mail/messages/{message_id}`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
*/
    pub async fn message_view<'a>(
        &'a self,
        message_id: &'a str,
    ) -> Result<
        ResponseValue<types::FoundMessageEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/mail/messages/{}", self.baseurl, encode_path(& message_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Answer the question about a message

A document in the state `asked` is an invoice whose total is not certain; `candidates` are the amounts that it may be. The answer gives the total, or says that the document isn't an invoice. The document is parsed again with it. The answer stays when the document is parsed again later, until another one replaces it or it is taken back.

Errors:
- 400 `MISSING_FIELDS`: The answer says nothing.
- 400 `INVALID_REQUEST`: The answer contradicts itself.
- 400 `INVALID_REQUEST`: The password is wrong.
- 400 `INVALID_REQUEST`: `part` is missing.
- 404 `INVALID_REQUEST`: The caller has no message with this id, or it has no document with candidates, or not this one.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/mail/messages/{message_id}/answer`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
- `body`: A JSON object.
*/
    pub async fn message_answer<'a>(
        &'a self,
        message_id: &'a str,
        body: &'a types::AnswerBody,
    ) -> Result<
        ResponseValue<types::FoundMessageEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/mail/messages/{}/answer", self.baseurl, encode_path(& message_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_answer",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Take back an answer

Removes the invoice that the answer made, and parses the document again: the question is put again.

Errors:
- 400 `INVALID_REQUEST`: `part` is missing.
- 404 `INVALID_REQUEST`: The caller has no message with this id, or it has no document with candidates, or not this one.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `DELETE` request to `/v1/mail/messages/{message_id}/answer`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
- `part`: The document as `part` names it. Required if several documents of the message were answered.
*/
    pub async fn message_answer_delete<'a>(
        &'a self,
        message_id: &'a str,
        part: Option<&'a str>,
    ) -> Result<
        ResponseValue<types::FoundMessageEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/mail/messages/{}/answer", self.baseurl, encode_path(& message_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("part", &part))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_answer_delete",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download a document of a message

The text or a file of the message, unchanged, as a download (`Content-Disposition: attachment`), whether or not it states an invoice. Supports range requests and conditional requests with the entity tag.

Errors:
- 404 `INVALID_REQUEST`: The caller has no message with this id, or it has no such document, or the original no longer exists.
- 416 `INVALID_REQUEST`: The range is outside the document. Its length is in `Content-Range`.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.
- 502 `DEPENDENCY_FAILURE`: The database or object storage failed.

Sends a `GET` request to `/v1/mail/messages/{message_id}/documents/{part}`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
- `part`: The part of the message, such as `html` or `pdf-0`.
- `if_none_match`: The entity tag of the caller's copy. If it is current, the response is 304.
- `if_range`: The entity tag that `Range` applies to. If it is not current, `Range` is ignored.
- `range`: One byte range. Multiple ranges, other units and malformed values are ignored, and the whole document is returned.
*/
    pub async fn message_document<'a>(
        &'a self,
        message_id: &'a str,
        part: &'a str,
        if_none_match: Option<&'a str>,
        if_range: Option<&'a str>,
        range: Option<&'a str>,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/mail/messages/{}/documents/{}", self.baseurl, encode_path(& message_id
            .to_string()), encode_path(& part.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(4usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = if_none_match {
            header_map.append("If-None-Match", value.to_string().try_into()?);
        }
        if let Some(value) = if_range {
            header_map.append("If-Range", value.to_string().try_into()?);
        }
        if let Some(value) = range {
            header_map.append("Range", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "message_document",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            206u16 => Ok(ResponseValue::stream(response)),
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            416u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Explain a message

Parses the message's documents again with this version of the service and returns the reason for each value. Stores nothing and leaves out corrections. At most two messages are explained at a time.

Errors:
- 404 `INVALID_REQUEST`: The caller has no message with this id.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.
- 502 `DEPENDENCY_FAILURE`: The database, object storage or document reader failed.

Sends a `GET` request to `/v1/mail/messages/{message_id}/explain`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
*/
    pub async fn message_explain<'a>(
        &'a self,
        message_id: &'a str,
    ) -> Result<
        ResponseValue<types::MessageExplanationEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/mail/messages/{}/explain", self.baseurl, encode_path(& message_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_explain",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Release a message

Releases a message from quarantine, or a rent notice that was skipped because its month had one already: it is fetched and parsed now. A document that was deleted because it arrived after its invoice had been deleted is now parsed as a separate invoice. Any other message stays as it is.

Errors:
- 404 `INVALID_REQUEST`: The caller has no message with this id.

Sends a `POST` request to `/v1/mail/messages/{message_id}/release`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
*/
    pub async fn message_release<'a>(
        &'a self,
        message_id: &'a str,
    ) -> Result<
        ResponseValue<types::FoundMessageEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/mail/messages/{}/release", self.baseurl, encode_path(& message_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_release",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Retry a message

Tries again if the message could not be fetched or one of its documents could not be parsed. Steps that succeeded are not repeated.

Errors:
- 404 `INVALID_REQUEST`: The caller has no message with this id.

Sends a `POST` request to `/v1/mail/messages/{message_id}/retry`

Arguments:
- `message_id`: The `message_id`, percent-encoded.
*/
    pub async fn message_retry<'a>(
        &'a self,
        message_id: &'a str,
    ) -> Result<
        ResponseValue<types::FoundMessageEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/mail/messages/{}/retry", self.baseurl, encode_path(& message_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "message_retry",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List notifications

The caller's notifications, newest first, whether or not they were also sent.

Errors:
- 400 `INVALID_REQUEST`: A parameter has the wrong form.

Sends a `GET` request to `/v1/notifications`

Arguments:
- `cursor`: The `next_cursor` of the previous page.
- `limit`: Maximum number of notifications per page. Default: 20.
- `unread`: `true`: only unread ones.
*/
    pub async fn notification_list<'a>(
        &'a self,
        cursor: Option<&'a str>,
        limit: Option<u16>,
        unread: Option<bool>,
    ) -> Result<
        ResponseValue<types::NotificationsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/notifications", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("unread", &unread))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "notification_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Mark all notifications

Marks all of the caller's notifications as read or unread.

Errors:
- 400 `INVALID_REQUEST`: The field has the wrong type.

Sends a `PATCH` request to `/v1/notifications`

Arguments:
- `body`: A JSON object.
*/
    pub async fn notification_change_all<'a>(
        &'a self,
        body: &'a types::NotificationChangeBody,
    ) -> Result<
        ResponseValue<types::MarkedNotificationsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/notifications", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "notification_change_all",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List channels

Where the caller's notifications go, without the secrets, each with the result of the last message.

Sends a `GET` request to `/v1/notifications/channels`

*/
    pub async fn channel_list<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::ChannelsEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/notifications/channels", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "channel_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Add a channel

The caller's notifications go to an e-mail address, ntfy, Gotify, Matrix, or a URL with a body that the caller writes. They are sent in the caller's language, at once or once a week, and not in the caller's quiet hours (`/v1/user/me/preferences`). What is not accepted is sent again, and a channel that fails is disabled, as with webhooks; the URL has the same rules. A message can arrive twice, except in Matrix. At most ten channels per account.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: Webhooks or mails are disabled in this service, or the caller already has ten channels.

Sends a `POST` request to `/v1/notifications/channels`

Arguments:
- `body`: A JSON object.
*/
    pub async fn channel_add<'a>(
        &'a self,
        body: &'a types::NewChannelBody,
    ) -> Result<ResponseValue<types::ChannelEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/notifications/channels", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "channel_add",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Remove a channel

Pending messages are discarded.

Errors:
- 404 `INVALID_REQUEST`: The caller has no channel with this id.

Sends a `DELETE` request to `/v1/notifications/channels/{channel_id}`

Arguments:
- `channel_id`: The `channel_id`.
*/
    pub async fn channel_remove<'a>(
        &'a self,
        channel_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/notifications/channels/{}", self.baseurl, encode_path(& channel_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "channel_remove",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Change a channel

Pending messages go to the new target.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: The request enables it or changes its target, but webhooks or mails are disabled in this service.
- 404 `INVALID_REQUEST`: The caller has no channel with this id.

Sends a `PATCH` request to `/v1/notifications/channels/{channel_id}`

Arguments:
- `channel_id`: The `channel_id`.
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn channel_change<'a>(
        &'a self,
        channel_id: &'a str,
        body: &'a types::ChannelChangeBody,
    ) -> Result<ResponseValue<types::ChannelEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/notifications/channels/{}", self.baseurl, encode_path(& channel_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "channel_change",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Test a channel

Sends a message, even to a disabled channel and in quiet hours. The `last_delivery` of the channel shows its result. At most ten per minute and user, those of webhooks included.

Errors:
- 403 `INVALID_REQUEST`: Webhooks or mails are disabled in this service.
- 404 `INVALID_REQUEST`: The caller has no channel with this id.
- 429 `RATE_LIMITED`: The caller has sent ten tests within a minute.

Sends a `POST` request to `/v1/notifications/channels/{channel_id}/test`

Arguments:
- `channel_id`: The `channel_id`.
*/
    pub async fn channel_test<'a>(
        &'a self,
        channel_id: &'a str,
    ) -> Result<
        ResponseValue<types::WebhookDeliveryEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/notifications/channels/{}/test", self.baseurl, encode_path(&
            channel_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "channel_test",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Mark a notification

Marks one notification as read or unread. If it was already read, it keeps its time.

Errors:
- 400 `INVALID_REQUEST`: The field has the wrong type.
- 404 `INVALID_REQUEST`: The caller has no notification with this id.

Sends a `PATCH` request to `/v1/notifications/{notification_id}`

Arguments:
- `notification_id`: The `notification_id`.
- `body`: A JSON object.
*/
    pub async fn notification_change<'a>(
        &'a self,
        notification_id: &'a str,
        body: &'a types::NotificationChangeBody,
    ) -> Result<
        ResponseValue<types::NotificationEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/notifications/{}", self.baseurl, encode_path(& notification_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "notification_change",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List landlords and vendors

The operator's, including those that the caller has disabled, and the caller's own.

Sends a `GET` request to `/v1/sources`

*/
    pub async fn source_list<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::SourcesEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/sources", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "source_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Look for shops and landlords

Searches the mailbox for messages that look like purchases or rent, parses up to two from each sender that isn't a landlord or vendor yet, and suggests the senders with an invoice. No message is stored. A search that takes longer than five minutes is answered with the results so far and continues; the same call joins it.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 429 `RATE_LIMITED`: The user has three unfinished ingests. A request for the same ingest joins it. Scheduled runs don't count.
- 502 `DEPENDENCY_FAILURE`: The mail provider, database, secret store or object storage failed.
- 502 `MAIL_TOKEN_EXPIRED`: No mail account is connected, or its tokens have expired and can't be renewed. Reconnect the account.

Sends a `POST` request to `/v1/sources/discover`

Arguments:
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn source_discover<'a>(
        &'a self,
        body: &'a types::DiscoverBody,
    ) -> Result<ResponseValue<types::DiscoveryEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/sources/discover", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "source_discover",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Add a landlord

Adds a landlord for the caller. The next rental ingest also searches for its notices. If a landlord with the same sender and subject exists, it is returned instead; if it is the operator's, it is enabled. At most 20 per account.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: The caller has reached the limit.

Sends a `POST` request to `/v1/sources/landlords`

Arguments:
- `body`: A JSON object.
*/
    pub async fn landlord_add<'a>(
        &'a self,
        body: &'a types::NewLandlordBody,
    ) -> Result<ResponseValue<types::LandlordEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/sources/landlords", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_add",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Remove a landlord

Removes one that the caller added. Its invoices stay.

Errors:
- 403 `INVALID_REQUEST`: It is the operator's: disable it instead.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `DELETE` request to `/v1/sources/landlords/{landlord_id}`

Arguments:
- `landlord_id`: The `landlord_id`.
*/
    pub async fn landlord_remove<'a>(
        &'a self,
        landlord_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/landlords/{}", self.baseurl, encode_path(& landlord_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_remove",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Change a landlord

Changes the fields in the body. The operator's can only be enabled or disabled, for the caller only.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: It is the operator's, and the change is more than `active`.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `PATCH` request to `/v1/sources/landlords/{landlord_id}`

Arguments:
- `landlord_id`: The `landlord_id`.
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn landlord_change<'a>(
        &'a self,
        landlord_id: &'a str,
        body: &'a types::LandlordChangeBody,
    ) -> Result<ResponseValue<types::LandlordEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/landlords/{}", self.baseurl, encode_path(& landlord_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_change",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the labels of a landlord

The words that name values in its documents: those that the caller taught, and the operator's.

Errors:
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `GET` request to `/v1/sources/landlords/{landlord_id}/labels`

Arguments:
- `landlord_id`: The `landlord_id`.
*/
    pub async fn landlord_labels<'a>(
        &'a self,
        landlord_id: &'a str,
    ) -> Result<
        ResponseValue<types::SourceLabelsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/landlords/{}/labels", self.baseurl, encode_path(& landlord_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_labels",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Set the labels of a landlord

Replaces those that the caller taught. They come before the general vocabulary in new documents, and in those that are asked about, which are parsed again now. Stored invoices stay until the operator runs `reparse`, whose dry run shows what changes. A phrase that the general vocabulary has for something else is refused.

Errors:
- 400 `INVALID_REQUEST`: A phrase is none, names two fields or means something else.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `PUT` request to `/v1/sources/landlords/{landlord_id}/labels`

Arguments:
- `landlord_id`: The `landlord_id`.
- `body`: A JSON object.
*/
    pub async fn landlord_labels_set<'a>(
        &'a self,
        landlord_id: &'a str,
        body: &'a types::LabelsBody,
    ) -> Result<
        ResponseValue<types::SourceLabelsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/landlords/{}/labels", self.baseurl, encode_path(& landlord_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_labels_set",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Remove the labels of a landlord

Removes those that the caller taught.

Errors:
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `DELETE` request to `/v1/sources/landlords/{landlord_id}/labels`

Arguments:
- `landlord_id`: The `landlord_id`.
*/
    pub async fn landlord_labels_remove<'a>(
        &'a self,
        landlord_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/landlords/{}/labels", self.baseurl, encode_path(& landlord_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_labels_remove",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Set the passwords of a landlord's PDFs

Replaces those that the caller gave, also by an answer. Its PDFs that need a password are parsed again now.

Errors:
- 400 `INVALID_REQUEST`: They are too many, or one is none.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `PUT` request to `/v1/sources/landlords/{landlord_id}/pdf-passwords`

Arguments:
- `landlord_id`: The `landlord_id`.
- `body`: A JSON object.
*/
    pub async fn landlord_pdf_passwords_set<'a>(
        &'a self,
        landlord_id: &'a str,
        body: &'a types::PdfPasswordsBody,
    ) -> Result<
        ResponseValue<types::SourcePdfPasswordsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/landlords/{}/pdf-passwords", self.baseurl, encode_path(&
            landlord_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "landlord_pdf_passwords_set",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List passwords of PDFs

The landlords and vendors for whose PDFs the caller gave passwords, with their number. The passwords themselves are never sent back.

Sends a `GET` request to `/v1/sources/pdf-passwords`

*/
    pub async fn pdf_password_list<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::PdfPasswordCountsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/sources/pdf-passwords", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "pdf_password_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List suggestions

The suggested landlords and vendors that are neither accepted nor refused.

Sends a `GET` request to `/v1/sources/suggestions`

*/
    pub async fn suggestion_list<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::SuggestionsEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/sources/suggestions", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "suggestion_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Accept a suggestion

Adds the landlord or vendor for the caller. The next ingest collects its messages.

Errors:
- 403 `INVALID_REQUEST`: The caller has reached the limit.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `POST` request to `/v1/sources/suggestions/{suggestion_id}/accept`

Arguments:
- `suggestion_id`: The `suggestion_id`.
*/
    pub async fn suggestion_accept<'a>(
        &'a self,
        suggestion_id: &'a str,
    ) -> Result<
        ResponseValue<types::AcceptedSuggestionEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/suggestions/{}/accept", self.baseurl, encode_path(&
            suggestion_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "suggestion_accept",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Refuse a suggestion

Its senders won't be suggested again.

Errors:
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `POST` request to `/v1/sources/suggestions/{suggestion_id}/refuse`

Arguments:
- `suggestion_id`: The `suggestion_id`.
*/
    pub async fn suggestion_refuse<'a>(
        &'a self,
        suggestion_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/suggestions/{}/refuse", self.baseurl, encode_path(&
            suggestion_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "suggestion_refuse",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List trusted senders

The caller's trusted senders.

Sends a `GET` request to `/v1/sources/trusted`

*/
    pub async fn trusted_sender_list<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::TrustedSendersEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/sources/trusted", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "trusted_sender_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Trust a sender

Trusts an address: its messages are parsed even if the sender can't be authenticated. Its quarantined messages are released and fetched now, except those that failed authentication (DMARC). At most 500 per account.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: The caller has the maximum number of trusted senders.

Sends a `POST` request to `/v1/sources/trusted`

Arguments:
- `body`: A JSON object.
*/
    pub async fn sender_trust<'a>(
        &'a self,
        body: &'a types::TrustSenderBody,
    ) -> Result<
        ResponseValue<types::TrustedSenderEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/sources/trusted", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "sender_trust",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Stop trusting a sender

Removes a trusted sender. Invoices that were parsed stay.

Errors:
- 404 `INVALID_REQUEST`: The sender is not trusted.

Sends a `DELETE` request to `/v1/sources/trusted/{sender}`

Arguments:
- `sender`: Its address.
*/
    pub async fn sender_distrust<'a>(
        &'a self,
        sender: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/trusted/{}", self.baseurl, encode_path(& sender.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "sender_distrust",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Add a vendor

Adds a vendor for the caller. The next retail ingest also searches its messages of the last 30 days. If a message matches it and an operator's vendor equally well, the caller's takes precedence. If a vendor with the same values exists, it is returned instead. At most 200 per account.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: The caller has reached the limit.

Sends a `POST` request to `/v1/sources/vendors`

Arguments:
- `body`: A JSON object.
*/
    pub async fn vendor_add<'a>(
        &'a self,
        body: &'a types::NewVendorBody,
    ) -> Result<ResponseValue<types::VendorEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/sources/vendors", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_add",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Remove a vendor

Removes one that the caller added. Its invoices stay.

Errors:
- 403 `INVALID_REQUEST`: It is the operator's: disable it instead.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `DELETE` request to `/v1/sources/vendors/{vendor_id}`

Arguments:
- `vendor_id`: The `vendor_id`.
*/
    pub async fn vendor_remove<'a>(
        &'a self,
        vendor_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/vendors/{}", self.baseurl, encode_path(& vendor_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_remove",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Change a vendor

Changes the fields in the body. After a change of the senders or subjects, the last 30 days are searched again. The operator's can only be enabled or disabled, for the caller only.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: It is the operator's, and the change is more than `active`.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `PATCH` request to `/v1/sources/vendors/{vendor_id}`

Arguments:
- `vendor_id`: The `vendor_id`.
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn vendor_change<'a>(
        &'a self,
        vendor_id: &'a str,
        body: &'a types::VendorChangeBody,
    ) -> Result<ResponseValue<types::VendorEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/vendors/{}", self.baseurl, encode_path(& vendor_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_change",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the labels of a vendor

The words that name values in its documents: those that the caller taught, and the operator's.

Errors:
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `GET` request to `/v1/sources/vendors/{vendor_id}/labels`

Arguments:
- `vendor_id`: The `vendor_id`.
*/
    pub async fn vendor_labels<'a>(
        &'a self,
        vendor_id: &'a str,
    ) -> Result<
        ResponseValue<types::SourceLabelsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/vendors/{}/labels", self.baseurl, encode_path(& vendor_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_labels",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Set the labels of a vendor

Replaces those that the caller taught. They come before the general vocabulary in new documents, and in those that are asked about, which are parsed again now. Stored invoices stay until the operator runs `reparse`, whose dry run shows what changes. A phrase that the general vocabulary has for something else is refused.

Errors:
- 400 `INVALID_REQUEST`: A phrase is none, names two fields or means something else.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `PUT` request to `/v1/sources/vendors/{vendor_id}/labels`

Arguments:
- `vendor_id`: The `vendor_id`.
- `body`: A JSON object.
*/
    pub async fn vendor_labels_set<'a>(
        &'a self,
        vendor_id: &'a str,
        body: &'a types::LabelsBody,
    ) -> Result<
        ResponseValue<types::SourceLabelsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/vendors/{}/labels", self.baseurl, encode_path(& vendor_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_labels_set",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Remove the labels of a vendor

Removes those that the caller taught.

Errors:
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `DELETE` request to `/v1/sources/vendors/{vendor_id}/labels`

Arguments:
- `vendor_id`: The `vendor_id`.
*/
    pub async fn vendor_labels_remove<'a>(
        &'a self,
        vendor_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/sources/vendors/{}/labels", self.baseurl, encode_path(& vendor_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_labels_remove",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Set the passwords of a vendor's PDFs

Replaces those that the caller gave, also by an answer. Its PDFs that need a password are parsed again now.

Errors:
- 400 `INVALID_REQUEST`: They are too many, or one is none.
- 404 `INVALID_REQUEST`: The caller has none with this id.

Sends a `PUT` request to `/v1/sources/vendors/{vendor_id}/pdf-passwords`

Arguments:
- `vendor_id`: The `vendor_id`.
- `body`: A JSON object.
*/
    pub async fn vendor_pdf_passwords_set<'a>(
        &'a self,
        vendor_id: &'a str,
        body: &'a types::PdfPasswordsBody,
    ) -> Result<
        ResponseValue<types::SourcePdfPasswordsEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/sources/vendors/{}/pdf-passwords", self.baseurl, encode_path(&
            vendor_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "vendor_pdf_passwords_set",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show spending

Sums the caller's invoices by month, sub-type, vendor and currency, with corrections. Currencies are never added together. Refunds and credit notes are negative. The invoices are those that the lists return for the same `from` and `to`. The response has an `ETag`. A request with this tag in `If-None-Match` returns 304 while nothing has changed.

Errors:
- 400 `INVALID_REQUEST`: The type is neither `rental` nor `retail`.
- 400 `INVALID_REQUEST`: The sub-type is unknown; the message lists the known ones.
- 400 `INVALID_REQUEST`: `subtype` together with `rental` as the type.
- 400 `INVALID_REQUEST`: A parameter has the wrong form; the message names it.

Sends a `GET` request to `/v1/statistics/spending`

Arguments:
- `by`: How to group: `month`, `sub_type` and `vendor`, separated by commas. Default: `month,sub_type`.
- `from`: Only invoices of this day or later, by invoice date, or by due date for rent.
- `subtype`: Only retail invoices of this sub-type. Any string is accepted, so that the error for an invalid one can list the valid ones.
- `to`: Only invoices of this day or earlier.
- `type_`: Only rental or retail invoices. Default: both. Any string is accepted, so that the error for an invalid one can name it.
*/
    pub async fn spending_view<'a>(
        &'a self,
        by: Option<&'a str>,
        from: Option<&'a ::chrono::naive::NaiveDate>,
        subtype: Option<types::KnownSubType>,
        to: Option<&'a ::chrono::naive::NaiveDate>,
        type_: Option<types::InvoiceType>,
    ) -> Result<ResponseValue<types::SpendingEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/statistics/spending", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("by", &by))
            .query(&progenitor_client::QueryParam::new("from", &from))
            .query(&progenitor_client::QueryParam::new("subtype", &subtype))
            .query(&progenitor_client::QueryParam::new("to", &to))
            .query(&progenitor_client::QueryParam::new("type", &type_))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "spending_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List access tokens

The caller's access tokens of scripts, the newest first. A token that has ended is listed for 30 days.

Sends a `GET` request to `/v1/tokens`

*/
    pub async fn token_list<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::ScriptTokensEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/tokens", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "token_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create an access token

For a script, which calls the API with it and needs no password. It opens the operations of its scopes; the scopes of each operation are in its `x-token-scopes`. It ends at its time, when it is revoked, and when the password is changed, the user logs out everywhere, or the account is deleted. A user has at most 50 tokens.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form, or the user has 50 tokens; the message says which.

Sends a `POST` request to `/v1/tokens`

Arguments:
- `body`: A JSON object.
*/
    pub async fn token_create<'a>(
        &'a self,
        body: &'a types::NewTokenBody,
    ) -> Result<ResponseValue<types::NewTokenEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/tokens", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "token_create",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Revoke an access token

It is invalid at once.

Errors:
- 404 `INVALID_REQUEST`: The caller has no token with this id.

Sends a `DELETE` request to `/v1/tokens/{token_id}`

Arguments:
- `token_id`: The `token_id`.
*/
    pub async fn token_revoke<'a>(
        &'a self,
        token_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/tokens/{}", self.baseurl, encode_path(& token_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "token_revoke",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show the account

The caller's name, e-mail and day of sign-up, and whether a mail account is connected. `mail_account_connected` becomes `false` when the provider rejects the stored refresh token: reconnect the account.

Errors:
- 404 `USER_NOT_FOUND`: The token is valid, but its account was deleted.
- 502 `DEPENDENCY_FAILURE`: The database or secret store failed.

Sends a `GET` request to `/v1/user/me`

*/
    pub async fn user_view<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::UserProfileEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/user/me", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "user_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Delete the account

Irreversible. Deletes all invoices with their details and files, the mail tokens and the account. From the first call on, the access token is valid for this operation only. Repeat it after a failure to finish the deletion.

Errors:
- 502 `DEPENDENCY_FAILURE`: The database, secret store or object storage failed. Call again to finish the deletion.

Sends a `DELETE` request to `/v1/user/me`

*/
    pub async fn user_delete<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/user/me", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "user_delete",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show the e-mail

The address that the caller gave at sign-up, and whether it is verified.

Sends a `GET` request to `/v1/user/me/email`

*/
    pub async fn email_view<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::AccountEmailEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/email", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "email_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Verify the e-mail

Verifies the e-mail with the code that was sent. After five wrong codes it becomes invalid.

Errors:
- 400 `INVALID_REQUEST`: The code has the wrong type.
- 400 `INVALID_CREDENTIALS`: The code is wrong or expired, or was entered wrong five times, or a newer one was sent.

Sends a `POST` request to `/v1/user/me/email/confirm`

Arguments:
- `body`: A JSON object.
*/
    pub async fn email_confirm<'a>(
        &'a self,
        body: &'a types::EmailCodeBody,
    ) -> Result<
        ResponseValue<types::AccountEmailEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/email/confirm", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "email_confirm",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Request a verification code

E-mails a code to the sign-up address, for the confirmation. It is valid for an hour, until the next one is sent. Nothing is sent to a verified address. E-mails per user are limited.

Errors:
- 400 `INVALID_REQUEST`: E-mails can't be sent to this address.
- 403 `INVALID_REQUEST`: No mail server is configured.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.
- 502 `DEPENDENCY_FAILURE`: The mail server or the database failed.

Sends a `POST` request to `/v1/user/me/email/verify`

*/
    pub async fn email_verify<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::AccountEmailEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/email/verify", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "email_verify",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Export the account

All of the caller's data as a zip archive: the profile, the sources, all invoices as JSON with their detail records and as a CSV table, the messages with their outcomes, the notifications, and every stored original. A `README.txt` describes each file. It contains no password and no tokens. The archive is created while it is sent, so its length is not known in advance. A truncated archive has no table of contents and can't be opened. A user can have one export at a time.

Errors:
- 429 `RATE_LIMITED`: The caller already has an export in progress, or the service has reached its limit of exports.
- 502 `DEPENDENCY_FAILURE`: The database, secret store or object storage failed before anything was sent.

Sends a `GET` request to `/v1/user/me/export`

*/
    pub async fn user_export<'a>(
        &'a self,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/user/me/export", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "user_export",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Change the password

Requires the current password, with the same limits as a login; a wrong one counts as a failed login. All access tokens issued before, those of scripts too, become invalid and all sessions end. The response has a new access token.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type, or the new password breaks a rule; the message says which.
- 400 `INVALID_CREDENTIALS`: The current password is wrong.
- 429 `RATE_LIMITED`: Too many attempts of this client address, failed ones of this account, or requests at once.

Sends a `POST` request to `/v1/user/me/password`

Arguments:
- `body`: A JSON object.
*/
    pub async fn password_change<'a>(
        &'a self,
        body: &'a types::PasswordChangeBody,
    ) -> Result<
        ResponseValue<types::NewAccessTokenEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/password", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "password_change",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show the preferences

The caller's language and time zone, when to be reminded of due dates, and when not to be disturbed.

Sends a `GET` request to `/v1/user/me/preferences`

*/
    pub async fn preferences_view<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::UserPreferencesEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/preferences", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "preferences_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Set the preferences

Replaces all of the caller's preferences. What is absent gets its default.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.

Sends a `PUT` request to `/v1/user/me/preferences`

Arguments:
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn preferences_set<'a>(
        &'a self,
        body: &'a types::PreferencesBody,
    ) -> Result<
        ResponseValue<types::UserPreferencesEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/preferences", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "preferences_set",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show storage

The size of the caller's stored messages and PDFs, and the limits. A message beyond a limit is fetched when there is space; deleting retail invoices frees space.

Sends a `GET` request to `/v1/user/me/usage`

*/
    pub async fn user_usage<'a>(
        &'a self,
    ) -> Result<
        ResponseValue<types::AccountUsageEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/user/me/usage", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "user_usage",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List webhooks

The caller's webhooks in order of registration, without their secrets.

Sends a `GET` request to `/v1/webhooks`

*/
    pub async fn webhook_list<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::WebhooksEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!("{}/v1/webhooks", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Register a webhook

The caller's events are posted to the URL as JSON, `{"type", "timestamp", "data"}`, as [Standard Webhooks](https://www.standardwebhooks.com): the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes that the secret encodes after `whsec_`. The secret is only in this response. `invoice.created`, `invoice.changed` and `invoice.deleted` have `invoice_type`, `invoice_id` and `invoice`, as in the lists (for a deleted one, as it was). `account.notified` has a notification that isn't about an invoice.

Any 2xx status counts as received. Otherwise the event is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 14 hours, with the same `webhook-id`. Any event can arrive more than once. A webhook that fails for three days, or that responds with 410, is disabled, and the caller is notified. The URL must use HTTPS and resolve to a public address; redirects are not followed. At most five webhooks per account.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: Webhooks are disabled in this service, or the caller already has five.

Sends a `POST` request to `/v1/webhooks`

Arguments:
- `body`: A JSON object.
*/
    pub async fn webhook_add<'a>(
        &'a self,
        body: &'a types::NewWebhookBody,
    ) -> Result<
        ResponseValue<types::RegisteredWebhookEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!("{}/v1/webhooks", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_add",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Show a webhook

One webhook of the caller, without its secret.

Errors:
- 404 `INVALID_REQUEST`: The caller has no webhook with this id.

Sends a `GET` request to `/v1/webhooks/{webhook_id}`

Arguments:
- `webhook_id`: The `webhook_id`.
*/
    pub async fn webhook_view<'a>(
        &'a self,
        webhook_id: &'a str,
    ) -> Result<ResponseValue<types::WebhookEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/webhooks/{}", self.baseurl, encode_path(& webhook_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_view",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Remove a webhook

Pending deliveries are discarded.

Errors:
- 404 `INVALID_REQUEST`: The caller has no webhook with this id.

Sends a `DELETE` request to `/v1/webhooks/{webhook_id}`

Arguments:
- `webhook_id`: The `webhook_id`.
*/
    pub async fn webhook_remove<'a>(
        &'a self,
        webhook_id: &'a str,
    ) -> Result<ResponseValue<types::NoDataEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/webhooks/{}", self.baseurl, encode_path(& webhook_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_remove",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Change a webhook

Changes the URL or the events, or enables or disables the webhook. Pending deliveries go to the new URL.

Errors:
- 400 `INVALID_REQUEST`: A field has the wrong type or form; the message names it.
- 403 `INVALID_REQUEST`: The request enables it, but webhooks are disabled in this service.
- 404 `INVALID_REQUEST`: The caller has no webhook with this id.

Sends a `PATCH` request to `/v1/webhooks/{webhook_id}`

Arguments:
- `webhook_id`: The `webhook_id`.
- `body`: A JSON object. No body is the same as an empty object.
*/
    pub async fn webhook_change<'a>(
        &'a self,
        webhook_id: &'a str,
        body: &'a types::WebhookChangeBody,
    ) -> Result<ResponseValue<types::WebhookEnvelope>, Error<types::ErrorEnvelope>> {
        let url = format!(
            "{}/v1/webhooks/{}", self.baseurl, encode_path(& webhook_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_change",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            408u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            413u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            415u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List deliveries

The webhook's deliveries, most recent first. They are listed for 30 days after they ended.

Errors:
- 400 `INVALID_REQUEST`: A parameter has the wrong form.
- 404 `INVALID_REQUEST`: The caller has no webhook with this id.

Sends a `GET` request to `/v1/webhooks/{webhook_id}/deliveries`

Arguments:
- `webhook_id`: The `webhook_id`.
- `cursor`: The `next_cursor` of the previous page.
- `limit`: Maximum number of deliveries per page. Default: 20.
*/
    pub async fn webhook_delivery_list<'a>(
        &'a self,
        webhook_id: &'a str,
        cursor: Option<&'a str>,
        limit: Option<u16>,
    ) -> Result<
        ResponseValue<types::WebhookDeliveriesEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/webhooks/{}/deliveries", self.baseurl, encode_path(& webhook_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_delivery_list",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            400u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Replace the secret of a webhook

The new secret is only in this response. The old one is no longer used.

Errors:
- 404 `INVALID_REQUEST`: The caller has no webhook with this id.

Sends a `POST` request to `/v1/webhooks/{webhook_id}/secret`

Arguments:
- `webhook_id`: The `webhook_id`.
*/
    pub async fn webhook_replace_secret<'a>(
        &'a self,
        webhook_id: &'a str,
    ) -> Result<
        ResponseValue<types::WebhookSecretEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/webhooks/{}/secret", self.baseurl, encode_path(& webhook_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_replace_secret",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Send a test event

Sends one event of type `test`, even to a disabled webhook. The delivery shows its result. At most ten per minute and user.

Errors:
- 403 `INVALID_REQUEST`: Webhooks are disabled in this service.
- 404 `INVALID_REQUEST`: The caller has no webhook with this id.
- 429 `RATE_LIMITED`: The caller has sent ten test events within a minute.

Sends a `POST` request to `/v1/webhooks/{webhook_id}/test`

Arguments:
- `webhook_id`: The `webhook_id`.
*/
    pub async fn webhook_test<'a>(
        &'a self,
        webhook_id: &'a str,
    ) -> Result<
        ResponseValue<types::WebhookDeliveryEnvelope>,
        Error<types::ErrorEnvelope>,
    > {
        let url = format!(
            "{}/v1/webhooks/{}/test", self.baseurl, encode_path(& webhook_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "webhook_test",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            201u16 => ResponseValue::from_response(response).await,
            401u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            403u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            404u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            429u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            500u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            502u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            503u16 => {
                Err(Error::ErrorResponse(ResponseValue::from_response(response).await?))
            }
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
}
/// Items consumers will typically use such as the Client.
pub mod prelude {
    #[allow(unused_imports)]
    pub use super::Client;
}
