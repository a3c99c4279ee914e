//! What reading a document again would change, as text for people.

use std::collections::BTreeMap;
use std::fmt;

use invoices_db::{Document, Preview, Record, RetailInvoice, StoredInvoices};
use invoices_domain::DocumentState;
use serde_json::{Value, json};

/// What would change of a document. Its text is one line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// The document's state and reason before and after, if they differ.
    pub state: Option<(String, String)>,
    /// Its invoices that differ, by id.
    pub invoices: BTreeMap<String, InvoiceDifference>,
}

/// What would change of an invoice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InvoiceDifference {
    /// Whether it is there before and after.
    pub exists: (bool, bool),
    /// The fields that differ: before and after.
    pub fields: BTreeMap<String, (Option<Value>, Option<Value>)>,
}

impl Difference {
    /// Compares a document and its invoices before and after a new reading.
    pub(super) fn of(document: &Document, preview: &Preview) -> Self {
        let described = |state: DocumentState, reason: Option<&String>| match reason {
            Some(reason) => format!("{state} ({reason})"),
            None => state.to_string(),
        };
        let before = described(document.state, document.reason.as_ref());
        let after = described(preview.state, preview.reason.as_ref());
        let mut difference = Difference {
            state: (before != after).then_some((before, after)),
            invoices: BTreeMap::new(),
        };
        let (before, after) = (shown(&preview.before), shown(&preview.after));
        let ids = before.keys().chain(after.keys());
        for id in ids {
            let invoice = InvoiceDifference::of(before.get(id), after.get(id));
            if invoice.exists != (true, true) || !invoice.fields.is_empty() {
                difference.invoices.insert(id.clone(), invoice);
            }
        }
        difference
    }
}

impl InvoiceDifference {
    fn of(before: Option<&Shown>, after: Option<&Shown>) -> Self {
        let mut fields = BTreeMap::new();
        // If the list and the record have a field of one name, the record's values are shown.
        let listed = (before.map(|shown| &shown.listed), after.map(|shown| &shown.listed));
        let record = (before.map(|shown| &shown.record), after.map(|shown| &shown.record));
        for (before, after) in [listed, record] {
            for name in before.into_iter().chain(after).flat_map(Record::keys) {
                let (old, new) = (before.and_then(|r| r.get(name)), after.and_then(|r| r.get(name)));
                if old != new {
                    fields.insert(name.clone(), (old.cloned(), new.cloned()));
                }
            }
        }
        InvoiceDifference {
            exists: (before.is_some(), after.is_some()),
            fields,
        }
    }
}

/// An invoice as the API shows it: in lists, and alone.
#[derive(Default)]
struct Shown {
    listed: Record,
    record: Record,
}

/// Every invoice by its id.
fn shown(stored: &StoredInvoices) -> BTreeMap<String, Shown> {
    let rental = stored.rental.iter().map(|(id, record)| {
        let shown = Shown {
            record: record.to_map(),
            ..Shown::default()
        };
        (id.to_string(), shown)
    });
    let retail = stored.retail.iter().map(|(id, invoice)| {
        let shown = Shown {
            listed: listed(invoice),
            record: invoice.detail.clone(),
        };
        (id.to_string(), shown)
    });
    rental.chain(retail).collect()
}

fn listed(invoice: &RetailInvoice) -> Record {
    let fields = [
        ("vendor_name", json!(invoice.vendor_name)),
        ("sub_type", json!(invoice.sub_type)),
        ("direction", json!(invoice.direction)),
        ("invoice_date", json!(invoice.invoice_date)),
        ("total_amount", json!(invoice.total_amount)),
        ("currency", json!(invoice.currency)),
    ];
    let present = fields.into_iter().filter(|(_, value)| !value.is_null());
    present.map(|(name, value)| (name.to_owned(), value)).collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some((before, after)) = &self.state {
            write!(f, "{before} → {after}")?;
            separator = "; ";
        }
        for (id, invoice) in &self.invoices {
            write!(f, "{separator}{id}{invoice}")?;
            separator = "; ";
        }
        Ok(())
    }
}

impl fmt::Display for InvoiceDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exists {
            (_, false) => return f.write_str(" goes"),
            (false, true) => f.write_str(" is new")?,
            (true, true) => {}
        }
        let mut separator = ": ";
        for (name, (before, after)) in &self.fields {
            write!(
                f,
                "{separator}{name} {} → {}",
                Short(before.as_ref()),
                Short(after.as_ref())
            )?;
            separator = ", ";
        }
        Ok(())
    }
}

/// A value as JSON, truncated if it is long.
struct Short<'v>(Option<&'v Value>);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 80;
        let Some(value) = self.0 else {
            return f.write_str("nothing");
        };
        let text = value.to_string();
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{}…", &text[..end]),
            None => f.write_str(&text),
        }
    }
}
