//! The vendor: the name with the most votes on a page. Everything that names a seller votes.

mod address;
mod ballot;
mod election;
mod firms;
mod mail;
pub mod names;
mod pdf;
mod votes;

use std::collections::BTreeSet;

use crate::choice::Choice;
use crate::page::{Page, Place};
use crate::phrases::Parties;
use crate::rule::Table;
use ballot::Ballot;
use election::FIELD;

/// The rules as documentation shows them.
pub fn tables() -> Vec<Table> {
    vec![
        Table::new(
            FIELD,
            "For every document, after the votes of the next two tables are counted.",
            election::RULES,
        ),
        Table::new(
            FIELD,
            "To count the votes of a mail: each rule that matches gives votes to a name, and none decides.",
            votes::MAIL_RULES,
        ),
        Table::new(
            FIELD,
            "To count the votes of a PDF: each rule that matches gives votes to a name, and none decides.",
            votes::PDF_RULES,
        ),
    ]
}

/// Chooses the vendor. `configured` is the name of the configured vendor that sent the mail.
pub fn choose(page: &Page<'_>, configured: Option<&str>) -> Choice<String> {
    election::elect(configured, page.is_mail(), &|| count_votes(page))
}

/// The votes of everything that names a seller. The recipient's name and address give none.
fn count_votes(page: &Page<'_>) -> Ballot {
    let buyer = buyer_places(page);
    let mut ballot = Ballot::default();
    if page.is_mail() {
        mail::vote(page, &buyer, &mut ballot);
    } else {
        pdf::vote(page, &buyer, &mut ballot);
    }
    ballot
}

/// The ids of the rules that give votes on a page.
#[cfg(test)]
pub fn voting_rules(page: &Page<'_>) -> BTreeSet<&'static str> {
    count_votes(page).votes.iter().map(|vote| vote.rule.id).collect()
}

/// Cells under a buyer's label: the recipient's name and address.
fn buyer_places(page: &Page<'_>) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    for at in page.places() {
        let words = &page.content(at).words;
        if words.len() > 6
            || !(Parties::Buyer.matches_all(words)
                || Parties::Buyer.starts_with(words) && page.cell(at).text.contains(':'))
        {
            continue;
        }
        places.insert(at);
        places.extend(page.below(at, 6));
        places.extend(page.right(at));
    }
    places
}
