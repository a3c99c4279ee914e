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
    fn new(subject: &str, message: impl Into<String>) -> Self {
        Text {
            subject: subject.to_owned(),
            message: message.into(),
        }
    }
}

/// The text of a notification. `stored` is its text in English, which is shown if its facts don't say enough.
pub(crate) fn of_notification(
    kind: NotificationKind,
    facts: &NotificationFacts,
    stored: &Text,
    language: Language,
) -> Text {
    let text = match kind {
        NotificationKind::Invoice => new_invoice(facts, language),
        NotificationKind::Due => due(facts, language),
        NotificationKind::Missing => missing(facts, language),
        NotificationKind::Raised => raised(facts, language),
        NotificationKind::History => history(facts, language),
        NotificationKind::Question => questions(facts, language),
        NotificationKind::Reconnect
        | NotificationKind::IngestFailed
        | NotificationKind::AccountFull
        | NotificationKind::WebhookOff => condition(kind, language),
    };
    text.unwrap_or_else(|| stored.clone())
}

fn new_invoice(facts: &NotificationFacts, language: Language) -> Option<Text> {
    let amount = amount(facts.amount?, facts.currency, language);
    let due = facts.due_date.map(|due| due.to_string());
    Some(match language {
        En => {
            let due = due.as_deref().unwrap_or("not stated");
            Text::new(
                "New invoice available!",
                format!("New rental invoice of {amount} with due date of {due} is now available!"),
            )
        }
        Sv => {
            let from = from(facts, language);
            let due = due
                .map(|due| format!(" Den ska betalas senast {due}."))
                .unwrap_or_default();
            Text::new("Ny hyresavi", format!("En hyresavi på {amount}{from} har kommit.{due}"))
        }
    })
}

fn due(facts: &NotificationFacts, language: Language) -> Option<Text> {
    let amount = amount(facts.amount?, facts.currency, language);
    let (due, from) = (facts.due_date?, from(facts, language));
    Some(match language {
        En => Text::new(
            "Rent is due soon",
            format!("The rental invoice of {amount}{from} is due on {due}."),
        ),
        Sv => Text::new(
            "Hyran ska betalas snart",
            format!("Hyresavin på {amount}{from} ska betalas senast {due}."),
        ),
    })
}

fn missing(facts: &NotificationFacts, language: Language) -> Option<Text> {
    let month = facts.due_month?.format("%Y-%m");
    let from = from(facts, language);
    let usual = facts.usual_day.map(|day| match language {
        En => format!(" It usually comes by day {day} of the month."),
        Sv => format!(" Den brukar komma senast den {day}:e i månaden."),
    });
    let usual = usual.unwrap_or_default();
    Some(match language {
        En => Text::new(
            "A rental invoice is missing",
            format!("The rental invoice{from} for {month} has not come.{usual}"),
        ),
        Sv => Text::new(
            "En hyresavi saknas",
            format!("Hyresavin{from} för {month} har inte kommit.{usual}"),
        ),
    })
}

fn raised(facts: &NotificationFacts, language: Language) -> Option<Text> {
    let now = amount(facts.amount?, facts.currency, language);
    let usual = amount(facts.usual_amount?, facts.currency, language);
    let (percent, from) = (facts.percent?, from(facts, language));
    Some(match language {
        En => Text::new(
            "The rent is higher than usual",
            format!("The new rental invoice{from} asks for {now}, {percent}% more than the usual {usual}."),
        ),
        Sv => Text::new(
            "Hyran är högre än vanligt",
            format!("Den nya hyresavin{from} är på {now}, {percent} % mer än de vanliga {usual}."),
        ),
    })
}

fn history(facts: &NotificationFacts, language: Language) -> Option<Text> {
    let (count, from) = (facts.invoice_count?, from(facts, language));
    Some(match (language, count) {
        (En, 1) => Text::new(
            "Earlier rental invoices",
            format!("1 rental invoice of an earlier month{from} was found."),
        ),
        (En, _) => Text::new(
            "Earlier rental invoices",
            format!("{count} rental invoices of earlier months{from} were found."),
        ),
        (Sv, 1) => Text::new(
            "Tidigare hyresavier",
            format!("1 hyresavi för en tidigare månad{from} har hittats."),
        ),
        (Sv, _) => Text::new(
            "Tidigare hyresavier",
            format!("{count} hyresavier för tidigare månader{from} har hittats."),
        ),
    })
}

fn questions(facts: &NotificationFacts, language: Language) -> Option<Text> {
    let count = facts.question_count?;
    Some(match language {
        En => Text::new(
            "Documents need a look",
            format!("It is uncertain which amount is the total of {count} of your documents."),
        ),
        Sv => Text::new(
            "Dokument behöver granskas",
            format!("I {count} av dina dokument är det osäkert vilket belopp som är summan."),
        ),
    })
}

/// The stored text says more in English: it names the mail accounts.
fn condition(kind: NotificationKind, language: Language) -> Option<Text> {
    let (subject, message) = match (language, kind) {
        (Sv, NotificationKind::Reconnect) => (
            "Koppla ditt e-postkonto på nytt",
            "Det kan inte läsas längre: åtkomsten har gått ut eller återkallats. Tills det är kopplat hittas inga nya fakturor.",
        ),
        (Sv, NotificationKind::IngestFailed) => (
            "Fakturorna kunde inte hämtas",
            "Det blev fel i tjänsten. Nästa körning försöker igen.",
        ),
        (Sv, NotificationKind::AccountFull) => (
            "Ditt konto är fullt",
            "Inga nya fakturor hämtas. Ta bort fakturor som du inte behöver för att få plats.",
        ),
        (Sv, NotificationKind::WebhookOff) => (
            "En webhook eller kanal stängdes av",
            "Mottagaren har inte tagit emot något på flera dagar, eller säger att den inte finns längre.",
        ),
        _ => return None,
    };
    Some(Text::new(subject, message))
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

/// ` from Brf Eken`, or nothing.
fn from(facts: &NotificationFacts, language: Language) -> String {
    let landlord = facts.landlord.as_ref();
    let name = landlord.map(|name| match language {
        En => format!(" from {name}"),
        Sv => format!(" från {name}"),
    });
    name.unwrap_or_default()
}

/// `9,876.50 SEK`, or `9 876,50 kr` with spaces that don't break.
pub(crate) fn amount(money: Money, currency: Option<Currency>, language: Language) -> String {
    const NO_BREAK: char = '\u{a0}';
    let currency = Currency::shown(currency);
    let plain = money.to_string();
    let (sign, plain) = plain
        .strip_prefix('-')
        .map_or(("", plain.as_str()), |plain| ("-", plain));
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    let (group, point, unit) = match language {
        En => (',', '.', currency.as_str()),
        Sv if currency.as_str() == "SEK" => (NO_BREAK, ',', "kr"),
        Sv => (NO_BREAK, ',', currency.as_str()),
    };
    let mut grouped = String::from(sign);
    for (nth, digit) in whole.chars().enumerate() {
        if nth > 0 && (whole.len() - nth) % 3 == 0 {
            grouped.push(group);
        }
        grouped.push(digit);
    }
    format!("{grouped}{point}{fraction:0<2}{NO_BREAK}{unit}")
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
            invoice_count: Some(3),
            question_count: Some(2),
        }
    }

    fn shown(kind: NotificationKind, facts: &NotificationFacts, language: Language) -> String {
        let stored = Text::new("stored", "as it was");
        let Text { subject, message } = of_notification(kind, facts, &stored, language);
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
        assert_eq!(
            shown(NotificationKind::Invoice, &facts, En),
            "New invoice available!: New rental invoice of 9,876.50 SEK with due date of 2026-07-31 is now available!"
        );
        assert_eq!(
            shown(NotificationKind::Invoice, &facts, Sv),
            "Ny hyresavi: En hyresavi på 9 876,50 kr från Brf Eken har kommit. Den ska betalas senast 2026-07-31."
        );
        assert_eq!(
            shown(NotificationKind::Due, &facts, Sv),
            "Hyran ska betalas snart: Hyresavin på 9 876,50 kr från Brf Eken ska betalas senast 2026-07-31."
        );
        assert_eq!(
            shown(NotificationKind::Missing, &facts, Sv),
            "En hyresavi saknas: Hyresavin från Brf Eken för 2026-07 har inte kommit. Den brukar komma senast den 15:e i månaden."
        );
        assert_eq!(
            shown(NotificationKind::Raised, &facts, En),
            "The rent is higher than usual: The new rental invoice from Brf Eken asks for 9,876.50 SEK, 10% more than the usual \
             9,000.00 SEK."
        );
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
