//! Senders that belong to one company make one suggestion.

use std::collections::BTreeMap;

use invoices_db::{SuggestedSource, Suggestion};
use invoices_domain::sources::{
    MAX_NAME, MAX_PATTERNS, SenderPattern, SenderPatterns, SuggestionId, VendorName, is_public_mailbox,
    registrable_domain,
};
use invoices_domain::{MailAddress, UserId};

use super::examine::{Example, Sender};

/// The companies that were found.
#[derive(Default)]
pub(super) struct Companies(BTreeMap<String, Company>);

struct Company {
    name: VendorName,
    senders: Vec<SenderPattern>,
    mails: u64,
    example: Example,
}

impl Companies {
    /// Adds a sender whose mails state an invoice.
    pub fn add(&mut self, sender: Sender) {
        let Some(example) = sender.example else { return };
        let Ok(pattern) = sender.address.as_str().parse::<SenderPattern>() else {
            return;
        };
        let Some(name) = name(&example, &sender.address) else {
            return;
        };
        let mails = sender.mails.len() as u64;
        let company = self
            .0
            .entry(key(&example, &name, &sender.address))
            .or_insert_with(|| Company {
                name,
                senders: Vec::new(),
                mails: 0,
                example,
            });
        // Another mailbox may have mails of the same sender.
        if !company.senders.contains(&pattern) && company.senders.len() < MAX_PATTERNS {
            company.senders.push(pattern.clone());
        }
        if company.senders.contains(&pattern) {
            company.mails += mails;
        }
    }

    /// A suggestion for each.
    pub fn suggestions(&self, user: UserId) -> Vec<Suggestion> {
        let suggestion = |(key, company): (&String, &Company)| {
            Some(Suggestion {
                suggestion_id: SuggestionId::of(&format!("{user} {key}")),
                source: company.example.source.clone(),
                name: company.name.clone(),
                senders: SenderPatterns::try_from(company.senders.clone()).ok()?,
                mails: company.mails,
                trusted: company.example.trusted,
                invoice_date: company.example.invoice_date,
                total_amount: company.example.total_amount,
                currency: company.example.currency,
            })
        };
        self.0.iter().filter_map(suggestion).collect()
    }
}

/// The name to show: as the document or the sender writes it, else the sender's domain.
fn name(example: &Example, sender: &MailAddress) -> Option<VendorName> {
    let short = |name: &String| name.chars().take(MAX_NAME).collect::<String>();
    let written = example.name.as_ref().map(short).and_then(|name| name.parse().ok());
    written.or_else(|| sender.domain().parse().ok())
}

/// Senders belong to one company if their addresses have the same owner and their invoices the same name. One owner may
/// send for several companies, and at a public mailbox every address has an owner of its own. A landlord has one sender.
fn key(example: &Example, name: &VendorName, sender: &MailAddress) -> String {
    match &example.source {
        SuggestedSource::Landlord => format!("landlord {sender}"),
        SuggestedSource::Vendor(sub_type) => {
            let domain = registrable_domain(sender.domain()).filter(|domain| !is_public_mailbox(domain));
            let owner = domain.unwrap_or(sender.as_str());
            format!("vendor {sub_type} {owner} {}", name.as_str().to_lowercase())
        }
    }
}
