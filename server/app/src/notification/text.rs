//! The texts of notifications in the languages of users.

use invoices_domain::ports::NotificationKind;
use invoices_domain::preferences::Language::{self, En, Sv};
use invoices_domain::{Currency, Money, NotificationFacts};

/// A text to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    /// One line.
    pub subject: String,
    /// The rest.
    pub message: String,
}

impl Text {
    pub(crate) fn new(subject: &str, message: impl Into<String>) -> Self {
        Text {
            subject: subject.to_owned(),
            message: message.into(),
        }
    }
}

/// The text of a notification. `stored` is its text in English; the Swedish one is made of the facts, unless they don't say enough.
pub(crate) fn of_notification(
    kind: NotificationKind,
    facts: &NotificationFacts,
    stored: Text,
    language: Language,
) -> Text {
    match language {
        En => stored,
        Sv => swedish(kind, facts).unwrap_or(stored),
    }
}

fn swedish(kind: NotificationKind, facts: &NotificationFacts) -> Option<Text> {
    let landlord = facts.landlord.as_ref();
    let from = landlord.map(|name| format!(" från {name}")).unwrap_or_default();
    let shown = |money: Option<Money>| Some(amount(money?, facts.currency, Sv));
    Some(match kind {
        NotificationKind::Invoice => {
            let due = facts.due_date.map(|due| format!(" Den ska betalas senast {due}."));
            let message = format!("En hyresavi på {}{from} har kommit.", shown(facts.amount)?);
            Text::new("Ny hyresavi", message + &due.unwrap_or_default())
        }
        NotificationKind::Due => {
            let (amount, due) = (shown(facts.amount)?, facts.due_date?);
            let message = format!("Hyresavin på {amount}{from} ska betalas senast {due}.");
            Text::new("Hyran ska betalas snart", message)
        }
        NotificationKind::Missing => {
            let usual = facts
                .usual_day
                .map(|day| format!(" Den brukar komma senast den {day}:e i månaden."));
            let month = facts.due_month?.format("%Y-%m");
            let message = format!("Hyresavin{from} för {month} har inte kommit.");
            Text::new("En hyresavi saknas", message + &usual.unwrap_or_default())
        }
        NotificationKind::Raised => {
            let (amount, percent, usual) = (shown(facts.amount)?, facts.percent?, shown(facts.usual_amount)?);
            let message = format!("Den nya hyresavin{from} är på {amount}, {percent} % mer än de vanliga {usual}.");
            Text::new("Hyran är högre än vanligt", message)
        }
        NotificationKind::PayeeChanged => {
            let (now, before) = (facts.payee.as_ref()?, facts.payee_before.as_ref()?);
            let to = format!("ska betalas till {now}, den förra till {before}");
            let message = format!("Den nya hyresavin{from} {to}. Fråga hyresvärden innan du betalar.");
            Text::new("Kontot för hyran har ändrats", message)
        }
        NotificationKind::LateNotice => Text::new(
            "En hyresavi lämnades utanför",
            format!(
                "Ett mejl{from} kom när månadens hyresavi redan var läst. Om det är en annan hyresavi kan du ta in den."
            ),
        ),
        kind => return swedish_of_account(kind, facts, &from),
    })
}

/// Those that are about no single invoice.
fn swedish_of_account(kind: NotificationKind, facts: &NotificationFacts, from: &str) -> Option<Text> {
    Some(match kind {
        NotificationKind::History => Text::new(
            "Tidigare hyresavier",
            match facts.invoice_count? {
                1 => format!("1 hyresavi för en tidigare månad{from} har hittats."),
                count => format!("{count} hyresavier för tidigare månader{from} har hittats."),
            },
        ),
        NotificationKind::Question => {
            let count = facts.question_count?;
            let message = format!("I {count} av dina dokument är det osäkert vilket belopp som är summan.");
            Text::new("Dokument behöver granskas", message)
        }
        NotificationKind::Reconnect => Text::new(
            "Koppla ditt e-postkonto på nytt",
            "Det kan inte läsas längre: åtkomsten har gått ut eller återkallats. Tills det är kopplat hittas inga nya fakturor.",
        ),
        NotificationKind::IngestFailed => Text::new(
            "Fakturorna kunde inte hämtas",
            "Det blev fel i tjänsten. Nästa körning försöker igen.",
        ),
        NotificationKind::AccountFull => Text::new(
            "Ditt konto är fullt",
            "Inga nya fakturor hämtas. Ta bort fakturor som du inte behöver för att få plats.",
        ),
        NotificationKind::WebhookOff => Text::new(
            "En webhook eller kanal stängdes av",
            "Mottagaren har inte tagit emot något på flera dagar, eller säger att den inte finns längre.",
        ),
        _ => return None,
    })
}

/// The text of a test.
pub(crate) fn of_test(language: Language) -> Text {
    match language {
        En => Text::new("Test", "Your notifications arrive here."),
        Sv => Text::new("Test", "Dina aviseringar kommer hit."),
    }
}

/// The text of a digest: a line for each notification.
pub(crate) fn of_digest(texts: &[Text], more: u64, language: Language) -> Text {
    let count = texts.len() as u64 + more;
    let mut lines: Vec<String> = texts
        .iter()
        .map(|text| format!("{}: {}", text.subject, text.message))
        .collect();
    if more > 0 {
        lines.push(match language {
            En => format!("And {more} more."),
            Sv => format!("Och {more} till."),
        });
    }
    let subject = match (language, count) {
        (En, 1) => "1 notification of the last week".to_owned(),
        (En, _) => format!("{count} notifications of the last week"),
        (Sv, 1) => "1 avisering från den senaste veckan".to_owned(),
        (Sv, _) => format!("{count} aviseringar från den senaste veckan"),
    };
    Text::new(&subject, lines.join("\n"))
}

/// `9,876.50 SEK`, or in Swedish `9 876,50 kr` with spaces that don't break.
pub(crate) fn amount(money: Money, currency: Option<Currency>, language: Language) -> String {
    const NO_BREAK: char = '\u{a0}';
    let currency = Currency::shown(currency);
    let plain = money.to_string();
    let (sign, plain) = plain
        .strip_prefix('-')
        .map_or(("", plain.as_str()), |plain| ("-", plain));
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    let (group, point, gap, unit) = match language {
        En => (',', '.', ' ', currency.as_str()),
        Sv if currency == Currency::SEK => (NO_BREAK, ',', NO_BREAK, "kr"),
        Sv => (NO_BREAK, ',', NO_BREAK, currency.as_str()),
    };
    let mut grouped = String::from(sign);
    for (nth, digit) in whole.chars().enumerate() {
        if nth > 0 && (whole.len() - nth) % 3 == 0 {
            grouped.push(group);
        }
        grouped.push(digit);
    }
    format!("{grouped}{point}{fraction:0<2}{gap}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> NotificationFacts {
        NotificationFacts {
            amount: Some("9876.5".parse().unwrap()),
            currency: Some("SEK".parse().unwrap()),
            due_date: "2026-07-31".parse().ok(),
            landlord: Some("Brf Eken".into()),
            due_month: "2026-07-01".parse().ok(),
            usual_day: Some(15),
            usual_amount: Some("9000".parse().unwrap()),
            percent: Some(10),
            payee: Some("Bankgiro 5050-1055".into()),
            payee_before: Some("Bankgiro 123-4566".into()),
            invoice_count: Some(3),
            question_count: Some(2),
        }
    }

    fn shown(kind: NotificationKind, facts: &NotificationFacts, language: Language) -> String {
        let stored = Text::new("stored", "as it was");
        let Text { subject, message } = of_notification(kind, facts, stored, language);
        format!("{subject}: {message}").replace('\u{a0}', " ")
    }

    // Shows: Notification channels | A channel gets the notification in the user's language, with amounts as that language writes them
    #[test]
    fn amounts_are_written_as_the_language_does() {
        for (money, english, swedish) in [
            ("9876.5", "9,876.50 SEK", "9 876,50 kr"),
            ("-1234567", "-1,234,567.00 SEK", "-1 234 567,00 kr"),
            ("0.1234", "0.1234 SEK", "0,1234 kr"),
            ("100", "100.00 SEK", "100,00 kr"),
        ] {
            let shown = |language| amount(money.parse().unwrap(), None, language).replace('\u{a0}', " ");
            assert_eq!((shown(En), shown(Sv)), (english.to_owned(), swedish.to_owned()));
        }
        let euro = amount("5".parse().unwrap(), Some("EUR".parse().unwrap()), Sv);
        assert_eq!(euro, "5,00\u{a0}EUR");
    }

    // Shows: Notification channels | A channel gets the notification in the user's…
    #[test]
    fn every_kind_has_a_text_in_both_languages() {
        let facts = facts();
        assert_eq!(shown(NotificationKind::Invoice, &facts, En), "stored: as it was");
        for (kind, swedish) in [
            (
                NotificationKind::Invoice,
                "Ny hyresavi: En hyresavi på 9 876,50 kr från Brf Eken har kommit. Den ska betalas senast 2026-07-31.",
            ),
            (
                NotificationKind::Due,
                "Hyran ska betalas snart: Hyresavin på 9 876,50 kr från Brf Eken ska betalas senast 2026-07-31.",
            ),
            (
                NotificationKind::Missing,
                "En hyresavi saknas: Hyresavin från Brf Eken för 2026-07 har inte kommit. Den brukar komma senast den 15:e i månaden.",
            ),
            (
                NotificationKind::Raised,
                "Hyran är högre än vanligt: Den nya hyresavin från Brf Eken är på 9 876,50 kr, 10 % mer än de vanliga 9 000,00 kr.",
            ),
        ] {
            assert_eq!(shown(kind, &facts, Sv), swedish);
        }
        for kind in NotificationKind::ALL {
            assert!(!shown(kind, &facts, Sv).starts_with("stored"), "{kind}");
        }
    }

    #[test]
    fn without_facts_the_stored_text_is_shown() {
        let nothing = NotificationFacts::default();
        for kind in [
            NotificationKind::Invoice,
            NotificationKind::Due,
            NotificationKind::Question,
        ] {
            assert_eq!(shown(kind, &nothing, Sv), "stored: as it was");
        }
        assert_eq!(shown(NotificationKind::Reconnect, &nothing, En), "stored: as it was");
    }
}
