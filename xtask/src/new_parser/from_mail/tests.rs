//! The project's own fixtures as mails.

use std::fs;
use std::path::{Path, PathBuf};

use mail_builder::MessageBuilder;
use parser_model::reading::MailContext;

use super::*;

/// A person that no fixture names.
const PERSONAL: &[&str] = &[
    "torvald",
    "grankvist",
    "ormvråksgatan",
    "987 65",
    "tistelhult",
    "703 98 76 54",
    "0703987654",
    "kund-5566-ab",
    "privat.test",
];

/// The HTML fixtures of the categories.
fn fixtures() -> Vec<PathBuf> {
    let categories = fs::read_dir(root().join("parsers")).unwrap();
    let folders = categories.map(|entry| entry.unwrap().path().join("fixtures"));
    let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut found: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    found.sort();
    found
}

fn context(path: &Path) -> MailContext {
    let text = fs::read_to_string(path.with_extension("mail.json")).unwrap_or_else(|_| "{}".into());
    serde_json::from_str(&text).unwrap()
}

/// A mail to the person, with the page of a fixture and what shops add to it.
fn mail(html: &str, context: &MailContext) -> Vec<u8> {
    let added = "<p>Hej Torvald!</p>";
    let address = "<p>Torvald Grankvist<br>Ormvråksgatan 7 B<br>987 65 Tistelhult</p><p>Tel: +46 703 98 76 54</p>\
        <p>torvald.grankvist@privat.test</p><img src=\"https://t.privat.test/p.gif?c=KUND-5566-AB\">\
        <a href=\"https://t.privat.test/c?u=torvald\">Mitt konto</a>";
    let html =
        html.replacen("<body>", &format!("<body>{added}"), 1)
            .replacen("</body>", &format!("{address}</body>"), 1);
    let noon = context
        .received_on
        .unwrap_or(NaiveDate::from_ymd_opt(2026, 5, 4).unwrap())
        .and_hms_opt(12, 0, 0)
        .unwrap();
    let sender = context.sender_address.as_deref().unwrap_or("order@shop.example.com");
    let builder = MessageBuilder::new()
        .from((context.sender_name.as_deref().unwrap_or("Shop"), sender))
        .to(("Torvald Grankvist", "torvald.grankvist@privat.test"))
        .subject(context.subject.as_deref().unwrap_or("Kvitto"))
        .date(noon.and_utc().timestamp())
        .html_body(html);
    builder.write_to_vec().unwrap()
}

fn vendor(context: &MailContext) -> MailContext {
    MailContext {
        vendor_id: context.vendor_id.clone(),
        vendor_name: context.vendor_name.clone(),
        sub_type: context.sub_type.clone(),
        ..MailContext::default()
    }
}

#[test]
fn fixtures_are_read_as_their_mails() {
    let mut faults = Vec::new();
    for path in fixtures() {
        let (context, html) = (context(&path), fs::read_to_string(&path).unwrap());
        let made = fixture(&mail(&html, &context), &vendor(&context)).unwrap();
        let all = (made.html.clone() + &serde_json::to_string(&made.context).unwrap()).to_lowercase();
        let left = PERSONAL.iter().filter(|personal| all.contains(**personal));
        faults.extend(left.map(|personal| format!("{}: has {personal}\n{all}", path.display())));
        let differences = made.report.differences.join("\n  ");
        if !differences.is_empty() {
            faults.push(format!("{}:\n  {differences}", path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn order(order: &str) -> Vec<u8> {
    let html = format!(
        "<html lang=\"sv\"><body><img alt=\"Ullkompaniet\"><p>Bästa Torvald, tack för din order {order}!</p>\
        <p>Kundnummer: 55667788</p><p>Orderdatum: 4 maj 2026</p><p>Förfallodag: 2026-06-03</p>\
        <table><tr><th>Vara</th><th>Antal</th><th>Pris</th></tr>\
        <tr><td>Tröja Fjäll</td><td>1</td><td>899,00 kr</td></tr><tr><td>Raggsockor</td><td>2</td><td>198,00 kr</td></tr></table>\
        <table><tr><td>Frakt</td><td>49,00 kr</td></tr><tr><td>Att betala</td><td>1&nbsp;146,00 kr</td></tr>\
        <tr><td>varav moms 25 %</td><td>229,20 kr</td></tr></table>\
        <p>Leveransadress</p><p>Torvald Grankvist, Ormvråksgatan 7 B, 987 65 Tistelhult</p>\
        <script type=\"application/ld+json\">{{\"@type\": \"Order\", \"orderNumber\": \"{order}\", \"price\": \"1146.00\", \
        \"priceCurrency\": \"SEK\", \"orderDate\": \"2026-05-04T10:20:00+02:00\", \"customer\": {{\"@type\": \"Person\", \
        \"name\": \"TORVALD GRANKVIST\"}}}}</script><p>Ullkompaniet AB, Box 17, 111 22 Stockholm</p></body></html>"
    );
    let builder = MessageBuilder::new()
        .from(("Ullkompaniet", "order@mail.ullkompaniet.example.com"))
        .to(("Torvald Grankvist", "torvald.grankvist@privat.test"))
        .subject(format!("Tack för din order {order}, Torvald"))
        .date(1_777_885_200_i64)
        .html_body(html);
    builder.write_to_vec().unwrap()
}

fn made(number: &str) -> Fixture {
    fixture(&order(number), &MailContext::default()).unwrap()
}

#[test]
fn the_same_mail_gives_the_same_fixture_and_another_mail_another() {
    let (one, again, other) = (made("UK-2041-77"), made("UK-2041-77"), made("UK-2041-78"));
    assert_eq!((&one.html, &one.context), (&again.html, &again.context));
    assert_ne!(one.html, other.html);
}

#[test]
fn an_original_has_one_replacement_everywhere() {
    let made = made("UK-204177");
    let subject = made.context.subject.clone().unwrap();
    let number = subject
        .split(' ')
        .find(|word| word.contains('-'))
        .unwrap()
        .trim_end_matches(',');
    assert_ne!(number, "UK-204177");
    assert_eq!(made.html.matches(number).count(), 2, "{}", made.html);
    let name = subject.rsplit(' ').next().unwrap();
    assert!(
        made.html.contains(&format!("Bästa {name}")) && made.html.contains(&name.to_uppercase()),
        "{}",
        made.html
    );
    assert!(made.html.contains("25 %") && made.html.contains("Tröja Fjäll") && made.html.contains("Ullkompaniet AB"));
    assert_eq!(made.report.differences, Vec::<String>::new());
    let small = made.html.to_lowercase();
    for personal in PERSONAL
        .iter()
        .chain(&["55667788", "204177", "stockholm", "4 maj", "2026-05-04"])
    {
        assert!(!small.contains(personal), "{personal}: {small}");
    }
}

#[test]
fn the_subject_for_other_mails_has_no_number_and_no_name() {
    assert_eq!(made("UK-2041-77").subject.as_deref(), Some("Tack för din order"));
}

#[test]
fn the_report_lists_doubts_and_promises_nothing() {
    let report = made("UK-2041-77").report.to_string();
    assert!(
        report.contains("words of names") && report.contains("It may have personal data still"),
        "{report}"
    );
    assert!(
        report.contains("Beside greetings") && !report.contains("Torvald"),
        "{report}"
    );
}

#[test]
fn a_forwarded_mail_needs_a_sender() {
    let mail = MessageBuilder::new()
        .from("alva@gmail.com")
        .subject("Fwd: Kvitto")
        .text_body("x")
        .write_to_vec()
        .unwrap();
    assert!(
        fixture(&mail, &MailContext::default())
            .unwrap_err()
            .to_string()
            .contains("--sender")
    );
    let given = MailContext {
        sender_address: Some("order@shop.example.com".into()),
        ..MailContext::default()
    };
    assert_eq!(
        fixture(&mail, &given).unwrap().context.sender_address.as_deref(),
        Some("order@shop.example.com")
    );
    assert!(fixture(b"", &MailContext::default()).is_err());
}

#[test]
fn a_plain_text_is_replaced_line_by_line() {
    let body = "Hej Torvald!\nOrdernummer: 20417788\nSumma: 100,00 kr\nTorvald Grankvist\nOrmvråksgatan 7\n987 65 Tistelhult\n";
    let builder = MessageBuilder::new()
        .from(("Shop", "order@shop.example.com"))
        .subject("Kvitto")
        .text_body(body);
    let made = fixture(&builder.write_to_vec().unwrap(), &MailContext::default()).unwrap();
    let small = made.html.to_lowercase();
    assert!(
        ["torvald", "grankvist", "ormvråks", "tistelhult", "20417788"]
            .iter()
            .all(|text| !small.contains(text)),
        "{small}"
    );
    assert_eq!(made.report.differences, Vec::<String>::new());
}

#[test]
fn a_signature_is_a_name_and_a_company_number_is_no_street() {
    let body = "Ordernummer: 20417788\nSumma: 100,00 kr\nHälsar din orderhandläggare Torvald Grankvist\n\
                Vänliga hälsningar\nSigbritt Lönnholm\nLevereras till\n17 Barley Row\n\
                Shop Elektronik AB, Org.nr 556677-8899, Ormvråksgatan 7, 987 65 Tistelhult\n";
    let builder = MessageBuilder::new()
        .from(("Shop", "order@shop.example.com"))
        .subject("Kvitto")
        .text_body(body);
    let made = fixture(&builder.write_to_vec().unwrap(), &MailContext::default()).unwrap();
    for personal in [
        "Torvald",
        "Grankvist",
        "Sigbritt",
        "Lönnholm",
        "Barley",
        "Ormvråks",
        "Tistelhult",
        "556677",
    ] {
        assert!(!made.html.contains(personal), "{personal}: {}", made.html);
    }
    assert!(
        made.html.contains("orderhandläggare") && made.html.contains("Org.nr "),
        "{}",
        made.html
    );
}

#[test]
fn an_address_has_the_name_and_a_personal_number_is_one() {
    let body = "Hej Torvald!\nOrdernummer: 20417788\nSumma: 100,00 kr\nPersonnummer: 19640823-3234\n\
                Kvittot skickas till torvald.grankvist@privat.test\nLevereras till\nTorvald Grankvist\n";
    let builder = MessageBuilder::new()
        .from(("Shop", "order@shop.example.com"))
        .subject("Kvitto")
        .text_body(body);
    let made = fixture(&builder.write_to_vec().unwrap(), &MailContext::default()).unwrap();
    let lines: Vec<&str> = made.html.lines().collect();
    let after = |start: &str| lines.iter().find_map(|line| line.split_once(start)).unwrap().1;
    let number = after("Personnummer: ").trim_end_matches("<br>");
    let (born, last) = number.split_once('-').unwrap();
    assert!(NaiveDate::parse_from_str(born, "%Y%m%d").is_ok(), "{number}");
    assert!(
        parser_extract::luhn::is_valid(&format!("{}{last}", &born[2..])),
        "{number}"
    );
    let name = after("Hej ").split('!').next().unwrap().to_lowercase();
    assert!(after("skickas till ").starts_with(&format!("{name}.")), "{}", made.html);
    assert!(
        !made.html.contains("0823") && !made.html.contains("privat.test"),
        "{}",
        made.html
    );
}

#[test]
fn a_name_that_is_a_word_of_the_vocabulary_is_a_name() {
    let body = "Hei Per!\nOrdrenummer: 20417788\nSum: 100,00 kr\nPris per stk: 50,00 kr\nLeveres til: Per Gebyr\n";
    let builder = MessageBuilder::new()
        .from(("Shop", "order@shop.example.com"))
        .to(("Per Gebyr", "pg@privat.test"))
        .subject("Takk for handelen, Per!")
        .text_body(body);
    let made = fixture(&builder.write_to_vec().unwrap(), &MailContext::default()).unwrap();
    assert!(
        made.html.contains("Pris per stk") && !made.html.contains("Per ") && !made.html.contains("Gebyr"),
        "{}",
        made.html
    );
    assert_eq!(made.subject.as_deref(), Some("Takk for handelen"));

    // "Kari Traa" is a brand of the vocabulary.
    let builder = MessageBuilder::new()
        .from(("Shop", "order@shop.example.com"))
        .subject("Kvittering")
        .text_body("Hei Kari!\nOrdrenummer: 20417788\nSum: 100,00 kr\n");
    let made = fixture(&builder.write_to_vec().unwrap(), &MailContext::default()).unwrap();
    assert!(!made.html.contains("Kari"), "{}", made.html);
}
