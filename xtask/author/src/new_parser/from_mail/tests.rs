//! The project's own fixtures and invented pages as mails.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chrono::NaiveDate;
use mail_builder::MessageBuilder;
use parser_extract::dates::DayOrder;
use parser_extract::luhn;
use proptest::prelude::*;

use super::*;
use crate::root;

static WORDS: LazyLock<Words> = LazyLock::new(|| Words::load("clothing").unwrap());
/// Fixtures with values beside words that aren't in the vocabulary, with days that follow each other, or with days that are months.
const READ_DIFFERENTLY: &[&str] = &["google", "ryanair", "sas", "sj"];

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

/// A mail to Torvald Grankvist.
fn mail(html: &str, context: &MailContext) -> Vec<u8> {
    let day = context
        .received_on
        .unwrap_or(NaiveDate::from_ymd_opt(2026, 5, 4).unwrap());
    let sender = context
        .sender_address
        .as_deref()
        .unwrap_or("order@mail.shop.example.com");
    let builder = MessageBuilder::new()
        .from((context.sender_name.as_deref().unwrap_or("Shop"), sender))
        .to(("Torvald Grankvist", "torvald.grankvist@privat.test"))
        .subject(context.subject.as_deref().unwrap_or("Kvitto"))
        .date(day.and_hms_opt(12, 0, 0).unwrap().and_utc().timestamp())
        .html_body(html);
    builder.write_to_vec().unwrap()
}

/// A fixture from a mail of the shop with this subject and body.
fn made(subject: &str, body: &str) -> Fixture {
    let given = MailContext {
        vendor_name: Some("Ullkompaniet".into()),
        ..MailContext::default()
    };
    let headers = MailContext {
        subject: Some(subject.into()),
        ..MailContext::default()
    };
    fixture(&mail(body, &headers), &given, "Stickkod", WORDS.clone()).unwrap()
}

/// The words of a text in small letters, without those that have a digit.
fn words(text: &str) -> BTreeSet<String> {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic));
    words.map(str::to_lowercase).collect()
}

/// The words of a page without its markup.
fn shown(html: &str) -> BTreeSet<String> {
    let parts = html.split('<').filter(|part| !part.starts_with("script"));
    let texts = parts.filter_map(|part| part.split_once('>')).map(|(_, text)| text);
    words(&texts.collect::<Vec<_>>().join(" "))
}

#[test]
fn fixtures_are_read_as_their_mails_and_have_only_known_words() {
    let (mut faults, mut loaded) = (Vec::new(), BTreeMap::new());
    for path in fixtures() {
        let (context, html) = (context(&path), fs::read_to_string(&path).unwrap());
        let category = path.ancestors().nth(2).and_then(Path::file_name).unwrap().to_owned();
        let load = || Words::load(category.to_str().unwrap()).unwrap();
        let mut known = loaded.entry(category.clone()).or_insert_with(load).clone();
        let given = MailContext {
            sender_name: None,
            sender_address: None,
            subject: None,
            received_on: None,
            ..context.clone()
        };
        let made = fixture(&mail(&html, &context), &given, "", known.clone()).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if READ_DIFFERENTLY.contains(&name) == made.differences.is_empty() {
            faults.push(format!("{name}: {:#?}", made.differences));
        }
        let own = [&context.vendor_name, &context.vendor_id, &context.sender_address];
        known.keep(&own.map(|text| text.clone().unwrap_or_default()).join(" "));
        known.keep("example com");
        let is_known = |word: &String| known.has(word) || parser_extract::phrases::month(word).is_some();
        let (before, after) = (shown(&html), shown(&made.html));
        let left: Vec<&String> = before.intersection(&after).filter(|word| !is_known(word)).collect();
        if !left.is_empty() {
            faults.push(format!("{name}: has {left:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn order(number: &str) -> Fixture {
    let body = format!(
        "<html lang=\"sv\"><body><img alt=\"Ullkompaniet\"><p>Bästa Torvald, tack för din order {number}!</p>\
        <p>Stickkod: 55667788</p><p>Orderdatum: 4 maj 2026</p><p>Förfallodag: 2026-06-03</p>\
        <table><tr><th>Vara</th><th>Antal</th><th>Pris</th></tr>\
        <tr><td>Tröja Fjäll</td><td>1</td><td>899,00 kr</td></tr><tr><td>Raggsockor</td><td>2</td><td>198,00 kr</td></tr></table>\
        <table><tr><td>Frakt</td><td>49,00 kr</td></tr><tr><td>Att betala</td><td>1&nbsp;146,00 kr</td></tr>\
        <tr><td>varav moms 25 %</td><td>229,20 kr</td></tr></table>\
        <script type=\"application/ld+json\">{{\"@type\": \"Order\", \"orderNumber\": \"{number}\", \"price\": \"1146.00\", \
        \"priceCurrency\": \"SEK\", \"customer\": {{\"@type\": \"Person\", \"name\": \"TORVALD GRANKVIST\"}}}}</script>\
        <p>Torvald Grankvist, Ormvråksgatan 7 B, 987 65 Tistelhult, torvald.grankvist@privat.test</p>\
        <p>OCR: 1234567897, bokning QX7K9T</p></body></html>"
    );
    made(&format!("Tack för din order {number}, Torvald"), &body)
}

#[test]
fn the_same_mail_gives_the_same_fixture_and_another_mail_another() {
    let (one, again, other) = (order("UK-204177"), order("UK-204177"), order("UK-204178"));
    assert_eq!((&one.html, &one.context), (&again.html, &again.context));
    assert_ne!(one.html, other.html);
}

#[test]
fn an_original_has_one_replacement_everywhere() {
    let made = order("UK-204177");
    let subject = made.context.subject.clone().unwrap();
    let (number, name) = subject
        .strip_prefix("Tack för din order ")
        .unwrap()
        .split_once(", ")
        .unwrap();
    assert_eq!(made.html.matches(number).count(), 2, "{}", made.html);
    assert!(made.html.contains(&format!("Bästa {name},")) && made.html.contains(&name.to_uppercase()));
    for kept in [
        "Ullkompaniet",
        "Stickkod",
        "899,00 kr",
        "198,00 kr",
        "49,00 kr",
        "1&nbsp;146,00 kr",
        "25 %",
    ] {
        assert!(made.html.contains(kept), "{kept}: {}", made.html);
    }
    assert_eq!(made.differences, Vec::<String>::new());
    assert_eq!(made.subject.as_deref(), Some("Tack för din order"));
    let small = made.html.to_lowercase();
    for personal in "torvald grankvist ormvråks 987 tistel privat 204177 55667788 2026-06-03 1234567897 qx7".split(' ')
    {
        assert!(!small.contains(personal), "{personal}: {small}");
    }
    let number = made.html.split("OCR: ").nth(1).unwrap().split(',').next().unwrap();
    assert!(luhn::is_valid(number), "{number}");
}

#[test]
fn a_date_keeps_its_month_and_form() {
    let mut words = WORDS.clone();
    for (order, text, start, end) in [
        (DayOrder::MonthFirst, "03/04/2026", "03/", "/2026"),
        (DayOrder::DayFirst, "03/04/2026", "", "/04/2026"),
        (DayOrder::DayFirst, "07/31/2026", "07/", "/2026"),
        (DayOrder::Unknown, "2026-05-05", "2026-05-", ""),
        (DayOrder::Unknown, "5 maj 2026", "", " maj 2026"),
    ] {
        words.order = order;
        let new = words.text(text);
        let day = new.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        let day: u32 = day.unwrap_or_else(|| panic!("{text}: {new}")).parse().unwrap();
        assert!((13..=28).contains(&day), "{text}: {new}");
    }
}

#[test]
fn a_forwarded_mail_needs_a_sender() {
    let forwarded = MessageBuilder::new()
        .from("alva@gmail.com")
        .subject("Fwd: Kvitto")
        .text_body("x");
    let forwarded = forwarded.write_to_vec().unwrap();
    let error = fixture(&forwarded, &MailContext::default(), "", WORDS.clone()).unwrap_err();
    assert!(error.to_string().contains("--sender"), "{error}");
    let given = MailContext {
        sender_address: Some("order@shop.example.com".into()),
        ..MailContext::default()
    };
    let made = fixture(&forwarded, &given, "", WORDS.clone()).unwrap();
    assert_eq!(made.context.sender_address, given.sender_address);
    assert!(fixture(b"", &MailContext::default(), "", WORDS.clone()).is_err());
}

#[test]
fn names_that_are_words_of_the_vocabulary_go() {
    let forms = [
        "orderns",
        "ordernummer",
        "betala",
        "Resenär",
        "Kari",
        "januari",
        "Grankvist",
    ]
    .map(|word| WORDS.has(word));
    assert_eq!(forms, [true, true, true, false, false, true, false]);
    let mail = MessageBuilder::new()
        .from(("Shop", "order@shop.example.com"))
        .to(("Per Gebyr", "pg@privat.test"))
        .subject("Takk for handelen, Per!")
        .text_body("Hei Per!\nSum: 100,00 kr\nPris per stk: 50,00 kr\nLeveres til: Per Gebyr\n");
    let made = fixture(
        &mail.write_to_vec().unwrap(),
        &MailContext::default(),
        "",
        WORDS.clone(),
    )
    .unwrap();
    assert!(
        made.html.contains("Pris ") && made.html.contains(" stk"),
        "{}",
        made.html
    );
    assert!(
        !made.html.to_lowercase().contains("per ") && !made.html.contains("Gebyr"),
        "{}",
        made.html
    );
}

#[test]
fn markup_that_shows_nothing_goes() {
    let html = made(
        "Kvitto",
        "<style>/* 777 */ @import 'https://t.test/777'; p { color: red }</style><script>777</script><!-- 777 -->\
        <img src='https://t.test/777.gif'><img alt=Pris src='https://t.test/777.png'>\
        <p onclick=x data-id=777 style='display:none;background:url(https://t.test/777)'>a</p>\
        <a href='https://mail.shop.example.com/o/777?u=777'>x</a><a href='https://badshop.example.com/'>y</a>",
    );
    let html = html.html;
    assert!(!html.contains("777"), "{html}");
    for kept in [
        "p { color: red }",
        "<img alt=\"Pris\">",
        "<p style=\"display:none;background:\">",
        "<a href=\"https://shop.example.com/\">x</a><a href=\"https://example.com/\">y</a>",
    ] {
        assert!(html.contains(kept), "{kept}: {html}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// For any words and numbers, anywhere in the mail.
    #[test]
    fn nothing_personal_is_left(
        name in "[A-ZÅÄÖŁ][a-zåäöéñł]{4,9}|[Α-Ω][α-ω]{4,9}|[一-龥]{3,5}",
        code in "[A-Z0-9]{2}[A-Z][0-9][A-Z0-9]{3}",
        number in "[1-9][0-9]{4,11}",
        phone in "0[0-9]{2}[ -][0-9]{3} [0-9]{2} [0-9]{2}|0[1-9]([ .-][0-9]{2}){4}|[+]46 70 [0-9]{3} [0-9]{4}",
    ) {
        prop_assume!(!WORDS.has(&name));
        let body = format!(
            "<title>{name}</title><p title='{name} {number}'>Hej {name}, {code}</p><td>{phone}<td>{number}-{name}<b>{code}</b>\
            <p>{name}@{name}.test https://{name}.test/{code}?{number}<!-- {name} --><img alt='{name}' src='{code}'>\
            <script type='application/ld+json'>{{\"name\": \"{name}\", \"id\": {number}, \"url\": \"https://t.test/{code}\"}}</script>\
            <meta itemprop=x content='{code}'><p>Summa: 100,00 kr"
        );
        let made = made(&format!("Order {number} {code}, {name}"), &body);
        let all = format!("{} {:?} {:?}", made.html, made.context, made.subject).to_lowercase();
        for personal in [&name, &code, &number, &phone] {
            prop_assert!(!all.contains(&personal.to_lowercase()), "{personal}: {all}");
        }
        prop_assert!(made.html.contains("100,00 kr"));
    }
}
