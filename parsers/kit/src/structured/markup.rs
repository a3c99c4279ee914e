//! JSON-LD and microdata in mails: schema.org's `Invoice`, `Order` and `*Reservation`.

use ego_tree::NodeRef;
use invoices_domain::reading::Stated;
use invoices_domain::{Currency, Money};
use scraper::{Html, Node};
use serde_json::{Map, Value};

use crate::amounts;
use crate::currency::Mark;
use crate::document::{Origin, Structured};
use crate::journey::Journey;
use crate::text::{cut, tidy};
use crate::when;

/// Things nested deeper are not looked at.
const MAX_DEPTH: usize = 12;
/// More things than any mail has.
const MAX_THINGS: usize = 50;

/// Every invoice, order and reservation that the markup names, and the journeys of the reservations. Broken markup is ignored.
pub fn read(tree: &Html) -> (Vec<Structured>, Vec<Journey>) {
    let mut things = Vec::new();
    for node in tree.tree.nodes() {
        let Some(element) = node.value().as_element() else {
            continue;
        };
        let json = element.name() == "script"
            && element
                .attr("type")
                .is_some_and(|t| t.trim().eq_ignore_ascii_case("application/ld+json"));
        if json {
            let text: String = node
                .children()
                .filter_map(|c| c.value().as_text().map(|t| t.to_string()))
                .collect();
            if let Ok(value) = serde_json::from_str::<Value>(&text) {
                collect(value, &mut things, 0);
            }
        } else if element.attr("itemscope").is_some() && element.attr("itemprop").is_none() {
            things.push(item(node, 0));
        }
        if things.len() > MAX_THINGS {
            break;
        }
    }
    (
        things.iter().filter_map(interpret).collect(),
        things.iter().filter_map(Journey::of).collect(),
    )
}

/// Lists and graphs, flattened.
fn collect(value: Value, things: &mut Vec<Map<String, Value>>, depth: usize) {
    match value {
        Value::Array(list) if depth < MAX_DEPTH => list.into_iter().for_each(|v| collect(v, things, depth + 1)),
        Value::Object(mut map) => {
            if let Some(graph) = map.remove("@graph").filter(|_| depth < MAX_DEPTH) {
                collect(graph, things, depth + 1);
            }
            things.push(map);
        }
        _ => {}
    }
}

/// A microdata item as the JSON-LD object that says the same. Depth is bounded, so it may recurse.
fn item(node: NodeRef<'_, Node>, depth: usize) -> Map<String, Value> {
    let mut map = Map::new();
    let kind = node.value().as_element().and_then(|e| e.attr("itemtype")).unwrap_or("");
    map.insert("@type".into(), kind.rsplit('/').next().unwrap_or("").into());
    let mut open: Vec<NodeRef<'_, Node>> = node.children().collect();
    let mut seen = 0;
    while let Some(child) = open.pop() {
        seen += 1;
        if seen > 2_000 {
            break;
        }
        let Some(element) = child.value().as_element() else {
            continue;
        };
        let nested = element.attr("itemscope").is_some();
        if let Some(name) = element.attr("itemprop") {
            let value = if nested && depth < MAX_DEPTH {
                Value::Object(item(child, depth + 1))
            } else {
                let attribute = ["content", "href", "datetime", "src"]
                    .iter()
                    .find_map(|a| element.attr(a));
                Value::String(attribute.map_or_else(|| text_of(child), str::to_owned))
            };
            map.insert(name.to_owned(), value);
        }
        if !nested {
            open.extend(child.children());
        }
    }
    map
}

fn text_of(node: NodeRef<'_, Node>) -> String {
    let text: String = node
        .descendants()
        .take(200)
        .filter_map(|n| n.value().as_text().map(|t| t.to_string()))
        .collect();
    tidy(cut(&text, 500))
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
            money(thing, &["totalPaymentDue"], &mut stated);
            stated.due_date = date(thing, &["paymentDueDate", "paymentDue"]);
            stated.vendor_name = name(thing, &["provider", "broker"]);
            stated.invoice_number = text(thing, &["confirmationNumber", "identifier"]);
        }
        "Order" => {
            money(
                thing,
                &[
                    "price",
                    "totalPrice",
                    "total",
                    "priceSpecification",
                    "partOfInvoice",
                    "acceptedOffer",
                ],
                &mut stated,
            );
            stated.order_id = text(thing, &["orderNumber", "confirmationNumber"]);
            stated.vendor_name = name(thing, &["merchant", "seller"]);
            stated.invoice_date = date(thing, &["orderDate"]);
        }
        reservation if reservation.ends_with("Reservation") => {
            money(thing, &["totalPrice", "price"], &mut stated);
            stated.order_id = text(thing, &["reservationNumber", "reservationId"]);
            let company = || Journey::of(thing).and_then(|journey| journey.company);
            stated.vendor_name = name(thing, &["provider", "bookingAgent"]).or_else(company);
            stated.invoice_date = date(thing, &["bookingTime"]);
        }
        _ => return None,
    }
    let something = stated.total_amount.is_some() || stated.order_id.is_some() || stated.invoice_number.is_some();
    something.then(|| Structured {
        origin: Origin::Markup,
        form: cut(form, 40).to_owned(),
        stated,
    })
}

fn text(thing: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names
        .iter()
        .find_map(|name| match thing.get(*name)? {
            Value::String(text) => Some(tidy(text)),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .filter(|text| !text.is_empty() && text.len() <= 64)
}

fn name(thing: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names
        .iter()
        .find_map(|name| match thing.get(*name)? {
            Value::Object(party) => text(party, &["name"]),
            Value::String(text) => Some(tidy(text)),
            _ => None,
        })
        .filter(|name| !name.is_empty())
}

fn date(thing: &Map<String, Value>, names: &[&str]) -> Option<chrono::NaiveDate> {
    names.iter().find_map(|name| when::certain(thing.get(*name)?.as_str()?))
}

/// A price in any of its dresses: `"200.00 USD"`, `200`, `{price, priceCurrency}`, `{value, currency}`.
fn money(thing: &Map<String, Value>, names: &[&str], stated: &mut Stated) {
    let Some(value) = names.iter().find_map(|name| thing.get(*name)) else {
        return;
    };
    let (amount, currency) = match value {
        Value::Object(price) => {
            let amount = ["price", "value", "totalPaymentDue"]
                .iter()
                .find_map(|name| price.get(*name))
                .and_then(amount);
            (amount, text(price, &["priceCurrency", "currency"]))
        }
        other => (amount(other), None),
    };
    let Some((total, mark)) = amount else { return };
    stated.total_amount = Some(total);
    let currency = currency.or_else(|| text(thing, &["priceCurrency", "currency"]));
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
            let code = match found.mark {
                Some(Mark::Code(code) | Mark::Symbol(code)) => Some(code),
                _ => None,
            };
            Some((found.value, code))
        }
        _ => None,
    }
}
