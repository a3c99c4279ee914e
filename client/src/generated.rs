// Made from openapi.json by `cargo xtask regen`. Do not edit.

#[allow(unused_imports)]
pub use progenitor_client::{ByteStream, ClientInfo, Error, ResponseValue};
#[allow(unused_imports)]
use progenitor_client::{encode_path, ClientHooks, OperationInfo, RequestBuilderExt};
/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    ///What an accepted suggestion became: one of the two.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct AcceptedSuggestion {
        ///The landlord.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub landlord: ::std::option::Option<Landlord>,
        ///The vendor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor: ::std::option::Option<Vendor>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AcceptedSuggestionEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: AcceptedSuggestion,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///The address that the caller gave at sign-up.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountEmail {
        ///As given.
        pub email: ::std::string::String,
        ///Whether the caller has shown that mails arrive there.
        pub verified: bool,
        ///When that was; absent while it has not happened.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub verified_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountEmailEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: AccountEmail,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What the account's files take, and the limits on it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountUsage {
        ///The messages that they come from.
        pub messages: u64,
        ///The most that `messages` may be; absent without a limit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub messages_limit: ::std::option::Option<u64>,
        ///The bytes of the stored mails and PDFs.
        pub stored_bytes: u64,
        ///The most that `stored_bytes` may be; absent without a limit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stored_bytes_limit: ::std::option::Option<u64>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AccountUsageEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: AccountUsage,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A session of an app.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AppSession {
        ///When it began.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///Whether the access token of this request comes from it.
        pub current: bool,
        ///When it ends unless it is refreshed before.
        pub expires_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///When it was last refreshed, or else began.
        pub last_used_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///What it was called when it began; absent if it has no name.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///Its id.
        pub session_id: ::std::string::String,
    }
    ///Sessions, the last used first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AppSessions {
        ///The sessions.
        pub sessions: ::std::vec::Vec<AppSession>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AppSessionsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: AppSessions,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///The session of a page, without its refresh token.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BrowserSession {
        ///A signed token, valid at once. It ends with the session.
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
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BrowserSessionEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: BrowserSession,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A record of `clothing`. Clothes and shoes.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ClothingInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///What the delivery costs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The discount, positive.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub discount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
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
        ///How it was paid.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payment_method: ::std::option::Option<::std::string::String>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The VAT.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tax: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A piece of clothing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ClothingLine {
        ///The shop's number of it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub article_number: ::std::option::Option<::std::string::String>,
        ///The brand, where the line states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub brand: ::std::option::Option<::std::string::String>,
        ///What it is called.
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
    ///How to ask for the consent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ConnectBody {
        ///Where the browser returns to; `service` when absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub redirect: ::std::option::Option<ConsentRedirect>,
    }
    ///Where the provider sends the browser after the consent.
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
    ///A run of whole days, both included, in the service's time zone.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DateRange {
        ///`YYYY/MM/DD`.
        pub end: ::std::string::String,
        ///`YYYY/MM/DD`.
        pub start: ::std::string::String,
    }
    ///What a message tells.
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
        ///An invoice is gone.
        #[serde(rename = "invoice.deleted")]
        InvoiceDeleted,
        ///The caller was told something that is about no invoice.
        #[serde(rename = "account.notified")]
        AccountNotified,
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
    ///How far back to look for shops and landlords.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct DiscoverBody {
        ///Mails of so many days are looked at, 365 when absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub days: ::std::option::Option<u16>,
    }
    ///What a search for shops and landlords has found.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Discovery {
        ///Whether the search has ended. If not, the same call joins it.
        pub finished: bool,
        ///How many mails look like purchases or rent.
        pub mails_found: u64,
        ///Whether there were more senders or mails than one search looks at. Answer the suggestions and search again.
        pub more: bool,
        ///How many senders were looked at.
        pub senders_examined: u64,
        ///Every suggestion that waits for an answer, those with the most mails first.
        pub suggestions: ::std::vec::Vec<Suggestion>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DiscoveryEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Discovery,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///How a document is read.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct DocumentExplanation {
        ///The values with their reasons.
        pub fields: ::std::vec::Vec<FieldExplanation>,
        ///The name of the file.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub file_name: ::std::option::Option<::std::string::String>,
        ///What reading it gives.
        pub outcome: ReadingOutcome,
        ///What reads it; absent where nothing could.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser: ::std::option::Option<::std::string::String>,
        ///The version of that parser.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser_version: ::std::option::Option<u32>,
        ///Which part of the mail it is.
        pub part: ::std::string::String,
        ///The reason, where there is one, as a sentence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New ones may be added. Absent for what was stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence, by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///The same as text for people, as `invoices parse --explain` prints it.
        pub text: ::std::string::String,
    }
    ///A code that shows that mails arrive.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct EmailCodeBody {
        ///The code that was mailed.
        pub code: crate::Secret,
    }
    ///What went wrong, for programs.
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
        ///What went wrong, for programs.
        pub code: ErrorCode,
        ///What went wrong, for people. Safe to show.
        pub message: ::std::string::String,
    }
    ///The envelope of every failure: `{"error": {"code": …, "message": …}}`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ErrorEnvelope {
        ///What went wrong.
        pub error: ErrorDetail,
    }
    ///Why a field has its value, or has none.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FieldExplanation {
        ///The reason, with the words of the page.
        pub because: ::std::string::String,
        ///The values that were considered, each with the words of the page.
        pub considered: ::std::vec::Vec<::std::string::String>,
        ///The name of the field.
        pub field: ::std::string::String,
        ///Which of several orders it is about, from 1.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order: ::std::option::Option<u32>,
        ///The rule that decided.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub rule: ::std::option::Option<::std::string::String>,
        ///The value; absent where it was left out.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub value: ::std::option::Option<::std::string::String>,
    }
    ///What the provider sent back.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FinishConnectBody {
        ///The provider's code. Not blank.
        pub code: crate::Secret,
        ///The `state` of the consent. Not blank.
        pub state: crate::Secret,
    }
    ///A record of `food-delivery`. Meals ordered from restaurants and brought home.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoodDeliveryInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///What the delivery costs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The discount, positive.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub discount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
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
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///Where the food comes from.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub restaurant: ::std::option::Option<::std::string::String>,
        ///What the service costs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub service_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The tip.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tip: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A dish.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoodDeliveryLine {
        ///Toppings, sizes and wishes.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        ///What it is called.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///One mail: once as a landlord's, once as a vendor's, or both.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoundMessage {
        ///The message as each ingest found it.
        pub messages: ::std::vec::Vec<Message>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FoundMessageEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: FoundMessage,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A record of `grocery`. Food and household goods.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GroceryInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The deposit on bottles and cans.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub deposit: ::std::option::Option<::rust_decimal::Decimal>,
        ///The discount, positive.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub discount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
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
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///Where the shop is.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub store_location: ::std::option::Option<::std::string::String>,
        ///The shop.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub store_name: ::std::option::Option<::std::string::String>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A line of goods.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GroceryLine {
        ///What kind of goods.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category: ::std::option::Option<::std::string::String>,
        ///What it is called.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many, or how much.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
        ///The unit of the quantity, `pcs` where none is stated.
        pub unit: ::std::string::String,
    }
    ///A mail that the caller handed over.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HandedMail {
        ///Its id in the ledger: the SHA-256 of its bytes. Absent where nothing of it is kept.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message_id: ::std::option::Option<::std::string::String>,
        ///The reason, where there is one, as a sentence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New ones may be added. Absent for what was stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence, by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///Its sender, where it has exactly one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender: ::std::option::Option<::std::string::String>,
        ///What became of it.
        pub state: HandedState,
        ///Its subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HandedMailEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: HandedMail,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What became of a mail.
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
        ///Its documents are stored, and read within seconds.
        #[serde(rename = "fetched")]
        Fetched,
        ///It waits to be fetched.
        #[serde(rename = "found")]
        Found,
        ///Nobody vouches for its sender. It is kept until the caller does.
        #[serde(rename = "quarantined")]
        Quarantined,
        ///It holds nothing that is read, or can't be read.
        #[serde(rename = "rejected")]
        Rejected,
        ///It could not be fetched or stored.
        #[serde(rename = "failed")]
        Failed,
        ///The same mail is in the ledger already, or it forwards mails, each of which is in the ledger.
        #[serde(rename = "skipped")]
        Skipped,
        ///Its sender is no landlord and no active vendor. Nothing of it is kept.
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
        ///What happened, for people.
        pub message: ::std::string::String,
        ///The name of its server.
        pub server: ::std::string::String,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ImapConnectionEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: ImapConnection,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A login at an IMAP server.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ImapLoginBody {
        ///The password; at most providers one that is made for an app.
        pub password: crate::Secret,
        ///The name of one of the servers that the operator lists.
        pub server: ::std::string::String,
        ///The user name: an e-mail address, or the part before the `@` where the server has a domain.
        pub user: ::std::string::String,
    }
    ///What a run did so far.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestCounts {
        ///Mails that were fetched.
        pub fetched: u64,
        ///Mails of these that were new.
        pub found: u64,
        ///Mails that the searches returned.
        pub searched: u64,
        ///Documents that were newly stored: the texts of mails and PDFs.
        pub stored: u64,
        ///Documents of these times that are stored and not read yet.
        pub unread: u64,
    }
    ///What an ingest does.
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
        ///Fetches the mails of vendors.
        #[serde(rename = "retail")]
        Retail,
        ///Looks for shops and landlords.
        #[serde(rename = "discover")]
        Discover,
        ///Fetches what earlier runs found and did not fetch.
        #[serde(rename = "pending")]
        Pending,
        ///Fetches the mails that the caller handed over.
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
    ///One thing that failed in a run.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestProblem {
        ///What failed, in words safe to show.
        pub error: ::std::string::String,
        ///The mail, where one mail failed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message_id: ::std::option::Option<::std::string::String>,
        ///The vendor whose search or mail failed, where it is known.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_id: ::std::option::Option<::std::string::String>,
    }
    ///The run of an ingest.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRun {
        ///What it did so far.
        pub counts: IngestCounts,
        ///When it was ordered.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///Why it ended early; absent where it did not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub error: ::std::option::Option<IngestRunError>,
        ///When it ended; absent while it has not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub finished_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///What it does.
        pub ingest: IngestKind,
        ///What failed on the way, at most twenty entries.
        pub problems: ::std::vec::Vec<IngestProblem>,
        ///Its id, a UUID.
        pub run_id: ::std::string::String,
        ///Whether the schedule ordered it.
        pub scheduled: bool,
        ///How far it has come.
        pub state: IngestRunState,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRunEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: IngestRun,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Why a run ended early, as the answer to its request says it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRunError {
        ///The code.
        pub code: ErrorCode,
        ///The sentence.
        pub message: ::std::string::String,
    }
    ///How far a run has come.
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
        ///All are fetched, and some of the documents that were stored meanwhile are not read yet.
        #[serde(rename = "parsing")]
        Parsing,
        ///It has ended, and all that it stored is read.
        #[serde(rename = "done")]
        Done,
        ///It has ended early; `error` says why. What it stored stays, and the next run goes on from there.
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
    ///Runs, the last ordered first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRuns {
        ///The `cursor` of the next page; absent on the last.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
        ///The runs.
        pub runs: ::std::vec::Vec<IngestRun>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct IngestRunsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: IngestRuns,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Where an invoice's date comes from when the document does not state it.
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
        ///The mail's date stands in.
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
    ///The detail record of a retail invoice; `sub_type` says which. What the document does not state is absent.
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
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct InvoiceDetailsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: InvoiceDetails,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///The path's type and the query say which of the four forms it has.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum InvoiceList {
        RentalInvoices(RentalInvoices),
        RetailInvoices(RetailInvoices),
        RetailInvoiceDetails(RetailInvoiceDetails),
        RetailCounts(RetailCounts),
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
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct InvoiceListEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub data: ::std::option::Option<InvoiceList>,
        ///What happened, for people.
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
    ///Two invoices that are one now.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct JoinedInvoices {
        ///Both invoices as they were. If they were one already, it is the only one.
        pub before: ::std::vec::Vec<RetailInvoice>,
        ///The invoice. Its total is that of the latest document.
        pub invoice: RetailInvoice,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct JoinedInvoicesEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: JoinedInvoices,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What went wrong, for programs.
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
        ///The request can't be done as it stands, or names nothing that exists.
        #[serde(rename = "INVALID_REQUEST")]
        InvalidRequest,
        ///The body is not JSON.
        #[serde(rename = "INVALID_JSON")]
        InvalidJson,
        ///A required field or path parameter is absent.
        #[serde(rename = "MISSING_FIELDS")]
        MissingFields,
        ///No valid access token; at store-tokens with status 400: the mail tokens failed validation.
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
        ///Too many attempts.
        #[serde(rename = "RATE_LIMITED")]
        RateLimited,
        ///The mail provider, identity provider, database, secret store or object storage failed.
        #[serde(rename = "DEPENDENCY_FAILURE")]
        DependencyFailure,
        ///The mail account must be connected again.
        #[serde(rename = "MAIL_TOKEN_EXPIRED")]
        MailTokenExpired,
        ///The service is shutting down.
        #[serde(rename = "SERVICE_UNAVAILABLE")]
        ServiceUnavailable,
        ///A defect of the service, or it took too long.
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
    ///The sub-type of a retail invoice, the name of its category. More may be added; treat an unknown one as text.
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
    ///A landlord whose notices are searched for.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Landlord {
        ///Whether its mails are searched for.
        pub active: bool,
        ///A UUID.
        pub landlord_id: ::std::string::String,
        ///Who has configured it.
        pub origin: SourceOrigin,
        ///The sender of the notices: an address, a domain with its sub-domains, or a pattern with `*`.
        pub sender: ::std::string::String,
        ///A phrase that the subject must contain, whatever the letter case; empty for any subject.
        pub subject: ::std::string::String,
    }
    ///What to change of a landlord. What is absent stays. Of the operator's only `active` can be changed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct LandlordChangeBody {
        ///Whether its mails are searched for.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///The sender of the notices, as in a new landlord.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender: ::std::option::Option<::std::string::String>,
        ///A phrase that the subject must contain; empty for any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LandlordEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Landlord,
        ///What happened, for people.
        pub message: ::std::string::String,
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
        ///A message whose sender nobody vouches for. It is not read until it is released.
        #[serde(rename = "quarantined")]
        Quarantined,
        ///A message that holds nothing that is read, or a document that states no invoice.
        #[serde(rename = "rejected")]
        Rejected,
        ///A message that could not be fetched, or a document that could not be read.
        #[serde(rename = "failed")]
        Failed,
        ///A message that was left out.
        #[serde(rename = "skipped")]
        Skipped,
        ///A document that waits to be read.
        #[serde(rename = "stored")]
        Stored,
        ///A document that states an invoice.
        #[serde(rename = "parsed")]
        Parsed,
        ///A document that repeats what is known.
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
    ///What a known user gives.
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
        ///The last ingest of the caller's mail that has ended. Absent if there was none in the last days.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_run: ::std::option::Option<IngestRun>,
        ///When the schedule orders the next ingest. Absent if the account must be connected again.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_run_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///`google`, or the name of the IMAP server. Absent if it is not known.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub provider: ::std::option::Option<::std::string::String>,
        ///Whether it can be read.
        pub state: MailAccountState,
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
        ///By a login at an IMAP server.
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
    ///Whether a mail account can be read.
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
    }
    impl ::std::fmt::Display for MailAccountState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Connected => f.write_str("connected"),
                Self::Reconnect => f.write_str("reconnect"),
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
        ///The accounts; at most one.
        pub accounts: ::std::vec::Vec<MailAccount>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailAccountsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: MailAccounts,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///The account that is now connected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConnection {
        ///Whether another account was connected before.
        pub account_switch: bool,
        ///The account's address, as the identity provider says.
        pub google_email: ::std::string::String,
        ///What happened, for people.
        pub message: ::std::string::String,
        ///The scopes that the provider granted, separated by blanks.
        pub scope: ::std::string::String,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConnectionEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: MailConnection,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A consent to ask the user for.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConsent {
        ///The provider's page: open it in the user's browser.
        pub authorization_url: ::std::string::String,
        ///Seconds until it expires.
        pub expires_in: u64,
        ///What the finish must state. The provider sends it back with the code: compare the two.
        pub state: crate::Secret,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailConsentEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: MailConsent,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///An IMAP server that the operator lists.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailServer {
        ///The domain of user names that have none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub domain: ::std::option::Option<::std::string::String>,
        ///Its host name.
        pub host: ::std::string::String,
        ///Its name, for the login.
        pub name: ::std::string::String,
    }
    ///The IMAP servers at which a mail account can be connected.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailServers {
        ///In the operator's order.
        pub servers: ::std::vec::Vec<MailServer>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MailServersEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: MailServers,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///How many notifications were marked.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MarkedNotifications {
        ///How many changed.
        pub changed: u64,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MarkedNotificationsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: MarkedNotifications,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A mail that was found.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Message {
        ///What shows that its sender is genuine, or doesn't.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub authentication: ::std::option::Option<::std::string::String>,
        ///Whether it is in quarantine, or a document of it was deleted when it was read: it can be released then.
        pub can_be_released: bool,
        ///Whether another attempt can be made at what failed.
        pub can_be_retried: bool,
        ///Its text and PDFs that may state invoices.
        pub documents: ::std::vec::Vec<MessageDocument>,
        ///What became of it and what can be done, in sentences for the user.
        pub explanation: ::std::string::String,
        ///`true` if the caller forwarded it: sender and subject are those of the mail that it quotes. Else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///When it was found.
        pub found_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///Its id: the mail provider's, or the SHA-256 of a mail that was handed over. A mail of a sender who is a landlord and a vendor is there once as each.
        pub message_id: ::std::string::String,
        ///The reason, where there is one, as a sentence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New ones may be added. Absent for what was stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence, by name.
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
        ///The address of its sender, where it is known.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender: ::std::option::Option<::std::string::String>,
        ///The name of its sender, as the mail states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sender_name: ::std::option::Option<::std::string::String>,
        ///Its state.
        pub state: LedgerState,
        ///Its subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
        ///Whether it was found as a landlord's mail or as a vendor's.
        #[serde(rename = "type")]
        pub type_: InvoiceType,
        ///When its state last changed.
        pub updated_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The vendor whose mail it is.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_id: ::std::option::Option<::std::string::String>,
    }
    ///The text or a PDF of a mail.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageDocument {
        ///The name of the file, as the mail states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub file_name: ::std::option::Option<::std::string::String>,
        ///The invoices that it states.
        pub invoice_ids: ::std::vec::Vec<::std::string::String>,
        ///What read it: a category, or a category and a vendor's layout.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser: ::std::option::Option<::std::string::String>,
        ///The version of that parser.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parser_version: ::std::option::Option<u32>,
        ///Which part of the mail: `html` is its text, in which all its text parts stand in order, `page-0` its first attached page, `xml-0` its first e-invoice, `pdf-0` its first PDF.
        pub part: ::std::string::String,
        ///The reason, where there is one, as a sentence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason: ::std::option::Option<::std::string::String>,
        ///The code of the reason, such as `no-total`. New ones may be added. Absent for what was stored before codes existed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reason_code: ::std::option::Option<::std::string::String>,
        ///The values in the sentence, by name.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub reason_parameters: ::serde_json::Map<
            ::std::string::String,
            ::serde_json::Value,
        >,
        ///Its state.
        pub state: LedgerState,
    }
    ///How the documents of a mail are read.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageExplanation {
        ///Its documents, at most twenty.
        pub documents: ::std::vec::Vec<DocumentExplanation>,
        ///What became of the mail and what can be done, in sentences for the user.
        pub explanation: ::std::string::String,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageExplanationEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: MessageExplanation,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Mails that were found, the last received first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Messages {
        ///The messages.
        pub messages: ::std::vec::Vec<Message>,
        ///The `cursor` of the next page; absent on the last.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessagesEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Messages,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A record of `miscellaneous`. Everything that no other category claims.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MiscellaneousInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///What kind of thing was bought.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub category: ::std::option::Option<::std::string::String>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///What the delivery costs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///What was bought, in one line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
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
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The VAT.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tax: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A bought thing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MiscellaneousLine {
        ///What it is called.
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
        ///A signed token, valid at once.
        pub access_token: crate::Secret,
        ///Seconds until the access token expires.
        pub expires_in: u64,
        ///Always `Bearer`.
        pub token_type: TokenType,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewAccessTokenEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: NewAccessToken,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A landlord to add.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewLandlordBody {
        ///The sender of the notices: an address (`hyra@example.com`), a domain with its sub-domains (`example.com`), or a pattern with `*`. It must name the domain of one company.
        pub sender: ::std::string::String,
        ///A phrase that the subject must contain, without control characters; absent or empty for any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject: ::std::option::Option<::std::string::String>,
    }
    ///A vendor to add.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewVendorBody {
        ///The senders of its mails: addresses, domains with their sub-domains, or patterns with `*`. Each must name the domain of one company.
        pub email_patterns: ::std::vec::Vec<::std::string::String>,
        ///Its name. Not blank, and without control characters.
        pub name: ::std::string::String,
        ///The sub-type of its invoices.
        pub sub_type: KnownSubType,
        ///Phrases of which the subject must contain one, none of them blank; absent or empty for any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject_keywords: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
    }
    ///A webhook to register.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NewWebhookBody {
        ///The events that it is for; absent for all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub events: ::std::option::Option<::std::vec::Vec<WebhookEvent>>,
        ///Where to post: HTTPS to a public address, without user name, password and fragment.
        pub url: ::std::string::String,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NoDataEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///Always `null`.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub data: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A notification.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Notification {
        ///What to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///When it was made.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///The currency of the amount, SEK where the invoice states none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The number of invoices, of a notification of several.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_count: ::std::option::Option<u64>,
        ///The rental invoice that it is about; absent for other kinds.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_id: ::std::option::Option<::std::string::String>,
        ///What it tells.
        pub kind: NotificationKind,
        ///The landlord's name. Of several invoices, if all are of one landlord.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub landlord: ::std::option::Option<::std::string::String>,
        ///The text.
        pub message: ::std::string::String,
        ///Its id.
        pub notification_id: ::std::string::String,
        ///When it was marked as read; absent while it is not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub read_at: ::std::option::Option<::chrono::DateTime<::chrono::offset::Utc>>,
        ///The subject line.
        pub subject: ::std::string::String,
    }
    ///What to change of a notification.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NotificationChangeBody {
        ///Whether it counts as read.
        pub read: bool,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NotificationEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Notification,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What a notification tells.
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
        ///The mail account must be connected again.
        #[serde(rename = "reconnect")]
        Reconnect,
        ///An ingest failed and is not tried again.
        #[serde(rename = "ingest-failed")]
        IngestFailed,
        ///The account has reached its limit on what it stores.
        #[serde(rename = "account-full")]
        AccountFull,
        ///A webhook was switched off, because its receiver fails or is gone.
        #[serde(rename = "webhook-off")]
        WebhookOff,
        ///Several rental invoices that were due in earlier months, such as those of an import: `invoice_count` of them.
        #[serde(rename = "history")]
        History,
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
    ///Notifications, the newest first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Notifications {
        ///The `cursor` of the next page; absent on the last.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
        ///The notifications.
        pub notifications: ::std::vec::Vec<Notification>,
        ///How many are not read, on all pages.
        pub unread_count: u64,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct NotificationsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Notifications,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A change of the caller's password.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PasswordChangeBody {
        ///The password so far.
        pub current_password: crate::Secret,
        ///8 to 128 characters, of any kind, never cut; the most common passwords are refused. Never returned.
        pub new_password: crate::Secret,
    }
    ///Who has forgotten a password.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PasswordForgottenBody {
        ///The e-mail given at sign-up, in any letter case.
        pub email: ::std::string::String,
    }
    ///A new password in place of a forgotten one.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PasswordResetBody {
        ///8 to 128 characters, of any kind, never cut; the most common passwords are refused. Never returned.
        pub new_password: crate::Secret,
        ///The code that was mailed.
        pub token: crate::Secret,
    }
    ///What reading a document gives.
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
        ///It is no invoice.
        #[serde(rename = "not-an-invoice")]
        NotAnInvoice,
        ///It is one that can't be read, or nobody can read it.
        #[serde(rename = "failed")]
        Failed,
    }
    impl ::std::fmt::Display for ReadingOutcome {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Invoice => f.write_str("invoice"),
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
    ///A webhook that was registered, and its secret.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RegisteredWebhook {
        ///Signs the messages. It is not shown again.
        pub secret: crate::Secret,
        ///The webhook.
        pub webhook: Webhook,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RegisteredWebhookEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: RegisteredWebhook,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What to correct of a rental invoice: at least one field, or one to undo. What is absent stays.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct RentalCorrectionBody {
        ///The currency. The record leaves out SEK.
        #[serde(
            rename = "Currency",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay. `due_date_month` and `due_date_year` follow it.
        #[serde(
            rename = "Due Date",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///Who is paid. Not blank, and without control characters.
        #[serde(
            rename = "Landlord",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub landlord: ::std::option::Option<::std::string::String>,
        ///What to pay; negative for a credit note.
        #[serde(
            rename = "Total Amount",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The fields whose corrections are taken back: they have again what the invoice states. One that is not corrected stays as it is.
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
        ///What to pay.
        #[serde(rename = "Total Amount")]
        TotalAmount,
        ///The last day to pay.
        #[serde(rename = "Due Date")]
        DueDate,
        ///Who is paid.
        Landlord,
        ///The currency.
        Currency,
    }
    impl ::std::fmt::Display for RentalField {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TotalAmount => f.write_str("Total Amount"),
                Self::DueDate => f.write_str("Due Date"),
                Self::Landlord => f.write_str("Landlord"),
                Self::Currency => f.write_str("Currency"),
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
    ///What an ingest brought in.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalIngest {
        ///How many invoices were newly stored; never zero, for then `data` is `null`.
        #[serde(rename = "invoiceCount")]
        pub invoice_count: u64,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalIngestEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub data: ::std::option::Option<RentalIngest>,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A rental invoice, as it is stored. Beyond the fields named here it has whatever else is labelled on the page, by its label, such as `Hyra`, `El`, `Kallvatten`, `Varmvatten`, `Moms` and `Bankgiro`; amounts are numbers. What the page does not state is absent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalInvoice {
        ///The keys of the values that the user has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where it is not SEK.
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
        ///The month of the due date as a number without a leading zero; without a due date, the month of the mail.
        pub due_date_month: ::std::string::String,
        ///The year of the due date; without a due date, the year of the mail.
        pub due_date_year: ::std::string::String,
        ///The PDF's name.
        #[serde(
            rename = "Filename",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub filename: ::std::option::Option<::std::string::String>,
        ///`true` if the mail with the notice is one that the user forwarded, by what it quotes. Else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///`Invoice_` and the last underscore-separated segment of the PDF's name.
        #[serde(rename = "InvoiceID")]
        pub invoice_id: ::std::string::String,
        ///The payment reference: digits.
        #[serde(rename = "OCR", skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The payments after the earliest, where the notice has several slips.
        #[serde(
            rename = "Payments",
            default,
            skip_serializing_if = "::std::vec::Vec::is_empty"
        )]
        pub payments: ::std::vec::Vec<RentalPayment>,
        ///The invoice that replaces this one, which counts for no sum then.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub replaced_by: ::std::option::Option<::std::string::String>,
        ///What to pay; negative for a credit note.
        #[serde(rename = "Total Amount")]
        pub total_amount: ::rust_decimal::Decimal,
        ///The owner.
        #[serde(rename = "UserID")]
        pub user_id: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
        #[serde(flatten)]
        pub extra: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalInvoiceEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: RentalInvoice,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Rental invoices by year.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalInvoices {
        ///How many there are on all pages; never zero, for then `data` is `null`.
        #[serde(rename = "invoiceCount")]
        pub invoice_count: u64,
        ///By `due_date_year`; in each year in the order asked for.
        pub invoices: ::std::collections::BTreeMap<
            ::std::string::String,
            ::std::vec::Vec<RentalInvoice>,
        >,
        ///The `cursor` of the next page. Absent on the last one, and without `limit`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///One further payment of a notice with several slips.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RentalPayment {
        ///The last day to pay it.
        #[serde(
            rename = "Due Date",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///Its payment reference.
        #[serde(rename = "OCR", skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///What to pay.
        #[serde(rename = "Total Amount")]
        pub total_amount: ::rust_decimal::Decimal,
    }
    ///What to correct of a retail invoice: at least one field, or one to undo. What is absent stays.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct RetailCorrectionBody {
        ///The currency.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The date of the invoice.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The sub-type. The detail record then has only the fields that all sub-types have.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<KnownSubType>,
        ///What was paid or is to pay; negative for a refund.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
        ///The fields whose corrections are taken back: they have again what the invoice states. One that is not corrected stays as it is.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub undo: ::std::option::Option<::std::vec::Vec<RetailField>>,
        ///Who is paid. Not blank, and without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_name: ::std::option::Option<::std::string::String>,
    }
    ///Retail invoices, counted.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailCounts {
        ///By sub-type: every known one, zero where there are none; with `subtype`, that one alone.
        pub counts: ::std::collections::BTreeMap<::std::string::String, u64>,
    }
    ///What was deleted.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailDeletion {
        ///The invoice as it was.
        pub deleted_invoice: RetailInvoice,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailDeletionEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: RetailDeletion,
        ///What happened, for people.
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
        ///What was paid or is to pay.
        #[serde(rename = "total_amount")]
        TotalAmount,
        ///The date of the invoice.
        #[serde(rename = "invoice_date")]
        InvoiceDate,
        ///Who is paid.
        #[serde(rename = "vendor_name")]
        VendorName,
        ///The sub-type.
        #[serde(rename = "sub_type")]
        SubType,
        ///The currency.
        #[serde(rename = "currency")]
        Currency,
    }
    impl ::std::fmt::Display for RetailField {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TotalAmount => f.write_str("total_amount"),
                Self::InvoiceDate => f.write_str("invoice_date"),
                Self::VendorName => f.write_str("vendor_name"),
                Self::SubType => f.write_str("sub_type"),
                Self::Currency => f.write_str("currency"),
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
    ///What an ingest brought in.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailIngest {
        ///The same by vendor id; every vendor that was searched for has its key.
        #[serde(rename = "byVendor")]
        pub by_vendor: ::std::collections::BTreeMap<::std::string::String, u64>,
        ///The window that was searched.
        #[serde(rename = "dateRange")]
        pub date_range: DateRange,
        ///What failed, at most twenty entries.
        pub errors: ::std::vec::Vec<RetailIngestError>,
        ///How many mails were newly stored.
        #[serde(rename = "totalEmailsFound")]
        pub total_emails_found: u64,
    }
    ///What to ingest. Everything is optional.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct RetailIngestBody {
        ///The last day, included, in the service's time zone. Needs `start_date`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub end_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The first day, included, in the service's time zone. Needs `end_date`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub start_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///Only vendors of this sub-type.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_category: ::std::option::Option<KnownSubType>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailIngestEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: RetailIngest,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///One vendor's or mail's failure.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailIngestError {
        ///Why, in words safe to show.
        pub error: ::std::string::String,
        ///The mail, where one mail failed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message_id: ::std::option::Option<::std::string::String>,
        ///The vendor whose search or mail failed, if it is known: several vendors share a search.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_id: ::std::option::Option<::std::string::String>,
    }
    ///A retail invoice in a list.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoice {
        ///`true` if the invoice was cancelled: it counts for no sum. Else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///`SEK` where the invoice states none.
        pub currency: ::std::string::String,
        ///`true` where the invoice states no currency; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_assumed: ::std::option::Option<bool>,
        ///`true` if nothing but mails that the caller forwarded states the invoice, by what they quote. Else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice. If it states none, that of the mail; absent if the mail has none either.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///A UUID made of the owner and the invoice's first mail.
        pub invoice_id: ::std::string::String,
        ///The sub-type.
        pub sub_type: SubType,
        ///What was paid or is to pay; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
    }
    ///One retail invoice in full.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoiceDetails {
        ///The detail record.
        #[serde(rename = "invoiceDetails")]
        pub invoice_details: InvoiceDetails,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoiceEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: RetailInvoice,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Retail invoices.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetailInvoices {
        ///How many there are on all pages.
        #[serde(rename = "invoiceCount")]
        pub invoice_count: u64,
        ///In the order asked for: the newest `invoice_date` first, then by `invoice_id`, or the reverse.
        pub invoices: ::std::vec::Vec<RetailInvoice>,
        ///The `cursor` of the next page. Absent on the last one, and without `limit`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///A list, or one text separated by blanks or commas.
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
    ///The mail to separate.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SeparateBody {
        ///Its `message_id`, as in the list of mails.
        pub message_id: ::std::string::String,
    }
    ///An invoice without the documents of a mail.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SeparatedInvoices {
        ///The invoice as it is now.
        pub invoice: RetailInvoice,
        ///The invoices that the mail's documents are now.
        pub separated: ::std::vec::Vec<RetailInvoice>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SeparatedInvoicesEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: SeparatedInvoices,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A session: the token that opens every other operation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Session {
        ///A signed token, valid at once and for an hour unless the operator set another lifetime.
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
        ///What the list of sessions calls it, such as the device. Not blank, and without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
    }
    ///The envelope of a session. It has no `code`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionEnvelope {
        ///The session.
        pub data: Session,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///The tokens of a session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionTokens {
        ///A signed token, valid at once. It ends with the session.
        pub access_token: crate::Secret,
        ///Seconds until the access token expires.
        pub expires_in: u64,
        ///Seconds until the refresh token expires.
        pub refresh_expires_in: u64,
        ///Gives the next tokens, once. Keep it as safe as a password.
        pub refresh_token: crate::Secret,
        ///The session's id.
        pub session_id: ::std::string::String,
        ///Always `Bearer`.
        pub token_type: TokenType,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionTokensEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: SessionTokens,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What a new user gives.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SignupBody {
        ///One `@` with something on both sides, no blanks inside; shown as given, unique whatever the letter case.
        pub email: ::std::string::String,
        ///The code of an invitation for this e-mail, where the operator asks for one; else it is ignored.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invitation: ::std::option::Option<crate::Secret>,
        ///The name to show. Not blank, and without control characters.
        pub name: ::std::string::String,
        ///8 to 128 characters, of any kind, never cut; the most common passwords are refused. Never returned.
        pub password: crate::Secret,
    }
    ///Who has configured a landlord or vendor.
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
    ///The landlords and vendors that count for the caller.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Sources {
        ///The operator's, then the caller's own in the order of their creation.
        pub landlords: ::std::vec::Vec<Landlord>,
        ///The caller's own, then the operator's, both by id.
        pub vendors: ::std::vec::Vec<Vendor>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SourcesEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Sources,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What was spent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Spending {
        ///A row for each group that has invoices: the newest month first, those without a month last.
        pub rows: ::std::vec::Vec<SpendingRow>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SpendingEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Spending,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What the invoices of one group add up to. Each currency is a group of its own.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SpendingRow {
        ///How many invoices there are.
        pub count: u64,
        ///The currency; `SEK` where the invoices state none.
        pub currency: ::std::string::String,
        ///`true` where the invoices state no currency, which are a row of their own; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency_assumed: ::std::option::Option<bool>,
        ///The month of the invoices' dates, of rent the month in which it is due. Absent where invoices state no date, and where they are not added up by month.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub month: ::std::option::Option<::std::string::String>,
        ///The sum of the refunds and credit notes in `total`, negative; absent where there are none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refunds: ::std::option::Option<::rust_decimal::Decimal>,
        ///The sub-type of retail invoices, where they are added up by it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<SubType>,
        ///What was paid or is to pay, less refunds. Absent where the sum has more than eleven integer digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total: ::std::option::Option<::rust_decimal::Decimal>,
        ///Where invoices are added up by sub-type, whether the row is of rental or of retail invoices.
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<InvoiceType>,
        ///Who is paid, where invoices are added up by vendor. A landlord of whom no name is known has the sender's address.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vendor_name: ::std::option::Option<::std::string::String>,
    }
    ///OAuth 2.0 tokens of a mail account, as the identity provider gave them to the user.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct StoreTokensBody {
        ///The provider's access token. Not blank.
        pub access_token: crate::Secret,
        ///The account's address: a hint; the provider's answer wins.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email: ::std::option::Option<::std::string::String>,
        ///Seconds until the access token expires, from zero up; 3600 when absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub expires_in: ::std::option::Option<f64>,
        ///Renews the access token. Without one for the same account, the stored one is kept.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refresh_token: ::std::option::Option<crate::Secret>,
        ///The granted scopes as a list, or as one text separated by blanks or commas. What the provider says wins.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub scope: ::std::option::Option<ScopeList>,
    }
    ///The sub-type of a retail invoice, the name of its category. More may be added; treat an unknown one as text.
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
    ///A record of `subscriptions`. Software, media and other things paid by the month or year.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubscriptionsInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///How it was paid.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payment_method: ::std::option::Option<::std::string::String>,
        ///The last day paid for.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub period_end: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///The first day paid for.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub period_start: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///What is subscribed to.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plan: ::std::option::Option<::std::string::String>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The number of the receipt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub receipt_number: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///What one mail of a suggestion states. Nothing of the mail is stored.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SuggestedInvoice {
        ///The currency, where the invoice states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The day of the invoice; where it states none, that of the mail.
        pub invoice_date: ::chrono::naive::NaiveDate,
        ///What was paid or is to pay; negative for a refund. Absent where the mails state an order and no total.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub total_amount: ::std::option::Option<::rust_decimal::Decimal>,
    }
    ///A sender of invoices that is neither a landlord nor a vendor yet.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Suggestion {
        ///One of its invoices.
        pub invoice: SuggestedInvoice,
        ///What it becomes when it is accepted.
        pub kind: SuggestionKind,
        ///How many mails of these senders were found.
        pub mails: u64,
        ///The name of the company.
        pub name: ::std::string::String,
        ///The addresses that sent its mails.
        pub senders: ::std::vec::Vec<::std::string::String>,
        ///The sub-type of its invoices, of a vendor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<SubType>,
        ///Names it when it is accepted or refused.
        pub suggestion_id: ::std::string::String,
        ///Whether the mail provider vouches for the sender of that invoice. Without it the mails are quarantined.
        pub trusted: bool,
    }
    ///What a suggestion is for.
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
    ///The suggestions that wait for an answer.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Suggestions {
        ///Those with the most mails first.
        pub suggestions: ::std::vec::Vec<Suggestion>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SuggestionsEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Suggestions,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A record of `technology`. Electronics, computers and the services that run on them.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TechnologyInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///What the delivery costs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub delivery_fee: ::std::option::Option<::rust_decimal::Decimal>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
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
        ///How it was paid.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub payment_method: ::std::option::Option<::std::string::String>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The VAT.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tax: ::std::option::Option<::rust_decimal::Decimal>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///A bought thing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TechnologyLine {
        ///The shop's number of it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub article_number: ::std::option::Option<::std::string::String>,
        ///What it is called.
        pub name: ::std::string::String,
        ///The price of the line.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub price: ::std::option::Option<::rust_decimal::Decimal>,
        ///How many.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub quantity: ::std::option::Option<::rust_decimal::Decimal>,
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
    ///A record of `travel`. Journeys and nights away from home.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TravelInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///The number of the booking.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub booking_reference: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
        ///Who travels.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub passengers: ::std::vec::Vec<TravelPassenger>,
        ///The Plusgiro number, such as `12 34 56-7`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plusgiro: ::std::option::Option<::std::string::String>,
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The parts of the journey.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub segments: ::std::vec::Vec<TravelSegment>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///Who carries or hosts.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transport_company: ::std::option::Option<::std::string::String>,
        ///How one travels, or that one stays.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub transport_type: ::std::option::Option<TravelTransportType>,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
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
        ///Where it ends.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub arrival_location: ::std::option::Option<::std::string::String>,
        ///When it ends.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub arrival_time: ::std::option::Option<::std::string::String>,
        ///Where it starts.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub departure_location: ::std::option::Option<::std::string::String>,
        ///When it starts, as the document writes it: `2026-07-31T12:30` where it can be told.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub departure_time: ::std::option::Option<::std::string::String>,
        ///The number of the flight, train or bus.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub number: ::std::option::Option<::std::string::String>,
    }
    ///How one travels, or that one stays.
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
    ///A sender to vouch for.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustSenderBody {
        ///Its address.
        pub sender: ::std::string::String,
    }
    ///A sender for whom the caller vouches.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSender {
        ///How many of its mails left the quarantine. Those whose check of the sender failed stay in it.
        pub released: u64,
        ///Its address.
        pub sender: ::std::string::String,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSenderEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: TrustedSender,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///The senders for whom the caller vouches.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSenders {
        ///Their addresses, in their order.
        pub senders: ::std::vec::Vec<::std::string::String>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TrustedSendersEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: TrustedSenders,
        ///What happened, for people.
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
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UserProfileEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: UserProfile,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A record of `utility`. Electricity, heating, water, waste, internet and telephone.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct UtilityInvoice {
        ///The Bankgiro number, such as `123-4567`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bankgiro: ::std::option::Option<::std::string::String>,
        ///`true` if the invoice was cancelled; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cancelled: ::std::option::Option<bool>,
        ///The fields that the caller has corrected; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub corrected: ::std::vec::Vec<::std::string::String>,
        ///The currency, where stated.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub currency: ::std::option::Option<::std::string::String>,
        ///The last day to pay.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub due_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`true` if nothing but mails that the caller forwarded states the invoice; else absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub forwarded: ::std::option::Option<bool>,
        ///The date of the invoice or order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date: ::std::option::Option<::chrono::naive::NaiveDate>,
        ///`mail` where only the mail's date gives the invoice's; absent where the document states it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_date_source: ::std::option::Option<InvoiceDateSource>,
        ///The invoice's id, a UUID.
        pub invoice_id: ::uuid::Uuid,
        ///The invoice or receipt number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub invoice_number: ::std::option::Option<::std::string::String>,
        ///The payment reference: digits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ocr: ::std::option::Option<::std::string::String>,
        ///The order or booking number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub order_id: ::std::option::Option<::std::string::String>,
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
        ///The ids of invoices with a number in common, or of another vendor that may be about the same purchase, newest first, at most 50; absent where there are none.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub related: ::std::vec::Vec<::std::string::String>,
        ///The total to pay or paid; negative for a refund.
        pub total_amount: ::rust_decimal::Decimal,
        ///What was used.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub usage: ::std::vec::Vec<UtilityUsage>,
        ///What is supplied.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub utility_type: ::std::option::Option<UtilityType>,
        ///Who is paid.
        pub vendor_name: ::std::string::String,
        ///The codes of `warnings`, in the same order. Absent in a record that was stored before codes existed.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warning_codes: ::std::vec::Vec<WarningCode>,
        ///Sentences on what disagreed or failed a check.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///What is supplied.
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
    ///A vendor whose receipts are searched for.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Vendor {
        ///Whether its mails are searched for.
        pub active: bool,
        ///The senders of its mails: addresses, domains with their sub-domains, or patterns with `*`.
        pub email_patterns: ::std::vec::Vec<::std::string::String>,
        ///Its name.
        pub name: ::std::string::String,
        ///Who has configured it.
        pub origin: SourceOrigin,
        ///The sub-type of its invoices.
        pub sub_type: SubType,
        ///Phrases of which the subject must contain one, whatever the letter case; none for any subject.
        pub subject_keywords: ::std::vec::Vec<::std::string::String>,
        ///Its id, the key of `byVendor` in the answer of an ingest. The name gives it, and it stays when the name changes.
        pub vendor_id: ::std::string::String,
    }
    ///What to change of a vendor. What is absent stays. Of the operator's only `active` can be changed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct VendorChangeBody {
        ///Whether its mails are searched for.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///The senders of its mails, as in a new vendor.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub email_patterns: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
        ///Its name. Not blank, and without control characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///The sub-type of its invoices. Invoices that are known keep theirs.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub sub_type: ::std::option::Option<KnownSubType>,
        ///Phrases of which the subject must contain one; an empty list for any subject.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub subject_keywords: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct VendorEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Vendor,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A code with its parameters, as it is stored and served beside its sentence.
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
        ///The events that it is for.
        pub events: ::std::vec::Vec<WebhookEvent>,
        ///Since when every attempt has failed; absent while the last one did not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub failing_since: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///Why the service switched it off; absent while it did not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub off_reason: ::std::option::Option<::std::string::String>,
        ///Where messages are posted.
        pub url: ::std::string::String,
        ///A UUID.
        pub webhook_id: ::std::string::String,
    }
    ///What to change of a webhook. What is absent stays.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct WebhookChangeBody {
        ///Whether events are sent to it. `true` forgets its failures.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub active: ::std::option::Option<bool>,
        ///The events that it is for.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub events: ::std::option::Option<::std::vec::Vec<WebhookEvent>>,
        ///Where to post, as in a new webhook.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub url: ::std::option::Option<::std::string::String>,
    }
    ///Deliveries, the last first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDeliveries {
        ///The deliveries.
        pub deliveries: ::std::vec::Vec<WebhookDelivery>,
        ///The `cursor` of the next page; absent on the last.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_cursor: ::std::option::Option<::std::string::String>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDeliveriesEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: WebhookDeliveries,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///A message to a webhook.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDelivery {
        ///How often it was sent.
        pub attempts: u32,
        ///When the event happened.
        pub created_at: ::chrono::DateTime<::chrono::offset::Utc>,
        ///A UUID. The header `webhook-id` is `msg_` and this.
        pub delivery_id: ::std::string::String,
        ///What it tells.
        pub event: DeliveryEvent,
        ///When it was delivered or given up.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub finished_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///Why the last attempt failed; absent while none did.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_error: ::std::option::Option<::std::string::String>,
        ///The HTTP status of the last answer; absent without one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub last_status: ::std::option::Option<u16>,
        ///When it is sent again; absent when it ended.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub next_attempt_at: ::std::option::Option<
            ::chrono::DateTime<::chrono::offset::Utc>,
        >,
        ///Whether it was delivered.
        pub state: WebhookDeliveryState,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookDeliveryEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: WebhookDelivery,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Whether a message was delivered.
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
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Webhook,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///What a webhook can be for.
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
        ///An invoice is gone.
        #[serde(rename = "invoice.deleted")]
        InvoiceDeleted,
        ///The caller was told something that is about no invoice.
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
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhookSecretEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: WebhookSecret,
        ///What happened, for people.
        pub message: ::std::string::String,
    }
    ///Webhooks.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Webhooks {
        ///In the order of their registration.
        pub webhooks: ::std::vec::Vec<Webhook>,
    }
    ///The envelope of a success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WebhooksEnvelope {
        ///The HTTP status once more.
        pub code: u16,
        ///The result.
        pub data: Webhooks,
        ///What happened, for people.
        pub message: ::std::string::String,
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
}
#[derive(Clone, Debug)]
#[doc = "Client for Invoice aggregation service\n\nCollects rental and retail invoices from a user's connected mail account, reads them, and notifies the user.\n\n**Conventions.** A success is `{message, code, data}` (sign-up and login: `{message, data}`), a failure `{error: {code, message}}`; decide by `code`, show `message`. Checks run in this order: access token, account, path and query, body, mail account. A body is read as JSON whatever its content type says, except `multipart/*` and a body with a `Content-Encoding` (415); an empty or blank body is no body; an optional field that is `null` is absent; unknown fields and query parameters are ignored. A body has at most 65536 bytes (413) and 30 seconds to arrive (408). An unknown path is 404, a wrong method 405 with `Allow`, both `INVALID_REQUEST` and without a token. Requests are answered within 60 seconds, ingests within five and a half minutes, else with 500; the work goes on. While the service shuts down it answers 503 with `Retry-After`. Pages in browsers call it (CORS) from the origins that its operator lists, with access tokens and without cookies. Every response has an `X-Request-Id`, and must not be cached unless its `Cache-Control` allows it.\n\n**Money** is an exact decimal: at most eleven integer digits and four decimals. Read it as such, not as a binary float.\n\n**Growth.** New sub-types, fields and error codes may appear without a new version; a client treats what it does not know as absent or as text.\n\nVersion: 1.0.0"]
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

As for an app, but the refresh token is in a cookie that no script can read (`HttpOnly`, `Secure`, `SameSite=Strict`), so that a page of this service stays logged in when it is loaded again. Browsers keep such a cookie only over HTTPS and on the machine itself.

Sends a `POST` request to `/v1/auth/browser-session`

Arguments:
- `body`: A JSON object, or no body, which is as an empty object.
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

Ends the session that the access token comes from, if it comes from one, and has the browser forget the cookie.

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

Exchanges the cookie for an access token and the next cookie, as apps exchange refresh tokens. Only pages of the origin of the service itself can call it. The attempts of one client address are limited.

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

Returns an access token, valid for an hour unless the operator set another lifetime. A wrong password and an unknown e-mail are answered alike. Only failed logins count towards the limit of an account and client address. After many failed logins of one account from all addresses together, its logins are delayed by some seconds.

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

Makes every access token of the caller invalid, that of this request included, and ends every session.

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

Begins to connect a mail account by the provider's consent page (OAuth 2.0 authorization code with PKCE). Open the address in the user's browser; the provider sends it back with a `code` and the `state`, and the finish takes both. A consent can be finished once, by the user who began it, within ten minutes.

Sends a `POST` request to `/v1/auth/mail/connect`

Arguments:
- `body`: A JSON object, or no body, which is as an empty object.
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
    /**Finish connecting a mail account

Exchanges the code for tokens and connects the account, as handing over tokens does. After a 502 the same call may be repeated: it is refused with 400 if the provider had exchanged the code already, and then the consent must be asked for again.

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

The servers at which a mail account can be connected with a user name and a password, as the operator lists them.

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

Logs in to one of the servers that the operator lists, and keeps the login in the secret store. It replaces an account that was connected before, whether by OAuth or by IMAP; its invoices stay. Nothing in the mailbox is changed. The attempts of one user, and those at one account, in a minute are limited.

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

The tokens are validated with the identity provider, which also names the account, and stored in the secret store. One of the scopes `gmail.readonly`, `gmail.modify` and `https://mail.google.com/` is needed. Without a refresh token for the account that is already connected, the stored one is kept; another account replaces everything. Invoices of an account connected before stay. The attempts of one user in a minute are limited.

Sends a `POST` request to `/v1/auth/mail/store-tokens`

Arguments:
- `body`: A JSON object, or a form: there `scope` is one text separated by commas or blanks, and an empty field is absent.
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

Mails a code that sets a new password to the address, if an account has it. The answer is the same if none has. A code is valid for an hour, once, and until the next one is mailed. The mails to one address and the requests of one client address in an hour are limited. No access token is needed.

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

With the code that was mailed. Every access token that was issued before is invalid from then on, and every session has ended: log in with the new password. The address counts as verified. The attempts of one client address are limited. No access token is needed.

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

The caller's, the last used first.

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

For an app that stays logged in without keeping the password. The access token must come from sign-up, login or a change of the password. A session ends when it was not refreshed for 30 days, and after 180 days, unless the operator set other times. A user has at most 50 sessions: one more ends the one that was not used for the longest time.

Sends a `POST` request to `/v1/auth/sessions`

Arguments:
- `body`: A JSON object, or no body, which is as an empty object.
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

Exchanges a refresh token for an access token and the next refresh token. Each refresh token is valid once. Within 30 seconds, unless the operator set another time, it may be repeated, because an answer can be lost, and gives the same next one. Later its repetition ends the session: someone else may have it. No access token is needed. The attempts of one client address are limited.

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

From then on neither its refresh token nor an access token that came from it is valid.

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

Creates a user with a generated id and returns an access token, valid at once. The e-mail is shown as given and unique whatever the letter case. Sign-up and login attempts of one client address are limited.

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
    /**List the runs of ingests

The caller's, the last ordered first: those that wait, run or have ended in the last days, whether a request or the schedule ordered them.

Sends a `GET` request to `/v1/ingest/runs`

Arguments:
- `cursor`: The `next_cursor` of the page before.
- `limit`: The most runs of a page; 20 when absent.
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

How far it has come, what it did so far, and what failed. Ask about once a second while it is `queued`, `fetching` or `parsing`.

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

Searches the mailbox for the landlords' notices and stores the PDFs of months that are not yet processed; each is then parsed. A month is processed when a mail received in it, in the service's time zone, has a stored PDF. The body is not needed; a JSON object is accepted and ignored. A run that outlasts five minutes is answered with the count so far and goes on; the same call joins it, other ingests of the user queue behind it. A user has at most three ingests that have not ended, scheduled runs not counted. The answer waits some seconds until what was stored is read; the headers `Ingest-Run` and `Ingest-State` name the run and say how far it has come. With `Prefer: respond-async` the answer is 202 at once, with the run to look at; so it is with the other two ingests.

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

For the current month in the service's time zone: 200 without a search where it is processed; else the mailbox is searched, 201 where a notice was found and stored, 200 where a known invoice is due this month, and 204 where none was sent yet. A 204 has no body; its sentence is in the header `Invoice-Message`. If a notice was found and the account is full, the answer is 200, and its message says so. The body is not needed; a JSON object is accepted and ignored. A run that outlasts five minutes is answered with 200 and goes on.

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

204 with an empty body where the caller has no invoice of that id.

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

Sets values over what was read. They stay whatever is read later, until they are taken back with `undo`. The invoice keeps its id, and nobody is notified. `corrected` names the corrected fields wherever the invoice is shown.

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

The PDF that the invoice was read from, as the landlord sent it, to be saved and not shown (`Content-Disposition: attachment`). It can be asked for in ranges, and conditionally by its entity tag.

Sends a `GET` request to `/v1/invoices/rental/{invoice_id}/document`

Arguments:
- `invoice_id`: The `InvoiceID`, such as `Invoice_1297534008`.
- `if_none_match`: The entity tag of the caller's copy: where it is current, the answer is 304.
- `if_range`: The entity tag to which `Range` belongs: where it is not current, `Range` is ignored.
- `range`: One range of bytes. Several ranges, other units and what is malformed are ignored: the answer is the whole.
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
    /**Fetch retail invoices

Searches the mailbox for mails of every active vendor, stores those that are new with their PDFs, and parses them. The text and the PDF of one order are one invoice. Without dates the window is the last 30 days on the first fetch, later what came since the last successful one. A vendor whose search failed has an entry in `errors`; where all failed, the answer is 502. A run that outlasts five minutes is answered with the counts so far and goes on; the same call joins it.

Sends a `POST` request to `/v1/invoices/retail/ingest`

Arguments:
- `body`: A JSON object, or no body, which is as an empty object.
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

The detail record, whatever the sub-type, with the corrections. After two invoices were joined, both ids name the one invoice.

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

Irreversible: deletes the invoice, its detail record and its stored mails and PDFs. It does not come back with a later ingest.

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

Sets values over what was read. They stay whatever is read later, such as a second mail about the order, until they are taken back with `undo`. The invoice keeps its id. `corrected` names the corrected fields wherever the invoice is shown. An invoice with a corrected `sub_type` is in the list of that sub-type, and its detail record has only the fields that all sub-types have.

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

The PDF or the text of the mail that the invoice was read from, to be saved and not shown (`Content-Disposition: attachment`): HTML of a vendor is not safe to show. Of several documents it is that of the latest mail, and of one mail the last PDF. It can be asked for in ranges, and conditionally by its entity tag.

Sends a `GET` request to `/v1/invoices/retail/{invoice_id}/document`

Arguments:
- `invoice_id`: The `invoice_id`, a UUID.
- `if_none_match`: The entity tag of the caller's copy: where it is current, the answer is 304.
- `if_range`: The entity tag to which `Range` belongs: where it is not current, `Range` is ignored.
- `range`: One range of bytes. Several ranges, other units and what is malformed are ignored: the answer is the whole.
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

Says that two invoices are about one purchase. It is kept whatever is read later, until the documents are separated. The total of the latest document counts. The id of the invoice that was created first stays; the other one stands for it, too.

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
    /**Separate a mail from a retail invoice

Says that the documents of a mail are about another purchase. It is kept whatever is read later, until the invoices are joined.

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

`rental`: all rental invoices by year; `data` is `null` if there are none. `subtype`, `invoice-id` and `counts` (even `counts=false`) are refused. `retail`: summaries, of one `subtype` or all; with `subtype` and `invoice-id`, the detail record of that invoice; with `counts=true`, how many there are of each sub-type, or of the given one. Unknown query parameters are ignored. An `invoice-id` of another sub-type, of another user or of no known form is 404.

`from`, `to`, `vendor`, `currency` and `q` filter the lists of both types, and the counts.

With `limit` the list comes in pages: `next_cursor` is the `cursor` of the next one, and `invoiceCount` counts all pages. Each answer has an `ETag`; a request with it in `If-None-Match` is answered with 304 while nothing has changed.

Sends a `GET` request to `/v1/invoices/{type}`

Arguments:
- `type_`: `rental` or `retail`.
- `counts`: `true`: counts instead of records; not together with `invoice-id`. `false` is as absent. Any letter case.
- `currency`: Only invoices in this currency. Those that state none are in SEK.
- `cursor`: The `next_cursor` of the page before, with the same other parameters.
- `from`: Only invoices of this day or later: by the invoice's date, or the date on which rent is due.
- `invoice_id`: The invoice whose detail record is wanted. Needs `subtype`.
- `limit`: The most invoices of a page. Without it all are listed.
- `q`: Only invoices with this text in the vendor or landlord, the order, invoice, receipt or payment number, an item or the name of the PDF, or with this total: `1890` and `1 890,00` find 1890. Case and accents don't matter: `cafe` finds `Café`.
- `sort`: The order; `newest` when absent.
- `subtype`: Only retail invoices of this sub-type. Any text is taken, so that the answer to a wrong one can list the valid.
- `to`: Only invoices of this day or earlier.
- `vendor`: Only invoices of the vendor with this id or name; of rental invoices, of the landlord with this name or address.
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

The account that the caller has connected, also if it must be connected again; none if it never was, or was disconnected.

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

Removes its tokens or its password. Invoices and messages stay. If no other user of the service has connected the address, the grant is revoked at the provider as well; the answer doesn't wait for it.

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
    /**List messages

Every mail of the caller that a search found or that was handed over, the last received first, with what became of it: also those that wait, that are in quarantine, that failed or that state no invoice. So it says why an invoice is missing.

Sends a `GET` request to `/v1/mail/messages`

Arguments:
- `cursor`: The `next_cursor` of the page before, with the same other parameters.
- `from`: Only messages received on this day or later, in the service's time zone.
- `invoice`: Only messages with a document that states the invoice with this id.
- `limit`: The most messages of a page; 50 when absent.
- `sender`: Only messages of this sender: an address, a domain with its sub-domains, or a pattern with `*`.
- `state`: Only messages in this state, or with a document in it.
- `to`: Only messages received on this day or earlier.
- `type_`: Only mails of landlords (`rental`) or of vendors (`retail`).
- `vendor`: Only messages of the vendor with this id.
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
    /**Hand over a mail

Takes one mail of a landlord or vendor as it is sent (`message/rfc822`, at most 36 MiB), for apps that share a mail, and ingests it. Its own `Authentication-Results` count for nothing: a DKIM signature of its sender's domain must be valid, else it is quarantined until the caller vouches for the sender. A mail that is in the ledger already is taken once, whether it came from the mailbox or was handed over. A mail from an address of the caller stands for the mails that are attached to it, or else for the one that it quotes.

Sends a `POST` request to `/v1/mail/messages`

Arguments:
- `body`: One mail, as it is sent (RFC 5322). The content type is not looked at.
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

What became of one mail.

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
    /**Explain a message

Reads the mail's documents again, as this version of the service reads them, and states the reason for each value. It stores nothing, and says nothing of corrections. Two mails are explained at once.

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

The caller vouches for this one mail in quarantine: it is fetched now and read. A document that came after its invoice was deleted, and was deleted for that reason, is read now as an invoice of its own. Any other mail stays as it is.

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

One more attempt where the mail could not be fetched or one of its documents could not be read. What has not failed stays as it is.

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

The caller's, the newest first. Each is in the list whether or not it was also sent.

Sends a `GET` request to `/v1/notifications`

Arguments:
- `cursor`: The `next_cursor` of the page before.
- `limit`: The most notifications of a page; 20 when absent.
- `unread`: `true`: only those that are not read.
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

Marks every notification of the caller as read, or as not read.

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
    /**Mark a notification

Marks one notification as read, or as not read. One that was read before keeps its time.

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

The operator's, with those that the caller has switched off, and the caller's own.

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

Searches the mailbox for mails that look like purchases or rent, reads up to two of each sender that is neither a landlord nor a vendor, and suggests those whose mails state an invoice. Nothing of a mail is stored. A search that outlasts five minutes is answered with what was found so far and goes on; the same call joins it.

Sends a `POST` request to `/v1/sources/discover`

Arguments:
- `body`: A JSON object, or no body, which is as an empty object.
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

A landlord of the caller's own: the next rental ingest searches for its notices, too. One with the same sender and subject is returned instead of added again; if it is the operator's, it is switched on. An account has at most 20.

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

Removes one of the caller's own. Its invoices stay.

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

Changes what the body states. One of the operator's can only be switched on and off, for the caller alone.

Sends a `PATCH` request to `/v1/sources/landlords/{landlord_id}`

Arguments:
- `landlord_id`: The `landlord_id`.
- `body`: A JSON object, or no body, which is as an empty object.
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
    /**List suggestions

The landlords and vendors that a search has found and that are neither accepted nor refused.

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

It becomes a landlord or vendor of the caller's own, and the next ingest takes its mails.

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

Its senders are not suggested again.

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

The senders for whom the caller vouches.

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

The caller vouches for an address: its mails are read though nothing proves that it sent them. Its mails in quarantine leave it and are fetched now. A mail whose check of the sender failed (DMARC) stays in quarantine all the same. An account has at most 500.

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
    /**Distrust a sender

The caller vouches for it no more. What was read stays.

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

A vendor of the caller's own: the next retail ingest searches for its mails of the last 30 days, too. Where a mail matches it and one of the operator's equally closely, it is the caller's. One with the same values is returned instead of added again. An account has at most 200.

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

Removes one of the caller's own. Its invoices stay.

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

Changes what the body states. After a change of the senders or subjects, mails of the last 30 days are searched for again. One of the operator's can only be switched on and off, for the caller alone.

Sends a `PATCH` request to `/v1/sources/vendors/{vendor_id}`

Arguments:
- `vendor_id`: The `vendor_id`.
- `body`: A JSON object, or no body, which is as an empty object.
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
    /**Show what was spent

Adds up the caller's invoices by month, sub-type, vendor and currency, with the caller's corrections. Currencies are never added up together. Refunds and credit notes count as negative. The invoices are those that the lists give for the same `from` and `to`. The answer has an `ETag`; a request with it in `If-None-Match` is answered with 304 while nothing has changed.

Sends a `GET` request to `/v1/statistics/spending`

Arguments:
- `by`: By what to add up: `month`, `sub_type` and `vendor`, separated by commas; `month,sub_type` when absent.
- `from`: Only invoices of this day or later: by the invoice's date, or the date on which rent is due.
- `subtype`: Only retail invoices of this sub-type. Any text is taken, so that the answer to a wrong one can list the valid.
- `to`: Only invoices of this day or earlier.
- `type_`: Only rental or retail invoices; both when absent. Any text is taken, so that the answer to a wrong one can name it.
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
    /**Show the account

The caller's name, e-mail and day of sign-up, and whether a mail account is connected. `mail_account_connected` becomes `false` when the provider calls the stored refresh token dead: connect the account again.

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

Irreversible: deletes all invoices with their details and files, the mail tokens and the account. From the first call on, the token opens nothing but this operation, which may be repeated after a failure and finishes the work.

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

With the code that was mailed. After five wrong ones it is not valid any more.

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
    /**Ask for a code by mail

Mails a code to the address of sign-up, which the confirmation takes. It is valid for an hour, and until the next one is mailed. A verified address gets none. The mails to one user in an hour are limited.

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

Everything of the caller as one zip archive: the profile, the sources, all invoices as JSON with their detail records and as one CSV table, the mails with what became of each, the notifications, and every stored original. A `README.txt` in it says what each file is. It contains no password and no tokens. The archive is made while it is sent, so its length is not known before; one that is cut off has no table of contents and can't be opened. A user has one export at a time.

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

The current password is verified within the limits of a login, and a wrong one counts as a failed login. From then on every access token that was issued before is invalid, and every session has ended; the answer has a new access token.

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
    /**Show what the account stores

How much the caller's stored mails and PDFs take, and the limits. A message beyond a limit is fetched when there is room; deleting retail invoices makes room.

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

The caller's, in the order of their registration, without their secrets.

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

Events of the caller are posted to the URL as JSON, `{"type", "timestamp", "data"}`, in the form of [Standard Webhooks](https://www.standardwebhooks.com): the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes that the secret encodes after `whsec_`. The secret is in this answer alone. `invoice.created`, `invoice.changed` and `invoice.deleted` have `invoice_type`, `invoice_id` and `invoice`, as the lists show it; a deleted one as it was. `account.notified` has a notification that is about no invoice.

Any status of 2xx counts as received. Else the message is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 14 hours, with the same `webhook-id`, which can come twice in any case. A webhook to which every message has failed for three days, or that answers 410, is switched off, and the caller is notified. The URL must be HTTPS and lead to a public address; redirects are not followed. An account has at most five webhooks.

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

What was to be sent to it is not sent any more.

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

Changes the URL or the events, or switches it on or off. What is to be sent goes to the new URL.

Sends a `PATCH` request to `/v1/webhooks/{webhook_id}`

Arguments:
- `webhook_id`: The `webhook_id`.
- `body`: A JSON object.
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

What was sent to a webhook, the last first. Deliveries are listed for 30 days after they ended.

Sends a `GET` request to `/v1/webhooks/{webhook_id}/deliveries`

Arguments:
- `webhook_id`: The `webhook_id`.
- `cursor`: The `next_cursor` of the page before.
- `limit`: The most deliveries of a page; 20 when absent.
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

The new secret is in this answer alone. The old one signs nothing from now on.

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

Sends an event of the type `test`, once, also to a webhook that is switched off. Its delivery says how it ended. A user can send ten in a minute.

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
