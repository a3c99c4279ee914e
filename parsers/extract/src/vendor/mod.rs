//! The vendor: the name with the highest score on a page. Each rule that finds a seller's name gives it points.

mod address;
mod decision;
mod firms;
mod mail;
mod mentions;
pub mod names;
mod parties;
mod pdf;
mod scoring;

use crate::choice::Choice;
use crate::page::Page;
use crate::rule::Table;
use decision::FIELD;
use mentions::Mentions;

/// The rules as documentation shows them.
pub fn tables() -> Vec<Table> {
    vec![
        Table::new(
            FIELD,
            "For every document, after the points of the next two tables are added up.",
            decision::RULES,
        ),
        Table::new(
            FIELD,
            "For the names in a mail: each rule that matches gives points to a name, and none decides.",
            scoring::MAIL_RULES,
        ),
        Table::new(
            FIELD,
            "For the names in a PDF: each rule that matches gives points to a name, and none decides.",
            scoring::PDF_RULES,
        ),
    ]
}

/// Chooses the vendor. `configured` is the name of the configured vendor that sent the mail.
pub fn choose(page: &Page<'_>, configured: Option<&str>) -> Choice<String> {
    decision::choose(configured, page.is_mail(), &|| find_mentions(page))
}

/// The names of sellers on a page. The recipient's name and address are left out.
fn find_mentions(page: &Page<'_>) -> Mentions {
    let buyer = parties::buyer_places(page);
    let mut mentions = Mentions::default();
    if page.is_mail() {
        mail::find(page, &buyer, &mut mentions);
    } else {
        pdf::find(page, &buyer, &mut mentions);
    }
    mentions
}

/// The ids of the rules that give points on a page.
#[cfg(test)]
pub fn scoring_rules(page: &Page<'_>) -> std::collections::BTreeSet<&'static str> {
    find_mentions(page).all.iter().map(|mention| mention.rule.id).collect()
}
