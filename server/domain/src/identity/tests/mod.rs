//! Documents for tests, and what is counted of them.

mod random;
mod rules;
mod situations;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use parser_model::identity::Role;
use parser_model::reading::Direction;

use super::{Fact, Group, Number, Numbers, Position, Sort, UserWord, group};
use crate::Money;

/// A document received this many days after the first day of 2026.
fn document(role: Role, day: u64, total: &str) -> Fact {
    let received_on = date(day);
    let total: Option<Money> = (!total.is_empty()).then(|| total.parse().unwrap());
    let received_at = received_on.and_hms_opt(10, 0, 0).unwrap().and_utc();
    Fact {
        vendor: "shop".parse().unwrap(),
        direction: if total.is_some_and(Money::is_negative) {
            Direction::Refund
        } else {
            Direction::Charge
        },
        role,
        numbers: Numbers::default(),
        own_day: None,
        received_on,
        total,
        candidates: Vec::new(),
        currency: None,
        is_paid: false,
        mail: String::new(),
        message: None,
        file: None,
        position: Position {
            received_at,
            message: String::new(),
            part: 0,
            nth: 0,
        },
    }
}

fn announced(day: u64, total: &str) -> Fact {
    document(Role::Announcement, day, total)
}

fn invoice(day: u64, total: &str) -> Fact {
    document(Role::Invoice, day, total)
}

fn receipt(day: u64, total: &str) -> Fact {
    document(Role::Receipt, day, total)
}

fn date(day: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(day)
}

impl Fact {
    fn number(mut self, sort: Sort, number: &str) -> Self {
        self.numbers.set(sort, Number::new(number));
        self
    }

    fn order(self, number: &str) -> Self {
        self.number(Sort::Order, number)
    }

    fn booking(self, number: &str) -> Self {
        self.number(Sort::Booking, number)
    }

    fn invoice(self, number: &str) -> Self {
        self.number(Sort::Invoice, number)
    }

    fn receipt(self, number: &str) -> Self {
        self.number(Sort::Receipt, number)
    }

    fn own(mut self, day: u64) -> Self {
        self.own_day = Some(date(day));
        self
    }

    fn dated(self) -> Self {
        let day = self.received_on;
        Fact {
            own_day: Some(day),
            ..self
        }
    }

    /// One that is asked about, which may have any of these totals.
    fn asked(self, candidates: &[&str]) -> Self {
        Fact {
            candidates: candidates.iter().map(|total| total.parse().unwrap()).collect(),
            ..self
        }
    }

    fn paid(self) -> Self {
        Fact { is_paid: true, ..self }
    }

    fn of(self, vendor: &str) -> Self {
        Fact {
            vendor: vendor.parse().unwrap(),
            ..self
        }
    }

    /// A part of a mail; the first part is its text, the others are files.
    fn part(mut self, mail: &str, part: u16) -> Self {
        self.mail = mail.to_owned();
        self.position.part = part;
        self.file = (part > 0).then(|| format!("{mail}/{part}"));
        self
    }

    fn file(self, digest: &str) -> Self {
        Fact {
            file: Some(digest.to_owned()),
            ..self
        }
    }

    fn message(self, id: &str) -> Self {
        Fact {
            message: Some(id.to_owned()),
            ..self
        }
    }
}

/// Gives mails of their own to those that have none, in the order of the list.
fn mails(facts: Vec<Fact>) -> Vec<Fact> {
    let named = facts.into_iter().enumerate().map(|(nth, mut fact)| {
        if fact.mail.is_empty() {
            fact.mail = format!("mail {nth}");
        }
        fact.position.message.clone_from(&fact.mail);
        let minutes = TimeDelta::minutes(i64::try_from(nth).unwrap());
        let parts: DateTime<Utc> = fact.position.received_at;
        if fact.position.part == 0 {
            fact.position.received_at = parts + minutes;
        }
        fact
    });
    named.collect()
}

/// The totals of the groups that are not cancelled, sorted.
fn counted(facts: &[Fact], words: &[UserWord]) -> Vec<String> {
    let groups = group(facts, words);
    let mut totals: Vec<Money> = groups
        .iter()
        .filter(|group| !group.is_cancelled)
        .filter_map(|group| total(facts, group))
        .collect();
    totals.sort();
    totals.iter().map(ToString::to_string).collect()
}

fn total(facts: &[Fact], group: &Group) -> Option<Money> {
    let decides = group.members.iter().rfind(|member| member.decides)?;
    facts[decides.fact].total
}
