//! The user's own addresses. A mail from one of them stands for the mail that it forwards.

use invoices_domain::mail::{Forwarded, MailContent};
use invoices_domain::{MailAddress, Source, UserId};

use crate::app::App;
use crate::error::Error;
use crate::source::Sources;

impl App {
    /// [`App::sources`] with the user's addresses: those of the mail accounts and, once it is verified, of the sign-up. An
    /// address that a landlord or vendor sends from is excluded.
    pub async fn mail_sources(&self, user: UserId) -> Result<Sources, Error> {
        let mut sources = self.sources(user).await?;
        let email = self.store().account_email(user).await?;
        let email = email.filter(|email| email.verified_at.is_some());
        let email: Option<MailAddress> = email.and_then(|email| email.email.parse().ok());
        let mut addresses = self.mail_addresses(user).await?;
        addresses.extend(email.filter(|email| !addresses.contains(email)));
        addresses.retain(|address| !sources.has_sender(address));
        sources.forwarders = addresses;
        Ok(sources)
    }
}

impl Sources {
    /// Which ingests a mail belongs to: by its sender and subject, or by those of the mails that it forwards.
    pub(crate) fn of_mail(&self, mail: &MailContent) -> Vec<Source> {
        match (&mail.forwarded, &mail.sender) {
            (Some(Forwarded::Attached(mails)), _) => {
                let senders = mails
                    .iter()
                    .filter_map(|mail| Some((mail.sender.as_ref()?, &mail.subject)));
                let sources = senders.flat_map(|(sender, subject)| self.matching(sender, subject));
                let mut sources: Vec<Source> = sources.collect();
                sources.sort_unstable();
                sources.dedup();
                sources
            }
            (Some(Forwarded::Quoted(quoted)), _) => self.matching(&quoted.sender, &quoted.subject),
            (None, Some(sender)) => self.matching(sender, &mail.subject),
            (None, None) => Vec::new(),
        }
    }

    /// Which ingests a mail of this sender and subject belongs to.
    pub(crate) fn matching(&self, sender: &MailAddress, subject: &str) -> Vec<Source> {
        let landlords = self.active_landlords();
        let is_rent = landlords.iter().any(|landlord| landlord.matches(sender, subject));
        let vendors = self.active_vendors(None);
        let is_purchase = vendors.iter().any(|vendor| vendor.matches(sender, subject).is_some());
        let rent = is_rent.then_some(Source::Rental);
        rent.into_iter().chain(is_purchase.then_some(Source::Retail)).collect()
    }

    /// Whether an active landlord or vendor sends from this address.
    fn has_sender(&self, address: &MailAddress) -> bool {
        let landlords = self.active_landlords();
        let vendors = self.active_vendors(None);
        let of_vendors = vendors.iter().flat_map(|vendor| &vendor.email_patterns);
        let mut patterns = landlords.iter().map(|landlord| &landlord.sender).chain(of_vendors);
        patterns.any(|pattern| pattern.matches(address).is_some())
    }
}
