use chrono::NaiveDate;
use parser_kit::{Document, Page};

use super::segments;

type Read = (String, String, String, String, String);

fn read(markup: &str) -> Vec<Read> {
    let document = Document::from_html(markup.as_bytes());
    let page = Page::new(&document, None);
    let text = |value: Option<String>| value.unwrap_or_default();
    let parts = segments(&page, NaiveDate::from_ymd_opt(2026, 6, 1))
        .into_iter()
        .map(|s| {
            (
                text(s.departure_location),
                text(s.arrival_location),
                text(s.departure_time),
                text(s.arrival_time),
                text(s.number),
            )
        });
    parts.collect()
}

fn part(from: &str, to: &str, departs: &str, arrives: &str, number: &str) -> Read {
    [from, to, departs, arrives, number].map(str::to_owned).into()
}

fn table(rows: &[&[&str]]) -> String {
    let row = |cells: &&[&str]| format!("<tr><td>{}</td></tr>", cells.join("</td><td>"));
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("<table>{}</table>", rows.concat())
}

#[test]
fn a_day_in_a_heading_holds_for_the_stops_below_it() {
    let page = "<p>Fredag 3 juli 2026</p>".to_owned()
        + &table(&[&["08:14", "Provborg C"], &["11:40", "Exempelstad C"]])
        + "<p>Söndag 5 juli 2026</p>"
        + &table(&[&["16:20", "Exempelstad C"], &["19:46", "Provborg C"]]);
    let there = part(
        "Provborg C",
        "Exempelstad C",
        "2026-07-03T08:14",
        "2026-07-03T11:40",
        "",
    );
    let back = part(
        "Exempelstad C",
        "Provborg C",
        "2026-07-05T16:20",
        "2026-07-05T19:46",
        "",
    );
    assert_eq!(read(&page), [there, back]);
}

#[test]
fn an_arrival_before_its_departure_is_on_the_next_day() {
    let page = "<p>fre 3 juli</p><p>Tåg 1</p>".to_owned() + &table(&[&["22:10 Provborg C"], &["06:55 Exempelstad C"]]);
    let night = part(
        "Provborg C",
        "Exempelstad C",
        "2026-07-03T22:10",
        "2026-07-04T06:55",
        "1",
    );
    assert_eq!(read(&page), [night]);
}

#[test]
fn a_table_with_headings_has_a_part_of_the_journey_in_each_row() {
    let page = table(&[
        &["Tåg", "Från", "Till", "Avgång", "Ankomst"],
        &[
            "SJ 418",
            "Provborg C",
            "Mellanby",
            "2026-07-03 08:14",
            "2026-07-03 09:20",
        ],
        &[
            "SJ 91",
            "Mellanby",
            "Exempelstad C",
            "2026-07-03 09:40",
            "2026-07-03 11:40",
        ],
    ]);
    let first = part(
        "Provborg C",
        "Mellanby",
        "2026-07-03T08:14",
        "2026-07-03T09:20",
        "SJ 418",
    );
    let second = part(
        "Mellanby",
        "Exempelstad C",
        "2026-07-03T09:40",
        "2026-07-03T11:40",
        "SJ 91",
    );
    assert_eq!(read(&page), [first, second]);
}

#[test]
fn both_stops_of_a_part_may_be_in_one_line() {
    let wanted = [part("Tallnäs", "Ekholmen", "2026-07-03T09:30", "2026-07-03T12:15", "")];
    let cells = table(&[&["UTRESA", "Tallnäs 2026-07-03 09:30", "Ekholmen 2026-07-03 12:15"]]);
    assert_eq!(read(&cells), wanted);
    assert_eq!(read("<p>3 juli 2026</p><p>Tallnäs 09:30 → Ekholmen 12:15</p>"), wanted);
    let under = table(&[&["Tallnäs", "→", "Ekholmen"], &["ab 09:30", "", "an 12:15"]]);
    assert_eq!(read(&format!("<p>3 juli 2026</p>{under}")), wanted);
}

#[test]
fn times_of_orders_and_opening_hours_are_not_stops() {
    assert!(read("<p>Beställningstid: 07:58</p><p>Öppet 08:00</p><p>Betald 2026-07-03 10:00</p>").is_empty());
    assert!(read("<p>Kvitto 2026-03-14 16:32</p><p>Kassa 4</p>").is_empty());
}
