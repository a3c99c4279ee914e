//! The values of one purchase, each with the reason for it: found by the general reading, completed by a layout and a category.

pub mod field;
pub mod item;

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use parser_model::reading::{Evidence, Stated};
use parser_model::{Identity, Warning};
use serde::Serialize;
use serde_json::Value;

use crate::choice::{Because, Choice};
pub use field::Field;
pub use item::{Item, ItemField, Quantity};

/// The name of the items in evidence.
const ITEMS: &str = "items";

/// What a [`Field`] can hold.
pub trait FieldValue: Clone + Serialize + 'static {}

impl<T: Clone + Serialize + 'static> FieldValue for T {}

/// One purchase.
///
/// A value is in it only together with its evidence, because it can be filled in no other way than with a [`Choice`].
#[derive(Clone, Default)]
pub struct Receipt {
    /// In the order in which they were set.
    entries: Vec<Entry>,
    items: Vec<Item>,
    /// What disagreed or failed a check.
    pub warnings: Vec<Warning>,
    /// Who sets values, if not the general reading.
    reader: Option<String>,
}

#[derive(Clone)]
struct Entry {
    evidence: Evidence,
    value: Option<Rc<dyn Any>>,
}

impl Receipt {
    /// The value of a field.
    pub fn get<T: FieldValue>(&self, field: Field<T>) -> Option<T> {
        let value = self.entry(field.name())?.value.as_ref()?;
        value.downcast_ref::<T>().cloned()
    }

    /// Whether a field has a value.
    pub fn has<T>(&self, field: Field<T>) -> bool {
        self.entry(field.name()).is_some_and(|entry| entry.value.is_some())
    }

    /// Fills a field that has no value. A choice without a value only adds its reason.
    pub fn set<T: FieldValue>(&mut self, field: Field<T>, choice: Choice<T>) {
        if !self.has(field) {
            self.replace(field, choice);
        }
    }

    /// Sets a field whatever it holds. A refusal takes its value away; a choice without candidates changes nothing.
    pub fn replace<T: FieldValue>(&mut self, field: Field<T>, choice: Choice<T>) {
        if choice.value.is_none() && !choice.is_refusal() {
            return;
        }
        let evidence = self.evidence_of(field.name(), &choice, choice.value.as_ref().map(text_of));
        let value = choice.value.map(|value| Rc::new(value) as Rc<dyn Any>);
        self.record(Entry { evidence, value });
    }

    /// Changes the value of a field, if it has one, for the same reason: such as the sign of a refund.
    pub fn change<T: FieldValue>(&mut self, field: Field<T>, change: impl FnOnce(T) -> T) {
        let Some(value) = self.get(field).map(change) else {
            return;
        };
        if let Some(entry) = self.entry_mut(field.name()) {
            entry.evidence.value = Some(text_of(&value));
            entry.value = Some(Rc::new(value));
        }
    }

    /// Takes the value of a field away, if it has one.
    pub fn leave_out<T: FieldValue>(&mut self, field: Field<T>, because: impl Into<Because>, rule: &'static str) {
        if self.has(field) {
            self.replace(field, Choice::<T>::refused(because).by(rule));
        }
    }

    /// Takes a field over from another receipt, with its reason, if it has no value here.
    pub fn inherit<T>(&mut self, field: Field<T>, from: &Receipt) {
        if !self.has(field)
            && let Some(entry) = from.entry(field.name())
        {
            self.record(entry.clone());
        }
    }

    /// Takes a field over from another receipt, with its reason, whatever it holds here.
    pub fn replace_with<T>(&mut self, field: Field<T>, from: &Receipt) {
        self.entries.retain(|entry| entry.evidence.field != field.name());
        self.inherit(field, from);
    }

    /// The articles.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Sets the articles.
    pub fn set_items(&mut self, choice: Choice<Vec<Item>>) {
        if choice.value.is_none() && !choice.is_refusal() {
            return;
        }
        let evidence = self.evidence_of(
            ITEMS,
            &choice,
            choice.value.as_ref().map(|items| items.len().to_string()),
        );
        self.record(Entry { evidence, value: None });
        self.items = choice.value.unwrap_or_default();
    }

    /// Changes each article for the same reason.
    pub fn change_items(&mut self, change: impl FnMut(&mut Item)) {
        self.items.iter_mut().for_each(change);
    }

    /// Fills a property of each article that has no value for it.
    pub fn set_each(&mut self, field: ItemField, mut choose: impl FnMut(&Item) -> Choice<String>) {
        let mut items = std::mem::take(&mut self.items);
        let mut found: Choice<Vec<String>> = Choice::nothing();
        for item in &mut items {
            if (field.of)(item).is_some() {
                continue;
            }
            let choice = choose(item);
            if let Some(value) = choice.value {
                found.value.get_or_insert_default().push(value.clone());
                found.because = choice.because;
                found.rule = choice.rule;
                *(field.of)(item) = Some(value);
            }
        }
        self.items = items;
        if found.value.is_some() {
            let evidence = self.evidence_of(field.name, &found, found.value.as_ref().map(|values| values.join("; ")));
            self.record(Entry { evidence, value: None });
        }
    }

    /// Lets a layout or a category fill fields. Its values show its name in place of a rule.
    pub fn fill_as<T>(&mut self, name: impl Into<String>, fill: impl FnOnce(&mut Self) -> T) -> T {
        self.reader = Some(name.into());
        let filled = fill(self);
        self.reader = None;
        filled
    }

    /// The reason of each value, and of each that was left out, in the order in which they were set.
    pub fn evidence(&self) -> impl Iterator<Item = &Evidence> {
        self.entries.iter().map(|entry| &entry.evidence)
    }

    /// The fields of every category.
    pub fn stated(&self) -> Stated {
        Stated {
            vendor_name: self.get(field::VENDOR_NAME),
            total_amount: self.get(field::TOTAL_AMOUNT),
            currency: self.get(field::CURRENCY),
            invoice_date: self.get(field::INVOICE_DATE),
            invoice_date_source: self.get(field::INVOICE_DATE_SOURCE),
            due_date: self.get(field::DUE_DATE),
            order_id: self.get(field::ORDER_ID),
            invoice_number: self.get(field::INVOICE_NUMBER),
            ocr: self.get(field::OCR),
            bankgiro: self.get(field::BANKGIRO),
            plusgiro: self.get(field::PLUSGIRO),
            direction: self.get(field::DIRECTION).unwrap_or_default(),
            identity: self.identity(),
            warnings: self.warnings.clone(),
        }
    }

    fn identity(&self) -> Identity {
        use field::identity::{
            BOOKING_REFERENCE, CREDITS, INVOICE_NUMBER, ORDER_NUMBER, OWN_DAY, PAID, RECEIPT_NUMBER, ROLE,
        };
        Identity {
            role: self.get(ROLE).unwrap_or_default(),
            invoice_number: self.get(INVOICE_NUMBER),
            receipt_number: self.get(RECEIPT_NUMBER),
            order_number: self.get(ORDER_NUMBER),
            booking_reference: self.get(BOOKING_REFERENCE),
            credits: self.get(CREDITS),
            own_day: self.get(OWN_DAY),
            paid: self.get(PAID).unwrap_or_default(),
        }
    }

    /// The evidence of a field.
    pub fn evidence_for<T>(&self, field: Field<T>) -> Option<&Evidence> {
        self.entry(field.name()).map(|entry| &entry.evidence)
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.evidence.field == name)
    }

    fn entry_mut(&mut self, name: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.evidence.field == name)
    }

    fn evidence_of<T>(&self, name: &str, choice: &Choice<T>, value: Option<String>) -> Evidence {
        let rule = choice.rule.map(str::to_owned).or_else(|| self.reader.clone());
        Evidence {
            field: name.to_owned(),
            value,
            because: choice.because.sentence.clone(),
            words: choice.because.words.clone(),
            rule,
            considered: choice.considered.clone(),
            order: None,
        }
    }

    /// Puts an entry in the place of the field's former one. Candidates that were considered before stay.
    fn record(&mut self, mut entry: Entry) {
        match self.entry_mut(&entry.evidence.field) {
            Some(known) => {
                if entry.evidence.considered.is_empty() {
                    entry.evidence.considered = std::mem::take(&mut known.evidence.considered);
                }
                *known = entry;
            }
            None => self.entries.push(entry),
        }
    }
}

impl fmt::Debug for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receipt")
            .field("evidence", &self.evidence().collect::<Vec<_>>())
            .field("items", &self.items)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// A value as evidence shows it: a text without quotes, anything else as JSON.
fn text_of(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(text)) => text,
        Ok(value) => value.to_string(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::{ORDER_ID, TOTAL_AMOUNT};

    fn because(receipt: &Receipt, name: &str) -> String {
        receipt
            .entry(name)
            .map(|entry| entry.evidence.because.clone())
            .unwrap_or_default()
    }

    #[test]
    fn a_value_is_kept_by_set_and_lost_by_replace() {
        let mut receipt = Receipt::default();
        receipt.set(ORDER_ID, Choice::taken("A1".to_owned(), "its label"));
        receipt.set(ORDER_ID, Choice::taken("B2".to_owned(), "another label"));
        assert_eq!(receipt.get(ORDER_ID).as_deref(), Some("A1"));
        assert_eq!(because(&receipt, "order_id"), "its label");
        receipt.replace(ORDER_ID, Choice::nothing());
        assert_eq!(receipt.get(ORDER_ID).as_deref(), Some("A1"));
        receipt.replace(ORDER_ID, Choice::refused("two numbers"));
        assert_eq!(receipt.get(ORDER_ID), None);
        assert_eq!(because(&receipt, "order_id"), "two numbers");
    }

    #[test]
    fn evidence_shows_the_value_that_the_record_has() {
        let mut receipt = Receipt::default();
        receipt.set(TOTAL_AMOUNT, Choice::taken("12.50".parse().unwrap(), "its label"));
        receipt.change(TOTAL_AMOUNT, |total| -total);
        let shown: Vec<_> = receipt.evidence().map(|evidence| evidence.value.as_deref()).collect();
        assert_eq!(shown, [Some("-12.5")]);
        assert_eq!(receipt.stated().total_amount, "-12.5".parse().ok());
    }
}
