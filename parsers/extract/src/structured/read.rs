//! Machine-readable data of a document: attached e-invoices, and schema.org's `Invoice`, `Order` and `*Reservation`.

use parser_document::Document;
use parser_document::steps::Counted;
use parser_document::text::{cut, tidy};
use parser_model::reading::Stated;
use parser_model::{Currency, Money};
use serde_json::{Map, Value};

use crate::amounts;
use crate::cell::CellContent;
use crate::choice::only;
use crate::currency::Mark;
use crate::dates;
use crate::reservation;
use crate::words::Words;

/// Where machine-readable values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An e-invoice attached to a PDF. It is the invoice, and the page its picture.
    EInvoice,
    /// JSON-LD or microdata in a mail. It must not contradict what a reader sees.
    Markup,
}

/// Machine-readable values of one order or invoice.
#[derive(Clone, Debug, PartialEq)]
pub struct Structured {
    pub origin: Origin,
    /// The format's name for people: `Factur-X`, `UBL invoice`, `Order`.
    pub form: String,
    pub stated: Stated,
    /// Whether it says that the order or booking is cancelled.
    pub is_cancelled: bool,
}

/// The machine-readable values of a document, those of its e-invoice first. `lines` is the content of its cells.
pub fn read(document: &Document, lines: &[Vec<CellContent>]) -> Vec<Structured> {
    let several = document.e_invoices.len() > 1;
    let e_invoices = document.e_invoices.iter();
    let shown = e_invoices.filter(|e_invoice| !several || is_shown(&e_invoice.stated, lines));
    // Where the page states two of them, such as the invoice and that of its deposit, the page decides.
    let is_one = only(shown.clone().map(|e_invoice| e_invoice.stated.total_amount)).is_some();
    let e_invoices = shown.take(usize::from(is_one)).map(|e_invoice| {
        let mut stated = e_invoice.stated.clone();
        stated.identity.invoice_number.clone_from(&stated.invoice_number);
        stated.identity.order_number.clone_from(&stated.order_id);
        Structured {
            origin: Origin::EInvoice,
            form: e_invoice.format.clone(),
            stated,
            is_cancelled: false,
        }
    });
    e_invoices
        .chain(document.linked_data.iter().filter_map(interpret))
        .collect()
}

/// Whether the number and the total of an e-invoice are on the page. Of several the others support it, as the invoice of a
/// deposit does.
fn is_shown(stated: &Stated, lines: &[Vec<CellContent>]) -> bool {
    let cells = || lines.iter().flatten().counted();
    let has_number = |number: &String| {
        let number = Words::of(number);
        cells().any(|cell| cell.words.folded().contains(number.folded()))
    };
    let has_total = |total: Money| {
        cells()
            .flat_map(|cell| &cell.amounts)
            .any(|amount| amount.value.abs() == total.abs())
    };
    stated.invoice_number.as_ref().is_some_and(has_number) && stated.total_amount.is_some_and(has_total)
}

fn interpret(thing: &Map<String, Value>) -> Option<Structured> {
    let form = match thing.get("@type")? {
        Value::String(one) => one.as_str(),
        Value::Array(list) => list.first()?.as_str()?,
        _ => return None,
    };
    let form = form.rsplit(['/', ':']).next().unwrap_or(form);
    let mut stated = Stated::default();
    match form {
        "Invoice" => {
            money(thing, "totalPaymentDue", &mut stated);
            stated.due_date = date(thing, "paymentDueDate paymentDue");
            stated.vendor_name = name(thing, "provider broker");
            stated.invoice_number = text(thing, "confirmationNumber identifier");
            stated.order_id = only(orders_of(thing));
            stated.identity.invoice_number.clone_from(&stated.invoice_number);
            stated.identity.order_number.clone_from(&stated.order_id);
            stated.identity.paid = is_status(thing, "paymentStatus", "PaymentComplete");
        }
        "Order" => {
            let prices = "price totalPrice total priceSpecification partOfInvoice acceptedOffer";
            money(thing, prices, &mut stated);
            stated.order_id = text(thing, "orderNumber confirmationNumber");
            stated.vendor_name = name(thing, "merchant seller");
            stated.invoice_date = date(thing, "orderDate");
            stated.identity.order_number.clone_from(&stated.order_id);
        }
        kind if kind.ends_with("Reservation") => {
            money(thing, "totalPrice price", &mut stated);
            stated.order_id = text(thing, "reservationNumber reservationId");
            stated.vendor_name = name(thing, "provider bookingAgent").or_else(|| reservation::company(thing));
            stated.invoice_date = date(thing, "bookingTime");
            stated.identity.booking_reference.clone_from(&stated.order_id);
        }
        _ => return None,
    }
    let is_useful = stated.total_amount.is_some() || stated.order_id.is_some() || stated.invoice_number.is_some();
    is_useful.then(|| Structured {
        origin: Origin::Markup,
        form: cut(form, 40).to_owned(),
        stated,
        is_cancelled: is_status(thing, "orderStatus", "OrderCancelled")
            || is_status(thing, "reservationStatus", "ReservationCancelled"),
    })
}

/// Whether a property is this status: `http://schema.org/OrderCancelled`, or the last part of it.
fn is_status(thing: &Map<String, Value>, name: &str, status: &str) -> bool {
    let value = thing.get(name).and_then(Value::as_str).unwrap_or_default();
    value.rsplit('/').next().is_some_and(|last| last == status)
}

fn orders_of(invoice: &Map<String, Value>) -> impl Iterator<Item = String> + '_ {
    let orders = match invoice.get("referencesOrder") {
        Some(Value::Array(orders)) => orders.as_slice(),
        Some(order) => std::slice::from_ref(order),
        None => &[],
    };
    let orders = orders.iter().filter_map(Value::as_object);
    orders.filter_map(|order| text(order, "orderNumber"))
}

/// What the first of several properties says. Their names are separated by blanks.
fn first<T>(thing: &Map<String, Value>, names: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
    names.split(' ').find_map(|name| read(thing.get(name)?))
}

fn text(thing: &Map<String, Value>, names: &str) -> Option<String> {
    let text = first(thing, names, |value| match value {
        Value::String(text) => Some(tidy(text)),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    text.filter(|text| !text.is_empty() && text.len() <= 64)
}

fn name(thing: &Map<String, Value>, names: &str) -> Option<String> {
    let name = first(thing, names, |value| match value {
        Value::Object(party) => text(party, "name"),
        Value::String(text) => Some(tidy(text)),
        _ => None,
    });
    name.filter(|name| !name.is_empty())
}

fn date(thing: &Map<String, Value>, names: &str) -> Option<chrono::NaiveDate> {
    first(thing, names, |value| dates::certain(value.as_str()?))
}

/// Reads a price in any of its forms: `"200.00 USD"`, `200`, `{price, priceCurrency}`, `{value, currency}`.
fn money(thing: &Map<String, Value>, names: &str, stated: &mut Stated) {
    let read = |value: &Value| match value {
        Value::Object(price) => {
            let amount = first(price, "price value totalPaymentDue", |value| Some(amount(value)));
            Some((amount.flatten(), text(price, "priceCurrency currency")))
        }
        other => Some((amount(other), None)),
    };
    let Some((Some((total, mark)), currency)) = first(thing, names, read) else {
        return;
    };
    stated.total_amount = Some(total);
    let currency = currency.or_else(|| text(thing, "priceCurrency currency"));
    stated.currency = mark.or_else(|| crate::currency::code(&currency?));
}

fn amount(value: &Value) -> Option<(Money, Option<Currency>)> {
    match value {
        Value::Number(number) => Some((number.to_string().parse().ok()?, None)),
        Value::String(text) => {
            if let Ok(plain) = text.trim().parse() {
                return Some((plain, None));
            }
            let found = amounts::only(&tidy(text))?;
            Some((found.value, found.mark.and_then(Mark::currency)))
        }
        _ => None,
    }
}
