use parser_model::Money;
use parser_model::reading::MailContext;

use crate::receipt::Item;
use crate::receipt::field::{DELIVERY_FEE, DISCOUNT, TAX};
use parser_document::Document;

fn money(text: &str) -> Option<Money> {
    text.parse().ok()
}

fn items_of(lines: &str) -> Vec<Item> {
    let document = Document::from_html(format!("<p>Order 4711</p>{lines}").as_bytes());
    crate::reading::read(&document, &MailContext::default())
        .receipts
        .remove(0)
        .items()
        .to_vec()
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
    assert_eq!(read("Kupong SOMMAR").get(DISCOUNT), money("20"));
    assert_eq!(read("Presentkort").get(DISCOUNT), None);
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
/// The names, quantities and prices of items.
fn told(items: &[Item]) -> Vec<(&str, Option<Money>, Option<Money>)> {
    items
        .iter()
        .map(|item| (item.name.as_str(), item.quantity, item.price))
        .collect()
}

#[test]
fn amounts_in_remarks_are_no_prices() {
    for remark in [
        "Comment: keep the change, 2.00 EUR",
        "of which 1.00 EUR deposit",
        "approx. 9.10 EUR",
        "Offer 2 for 15.00 EUR",
        "Members would have saved 2.00 EUR on this order.",
        "Gift box (2.00 EUR)",
        "Warranty (phones up to 500.00 EUR)",
    ] {
        let rows = row(&["1 x Mug", "8.00 EUR"]) + &row(&[remark]) + &row(&["1 x Hat", "7.00 EUR"]);
        let items = items_of(&format!("<table>{rows}{}</table>", row(&["Total", "15.00 EUR"])));
        assert_eq!(
            told(&items),
            [("Mug", money("1"), money("8")), ("Hat", money("1"), money("7"))],
            "{remark}"
        );
    }
}

#[test]
fn amounts_in_brackets_below_an_item_may_be_added_to_its_price() {
    let rows = row(&["1 x Mug", "8.00 EUR"]) + &row(&["Gift box (2.00 EUR)"]) + &row(&["1 x Hat", "7.00 EUR"]);
    let items = items_of(&format!("<table>{rows}{}</table>", row(&["Total", "17.00 EUR"])));
    assert_eq!(
        told(&items),
        [("Mug", money("1"), money("10")), ("Hat", money("1"), money("7"))]
    );
    assert_eq!(items[0].description.as_deref(), Some("Gift box"));
}

#[test]
fn prices_have_labels_of_their_own_lines() {
    let lines = "<p>Lamp</p><p>Art.nr 44-3210</p><p>Antal: 3</p><p>Pris per styck: 49,90</p><p>Radsumma: 149,70</p>\
                 <p>Drill</p><p>Antal: 1</p><p>Pris per styck: 499,00</p><p>Klubbpris: 449,00</p>";
    let items = items_of(&format!("{lines}<p>Totalt: 598,70 kr</p>"));
    assert_eq!(
        told(&items),
        [
            ("Lamp", money("3"), money("149.7")),
            ("Drill", money("1"), money("449"))
        ]
    );
    let lines = "<p>Mug</p><p>Item ID: 335520917744 Quantity: 1</p><p>US $48.00</p>";
    let items = items_of(&format!("{lines}<p>Total: US $48.00</p>"));
    assert_eq!(told(&items), [("Mug", money("1"), money("48"))]);
    assert_eq!(items[0].article_number.as_deref(), Some("335520917744"));
}

#[test]
fn items_stand_below_several_subtotals_where_they_state_quantities() {
    let parcel = |name: &str, price: &str| {
        row(&[&format!("1 x {name}"), price]) + &row(&["Delivery", "2.00 EUR"]) + &row(&["Subtotal", "10.00 EUR"])
    };
    let rows = parcel("Mug", "8.00 EUR") + &parcel("Hat", "8.00 EUR");
    let total = row(&["Total", "20.00 EUR"]);
    let suggestion = row(&["Scarf", "9.00 EUR"]);
    let items = items_of(&format!("<table>{rows}{total}{suggestion}</table>"));
    assert_eq!(
        told(&items),
        [("Mug", money("1"), money("8")), ("Hat", money("1"), money("8"))]
    );
}

#[test]
fn a_quantity_at_the_start_comes_before_others() {
    let rows = row(&["2 x Spring rolls, 3 pcs", "11.00 EUR"]) + &row(&["1 x Dress (38)", "40.00 EUR"]);
    let items = items_of(&format!("<table>{rows}{}</table>", row(&["Total", "51.00 EUR"])));
    assert_eq!(
        told(&items),
        [
            ("Spring rolls, 3 pcs", money("2"), money("11")),
            ("Dress (38)", money("1"), money("40"))
        ]
    );
    let rows = row(&["3 Milk", "3.57"]) + &row(&["1 Butter", "2.49"]);
    let items = items_of(&format!("<table>{rows}{}</table>", row(&["Total", "6.06 EUR"])));
    assert_eq!(
        told(&items),
        [
            ("Milk", money("3"), money("3.57")),
            ("Butter", money("1"), money("2.49"))
        ]
    );
}

#[test]
fn what_goes_back_is_negative() {
    let page = "<p>Your refund is on its way.</p><p>Jacket</p><p>Size: M · Quantity: 1</p><p>39.99 EUR</p>\
                <p>Total refund: 39.99 EUR</p><p>of which VAT: 8.00 EUR</p>";
    let document = Document::from_html(page.as_bytes());
    let read = crate::reading::read(&document, &MailContext::default());
    let receipt = &read.receipts[0];
    assert_eq!(told(receipt.items()), [("Jacket", money("1"), money("-39.99"))]);
    assert_eq!(receipt.get(TAX), money("-8"));
}

#[test]
fn costs_of_delivery_add_up_where_the_total_consists_of_them() {
    let rows = row(&["1 x Mug", "8.00 EUR"])
        + &row(&["Delivery of parcel 1", "2.00 EUR"])
        + &row(&["Delivery of parcel 2", "3.00 EUR"]);
    let page = format!(
        "<p>Order 4711</p><table>{rows}{}</table><p>Free delivery over 99.00 EUR.</p>",
        row(&["Total", "13.00 EUR"])
    );
    let document = Document::from_html(page.as_bytes());
    let read = crate::reading::read(&document, &MailContext::default());
    assert_eq!(read.receipts[0].get(DELIVERY_FEE), money("5"));
}

#[test]
fn a_name_with_a_quantity_stands_above_what_describes_it() {
    let page = "<p>1× Gulaš Javor, 6 knedlíků</p><p>bez cibule</p><p>189 Kč</p>\
         <p>2× Polévka dne</p><p>+ pečivo 15 Kč</p><p>118 Kč</p>\
         <table><tr><td>Jídlo:</td><td>307 Kč</td></tr><tr><td>Rozvoz:</td><td>49 Kč</td></tr></table>\
         <p>Celkem: 356 Kč</p>";
    let items = items_of(page);
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.quantity, i.price)).collect();
    assert_eq!(
        read,
        [
            ("Gulaš Javor, 6 knedlíků", money("1"), money("189")),
            ("Polévka dne", money("2"), money("118"))
        ]
    );
    assert_eq!(items[0].description.as_deref(), Some("bez cibule"));
}

#[test]
fn lines_may_add_up_to_an_amount_of_any_name() {
    let rows = row(&["2×", "Nudlar Lönn", "kr 180,-"])
        + &row(&["1×", "Dumplings", "kr 95,-"])
        + &row(&["Mat", "", "kr 275,-"])
        + &row(&["Kode TORSDAG", "", "kr 27,50"])
        + &row(&["Sum", "", "kr 247,50"]);
    let items = items_of(&format!("<table>{rows}</table>"));
    let names: Vec<_> = items.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, ["Nudlar Lönn", "Dumplings"]);
}

#[test]
fn a_column_of_deposits_and_a_letter_for_the_tax_are_no_prices() {
    let rows = row(&["Menge", "Artikel", "Preis", "Pfand"])
        + &row(&["2 x", "Birnensaft Muster 6x1,0l", "11,98 € B", "3,30 €"])
        + &row(&["1 x", "Hafermilch Muster", "2,29 € A", "–"])
        + &row(&["Warenwert", "", "14,27 €", ""])
        + &row(&["Pfand", "", "3,30 €", ""])
        + &row(&["Gesamtbetrag", "", "17,57 €", ""]);
    let items = items_of(&format!("<table>{rows}</table>"));
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.price)).collect();
    assert_eq!(
        read,
        [
            ("Birnensaft Muster 6x1,0l", money("11.98")),
            ("Hafermilch Muster", money("2.29"))
        ]
    );
}

#[test]
fn the_line_below_a_name_states_number_quantity_and_price() {
    let page = "<p>Ratón Ejemplo</p><p>Ref. 771204 · Vendido por Tienda Ejemplo</p><p>Cantidad: 1 · PVP 39,99€ · Oferta 29,99€</p>\
         <p>Teclado Ejemplo</p><p>Ref. 771311 · Vendido por Tienda Ejemplo</p><p>Cantidad: 2 · 40,00€</p>\
         <table><tr><td>Total pagado</td><td>69,99€</td></tr></table>";
    let items = items_of(page);
    let read: Vec<_> = items
        .iter()
        .map(|i| (i.name.as_str(), i.article_number.as_deref(), i.price))
        .collect();
    assert_eq!(
        read,
        [
            ("Ratón Ejemplo", Some("771204"), money("29.99")),
            ("Teclado Ejemplo", Some("771311"), money("40"))
        ]
    );
}

#[test]
fn a_known_brand_above_the_name_is_the_brand() {
    let page = "<table><tr><td>Fjällräven</td><td>899,00 kr</td></tr><tr><td>Byxa Granö</td></tr>\
         <tr><td>Storlek: 48</td></tr><tr><td>Antal: 1</td></tr></table><p>Totalt: 899,00 kr</p>";
    let items = items_of(page);
    assert_eq!(items.len(), 1);
    assert_eq!(
        (items[0].brand.as_deref(), items[0].name.as_str()),
        (Some("Fjällräven"), "Byxa Granö")
    );
    assert_eq!(items[0].size.as_deref(), Some("48"));
}

#[test]
fn a_word_that_heads_names_is_no_name() {
    let rows =
        row(&["Article", "45,00 €"]) + &row(&["Protection acheteurs", "2,95 €"]) + &row(&["Montant payé", "47,95 €"]);
    let items = items_of(&format!(
        "<p>Gilet en laine</p><p>Taille M · Très bon état</p><table>{rows}</table>"
    ));
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.price)).collect();
    assert_eq!(read, [("Gilet en laine", money("45"))]);
}

#[test]
fn a_refund_without_a_sign_gives_back_items_with_theirs() {
    let rows = row(&["Returnerad artikel", "Antal", "Återbetalas"])
        + &row(&["Kofta Lind", "1", "−400,00 kr"])
        + &row(&["Halsduk Lind", "2", "−300,00 kr"])
        + &row(&["Summa artiklar", "", "−700,00 kr"])
        + &row(&["Returfrakt (dras av)", "", "49,00 kr"])
        + &row(&["Vi återbetalar", "", "651,00 kr"]);
    let items = items_of(&format!("<p>Din återbetalning</p><table>{rows}</table>"));
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.price)).collect();
    assert_eq!(read, [("Kofta Lind", money("-400")), ("Halsduk Lind", money("-300"))]);
}

#[test]
fn a_code_or_a_count_beside_the_price_is_no_name() {
    for below in ["Item# TK-ASH-B", "2 GEB", "000010 TK-4471-20"] {
        let heads = row(&["Bezeichnung", "Preis"]);
        let lines = format!("<tr><td>Teekanne Steingut</td></tr>{}", row(&[below, "28,00 €"]));
        let other = format!("<tr><td>Butterdose</td></tr>{}", row(&[below, "15,00 €"]));
        let total = row(&["Gesamtbetrag", "43,00 €"]);
        let items = items_of(&format!("<table>{heads}{lines}{other}{total}</table>"));
        let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["Teekanne Steingut", "Butterdose"], "{below}");
    }
}
