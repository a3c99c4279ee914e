//! Counts of verdicts, and the tables that they make.

use std::collections::BTreeMap;
use std::iter::Sum;

use serde_json::Value;

use crate::known::set::{Document, Kind, Set};

/// The outcome of a value that a document states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Wrong,
    Missing,
}

/// The verdict on one value.
pub struct Judged {
    pub field: String,
    pub verdict: Verdict,
    pub wanted: Value,
    pub got: Value,
}

impl Judged {
    pub fn new(field: &str, verdict: Verdict, wanted: &Value, got: &Value) -> Self {
        Judged {
            field: field.to_owned(),
            verdict,
            wanted: wanted.clone(),
            got: got.clone(),
        }
    }
}

/// Whose values are counted.
pub struct Label {
    pub id: String,
    pub set: String,
    pub kind: &'static str,
    pub lang: String,
    pub category: String,
    /// The set of a PDF's items. Those of layouts that no rule was made for are counted apart.
    printed: Option<String>,
}

impl Label {
    /// The invented sets are divided by rounds.
    pub fn of(set: &Set, document: &Document) -> Label {
        let round = document.round.map(|round| format!(" {round}")).unwrap_or_default();
        let set = format!("{}{round}", set.name);
        Label {
            id: document.id.clone(),
            printed: (document.kind == Kind::Invoice).then(|| {
                let held_back = if document.is_held_back() { ", held back" } else { "" };
                format!("{set}{held_back}")
            }),
            set,
            kind: match document.kind {
                Kind::Invoice => "PDF",
                _ => "mail",
            },
            lang: document.lang.clone().unwrap_or_else(|| "unknown".to_owned()),
            category: document.category().unwrap_or("unknown").to_owned(),
        }
    }
}

/// Values that were judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub right: usize,
    pub wrong: usize,
    pub missing: usize,
}

impl Count {
    fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Right => &mut self.right,
            Verdict::Wrong => &mut self.wrong,
            Verdict::Missing => &mut self.missing,
        } += 1;
    }

    /// All that were judged.
    pub fn all(&self) -> usize {
        self.right + self.wrong + self.missing
    }
}

impl<'a> Sum<&'a Count> for Count {
    fn sum<I: Iterator<Item = &'a Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |sum, count| Count {
            right: sum.right + count.right,
            wrong: sum.wrong + count.wrong,
            missing: sum.missing + count.missing,
        })
    }
}

/// What the rows of a table have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    FieldsBySet,
    FieldsByName,
    FieldsByKind,
    FieldsByLanguage,
    FieldsByCategory,
    Identity,
    Totals,
    Asked,
    Acceptances,
    Refusals,
    Categories,
    Items,
    Details,
    PrintedItems,
    PrintedDetails,
}

impl Topic {
    const fn title(self) -> &'static str {
        match self {
            Topic::FieldsBySet => "fields by set",
            Topic::FieldsByName => "fields by name",
            Topic::FieldsByKind => "fields by kind",
            Topic::FieldsByLanguage => "fields by language",
            Topic::FieldsByCategory => "fields by category",
            Topic::Identity => "the facts that identify a mail's purchase",
            Topic::Totals => "totals as a user gets them (missing: asked or refused)",
            Topic::Asked => "asked (right: the right total is among the candidates)",
            Topic::Acceptances => "taken as an invoice (missing: refused)",
            Topic::Refusals => "refused as no invoice (wrong: taken for one)",
            Topic::Categories => "categories (missing: miscellaneous)",
            Topic::Items => "items of mails",
            Topic::Details => "other details of mails",
            Topic::PrintedItems => "items of PDFs",
            Topic::PrintedDetails => "other details of items of PDFs",
        }
    }
}

/// The counts by table and row.
#[derive(Default)]
pub struct Report {
    tables: BTreeMap<Topic, BTreeMap<String, Count>>,
    faults: Vec<String>,
}

impl Report {
    /// Counts a common field.
    pub fn field(&mut self, label: &Label, judged: &Judged, reason: &str) {
        for (topic, row) in [
            (Topic::FieldsBySet, label.set.as_str()),
            (Topic::FieldsByName, &judged.field),
            (Topic::FieldsByKind, label.kind),
            (Topic::FieldsByLanguage, &label.lang),
            (Topic::FieldsByCategory, &label.category),
        ] {
            self.count(topic, row, judged.verdict);
        }
        self.fault(label, judged, reason);
    }

    /// Counts a field of the identity.
    pub fn identity(&mut self, label: &Label, judged: &Judged, reason: &str) {
        self.count(Topic::Identity, &judged.field, judged.verdict);
        self.fault(label, judged, reason);
    }

    /// Counts the total that a user gets of a document that states one.
    pub fn total(&mut self, label: &Label, verdict: Option<Verdict>) {
        if let Some(verdict) = verdict {
            self.count(Topic::Totals, &label.set, verdict);
        }
    }

    /// Counts a document that is asked about.
    pub fn asked(&mut self, label: &Label, is_offered: bool) {
        let verdict = if is_offered { Verdict::Right } else { Verdict::Wrong };
        self.document(Topic::Asked, label, verdict, "asked without the right total");
    }

    /// Counts a document that is an invoice.
    pub fn acceptance(&mut self, label: &Label, refused: Option<&str>) {
        let verdict = refused.map_or(Verdict::Right, |_| Verdict::Missing);
        let fault = format!("refused: {}", refused.unwrap_or_default());
        self.document(Topic::Acceptances, label, verdict, &fault);
    }

    /// Counts a document that isn't an invoice.
    pub fn refusal(&mut self, label: &Label, refused: bool) {
        let verdict = if refused { Verdict::Right } else { Verdict::Wrong };
        self.document(Topic::Refusals, label, verdict, "taken for an invoice");
    }

    /// Counts the choice of a category.
    pub fn category(&mut self, label: &Label, wanted: &str, got: &str) {
        let verdict = match got {
            got if got == wanted => Verdict::Right,
            "miscellaneous" => Verdict::Missing,
            _ => Verdict::Wrong,
        };
        let fault = format!("category {got} instead of {wanted}");
        self.document(Topic::Categories, label, verdict, &fault);
    }

    /// Counts a verdict on a whole document. `fault` says what is not right.
    fn document(&mut self, topic: Topic, label: &Label, verdict: Verdict, fault: &str) {
        self.count(topic, &label.set, verdict);
        if verdict != Verdict::Right {
            self.faults.push(format!("{} {}: {fault}", label.set, label.id));
        }
    }

    /// Counts a field of a category's record.
    pub fn detail(&mut self, label: &Label, judged: &Judged) {
        match (judged.field.as_str(), &label.printed) {
            ("item", Some(set)) => self.count(Topic::PrintedItems, set, judged.verdict),
            (field, Some(_)) => self.count(Topic::PrintedDetails, field, judged.verdict),
            ("item", None) => self.count(Topic::Items, &label.set, judged.verdict),
            (field, None) => self.count(Topic::Details, &format!("{} {field}", label.category), judged.verdict),
        }
        self.fault(label, judged, "");
    }

    fn count(&mut self, topic: Topic, row: &str, verdict: Verdict) {
        let table = self.tables.entry(topic).or_default();
        table.entry(row.to_owned()).or_default().add(verdict);
    }

    /// The counts of a table's row, or of all its rows.
    #[cfg(test)]
    pub fn count_of(&self, topic: Topic, row: Option<&str>) -> Count {
        let rows = self.tables.get(&topic).into_iter().flatten();
        let rows = rows.filter(|(name, _)| row.is_none_or(|row| row == *name));
        rows.map(|(_, count)| count).sum()
    }

    fn fault(&mut self, label: &Label, judged: &Judged, reason: &str) {
        let how = match judged.verdict {
            Verdict::Right => return,
            Verdict::Wrong => "wrong",
            Verdict::Missing => "missing",
        };
        let (Judged { field, wanted, got, .. }, Label { set, id, .. }) = (judged, label);
        self.faults
            .push(format!("{set} {id}: {how} {field}: {wanted}, read was {got} {reason}"));
    }

    /// Prints the tables, and with `faults` each value that is not right.
    pub fn print(&self, faults: bool) {
        for (topic, table) in &self.tables {
            println!("{:56} {:>6} {:>6} {:>7}", topic.title(), "right", "wrong", "missing");
            for (row, count) in table {
                print_row(row, count);
            }
            print_row("all", &table.values().sum());
            println!();
        }
        self.print_certainty();
        if faults {
            for fault in &self.faults {
                println!("{fault}");
            }
        }
    }

    /// What the totals are worth: how many of those that are stored are wrong, and how many users get.
    fn print_certainty(&self) {
        let sum = |topic| -> Count { self.tables.get(&topic).into_iter().flat_map(BTreeMap::values).sum() };
        let (totals, asked) = (sum(Topic::Totals), sum(Topic::Asked));
        let stored = totals.right + totals.wrong;
        let [wrong, all] = [totals.wrong, stored].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        println!(
            "{} of {stored} stored totals are wrong ({} %; upper 95 % bound: {:.2} %), {} % of all {} are stored right; \
             {} of {} that are asked for are among the candidates",
            totals.wrong,
            per_cent(totals.wrong, stored),
            100.0 * upper_bound(wrong, all),
            per_cent(totals.right, totals.all()),
            totals.all(),
            asked.right,
            asked.all(),
        );
    }
}

/// The share that is exceeded with a probability of 5 % if `hits` of `all` were seen: the upper bound of Clopper and Pearson
/// (Biometrika 26, 1934), one-sided.
fn upper_bound(hits: u32, all: u32) -> f64 {
    // The probability of as many hits at most.
    let at_most = |share: f64| {
        let odds = share / (1.0 - share);
        let mut term = (1.0 - share).powf(f64::from(all));
        let mut sum = term;
        for hit in 1..=hits {
            term *= odds * f64::from(all + 1 - hit) / f64::from(hit);
            sum += term;
        }
        sum
    };
    if hits >= all {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if at_most(middle) > 0.05 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

fn print_row(row: &str, count: &Count) {
    let Count { right, wrong, missing } = count;
    let [of_right, of_wrong] = [*right, *wrong].map(|part| per_cent(part, count.all()));
    println!("  {row:54} {right:>6} {wrong:>6} {missing:>7}   {of_right:>5} % {of_wrong:>5} %");
}

/// A share in per cent, rounded to a tenth.
fn per_cent(part: usize, all: usize) -> String {
    let tenths = (part * 2_000 + all) / (2 * all).max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::upper_bound;

    #[test]
    fn the_bound_is_that_of_the_tables() {
        let found = [(0, 100), (1, 100), (3, 300), (5, 5)].map(|(hits, all)| format!("{:.4}", upper_bound(hits, all)));
        assert_eq!(found, ["0.0295", "0.0466", "0.0256", "1.0000"]);
    }
}
