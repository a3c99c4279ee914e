use parser_model::Money;
use parser_model::reading::MailContext;

use crate::receipt::Item;
use parser_document::Document;

fn money(text: &str) -> Option<Money> {
    text.parse().ok()
}

fn items_of(lines: &str) -> Vec<Item> {
    let document = Document::from_html(format!("<p>Order 4711</p>{lines}").as_bytes());
    crate::reading::read(&document, &MailContext::default())
        .receipts
        .remove(0)
        .items
}

fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr>{}</tr>", cells.concat())
}

#[test]
fn a_line_is_read_however_it_writes_quantity_and_price() {
    for line in [
        row(&["2 × Tröja", "198,00 kr"]),
        row(&["Tröja", "2 st", "99,00 kr", "198,00 kr"]),
        row(&["Tröja", "2 st à 99,00", "198,00 kr"]),
        row(&["2 stk. Tröja", "198,00 kr"]),
        row(&["Tröja (2 st à 99,00)", "198,00 kr"]),
        row(&["Tröja, 2 kpl à 99,00", "198,00 kr"]),
        row(&["Tröja — 2 × 99,00 kr"]),
        row(&["2 × Tröja à 99,00 kr = 198,00 kr"]),
        row(&["2", "Tröja", "99,00 kr/st", "198,00 kr"]),
        row(&["2x Tröja @ 99,00", "SEK", "198,00"]),
    ] {
        let other = row(&["1 st", "Mössa", "50,00 kr"]);
        let items = items_of(&format!(
            "<table>{line}{other}{}</table>",
            row(&["Totalt", "248,00 kr"])
        ));
        let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.quantity, i.price)).collect();
        let wanted = [("Tröja", money("2"), money("198")), ("Mössa", money("1"), money("50"))];
        assert_eq!(read, wanted, "{line}");
    }
}

#[test]
fn a_header_names_what_its_columns_hold() {
    let heads = row(&["Art.nr", "Plagg", "Strl", "Antal", "Styckpris"]);
    let lines = row(&["4410", "Body", "74", "3", "129 kr"]) + &row(&["4411", "Keps", "L", "1", "99 kr"]);
    let items = items_of(&format!("<table>{heads}{lines}</table><p>Att betala: 486 kr</p>"));
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].article_number.as_deref(), Some("4410"));
    assert_eq!(items[0].size.as_deref(), Some("74"));
    assert_eq!((items[0].quantity, items[0].price), (money("3"), money("387")));
}

#[test]
fn lines_around_a_price_describe_the_item() {
    let below = "<p>Body, 129 kr</p><p>Storlek: 74</p><p>Art.nr 4410-2</p><p>Antal: 3</p><p>Totalt: 387 kr</p>";
    let above = "<p>Body</p><p>Strl 74, art 4410-2</p><p>Antal: 3</p><p>387 kr</p><p>Totalt: 387 kr</p>";
    let from_its_price = "<p>387 kr</p><p>Body</p><p>Storlek 74 / Art.nr 4410-2 / Antal 3</p><p>Totalt: 387 kr</p>";
    for page in [below, above, from_its_price] {
        let items = items_of(page);
        assert_eq!(items.len(), 1, "{page}");
        assert_eq!(items[0].name, "Body", "{page}");
        assert_eq!(items[0].size.as_deref(), Some("74"), "{page}");
        assert_eq!(items[0].article_number.as_deref(), Some("4410-2"), "{page}");
        assert_eq!(
            (items[0].quantity, items[0].price),
            (money("3"), money("387")),
            "{page}"
        );
    }
}

#[test]
fn items_side_by_side_are_read_by_column() {
    let lines = [
        row(&["Linne", "Jeans"]),
        row(&["Antal 2", "Antal 1"]),
        row(&["79,00 kr", "399,00 kr"]),
        row(&["Summa produkter", "557,00 kr"]),
    ];
    let items = items_of(&format!("<table>{}</table><p>Totalt: 557,00 kr</p>", lines.concat()));
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.price)).collect();
    assert_eq!(read, [("Linne", money("158")), ("Jeans", money("399"))]);
}

#[test]
fn lines_that_do_not_add_up_are_no_items() {
    let lines = row(&["Tröja", "198,00 kr"]) + &row(&["Mössa", "50,00 kr"]) + &row(&["Totalt", "999,00 kr"]);
    assert!(items_of(&format!("<table>{lines}</table>")).is_empty());
}

#[test]
fn a_coupon_lowers_the_price_and_a_gift_card_does_not() {
    let read = |line: &str| {
        let lines = row(&["Tröja", "198,00 kr"]) + &row(&[line, "-20,00 kr"]) + &row(&["Totalt", "178,00 kr"]);
        let document = Document::from_html(format!("<p>Order 4711</p><table>{lines}</table>").as_bytes());
        crate::reading::read(&document, &MailContext::default())
            .receipts
            .remove(0)
    };
    assert_eq!(read("Kupong SOMMAR").discount, money("20"));
    assert_eq!(read("Presentkort").discount, None);
}

#[test]
fn an_action_is_no_item() {
    for page in [
        "<p>You authorised a payment of 49,00 kr</p><p>Totalt: 49,00 kr</p>",
        "<p>Gå till din översikt</p><p>49,00 kr</p><p>Totalt: 49,00 kr</p>",
        "<table><tr><td>Order #202-1391264</td><td>49,00 kr</td></tr><tr><td>Totalt</td><td>49,00 kr</td></tr></table>",
    ] {
        assert!(items_of(page).is_empty(), "{page}");
    }
}

#[test]
fn lines_that_leave_others_out_must_add_up_to_a_named_sum() {
    let lines = ["Hylla", "Låda", "Krok"]
        .map(|name| row(&[&format!("1 x {name}"), "70,00 kr"]))
        .concat();
    // 140 kr would be the total without its delivery, but not without its fee.
    let sums = row(&["Frakt", "49,00 kr"]) + &row(&["Serviceavgift", "20,00 kr"]) + &row(&["Totalt", "189,00 kr"]);
    assert!(items_of(&format!("<table>{lines}{sums}</table>")).is_empty());
}

#[test]
fn a_label_in_another_language_is_no_name() {
    let lines = "<p>Mikina Javor</p><p>Kód: MJ4471</p><p>Počet: 2</p><p>498 Kč</p><p>Celkem: 996 Kč</p>";
    let items = items_of(lines);
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].name, "Mikina Javor");
    assert_eq!(items[0].article_number.as_deref(), Some("MJ4471"));
    assert_eq!((items[0].quantity, items[0].price), (money("2"), money("996")));
}

#[test]
fn a_number_in_a_name_is_no_quantity_beside_a_column_of_quantities() {
    let lines = row(&["Název", "Množství", "Cena celkem"])
        + &row(&["Barvy Javor, 24 ks", "1 ks", "789 Kč"])
        + &row(&["Štětec", "3 ks", "186 Kč"])
        + &row(&["Celkem k úhradě", "", "975 Kč"]);
    let items = items_of(&format!("<table>{lines}</table>"));
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.quantity)).collect();
    assert_eq!(read, [("Barvy Javor, 24 ks", money("1")), ("Štětec", money("3"))]);
}

#[test]
fn what_is_free_and_has_no_quantity_is_no_item() {
    let lines = row(&["1 x Mössa", "50,00 kr"]) + &row(&["Dill, slut", "0,00 kr"]) + &row(&["Totalt", "50,00 kr"]);
    let items = items_of(&format!("<table>{lines}</table>"));
    assert_eq!(items.iter().map(|i| i.name.as_str()).collect::<Vec<_>>(), ["Mössa"]);
}
