//! Orders in languages that have no vocabulary of their own.

use invoices_parsers::{flat, read_file};
use parser_model::reading::MailContext;

use crate::labels::{html, stated};

fn vendor(page: &str) -> Option<String> {
    let reading = read_file("order.html", page.as_bytes(), None, &MailContext::default());
    flat("", &reading)["record"]["vendor_name"].as_str().map(str::to_owned)
}

#[test]
fn an_order_states_its_number_and_total_in_other_languages() {
    for (heading, number, rows, total, code) in [
        (
            "Užsakymas: 1001204",
            "1001204",
            [("Prekės", "31,00 €"), ("Sumokėta viso", "33,99 €")],
            "33.99",
            "EUR",
        ),
        (
            "Megrendelés: 1001204",
            "1001204",
            [("Szállítás", "1 490 Ft"), ("összes fizetendő", "33 460 Ft")],
            "33460",
            "HUF",
        ),
        (
            "Comanda: 1001204",
            "1001204",
            [("Livrare", "19,99 lei"), ("Total plătit", "141,49 lei")],
            "141.49",
            "RON",
        ),
        (
            "Номер заказа: 1001204",
            "1001204",
            [("Доставка", "500 ₽"), ("Итого к оплате", "4 672 ₽")],
            "4672",
            "RUB",
        ),
        (
            "Номер заказа: 223",
            "223",
            [("Скидка", "0 грн"), ("Общая сумма заказа", "600 грн")],
            "600",
            "UAH",
        ),
    ] {
        let stated = stated("order.html", html(heading, &rows).as_bytes());
        assert_eq!(stated.order_id.as_deref(), Some(number), "{heading}");
        assert_eq!(stated.total_amount.unwrap().to_string(), total, "{heading}");
        assert_eq!(stated.currency.unwrap().to_string(), code, "{heading}");
    }
}

#[test]
fn a_receipt_of_the_serbian_tax_office_has_the_tax_beside_its_total() {
    let rows = [
        ("Укупан износ", "5.718,00"),
        ("Укупан износ пореза", "953,00"),
        ("ПИБ", "100000000"),
    ];
    let stated = stated("receipt.html", html("Провера рачуна", &rows).as_bytes());
    assert_eq!(stated.total_amount.unwrap().to_string(), "5718");
    assert_eq!(stated.currency, None);
}

#[test]
fn due_dates_and_numbers_have_their_labels_in_other_languages() {
    let page =
        "<h1>Számla</h1><p>Számla sorszáma: AB2026-41827</p><p>Esedékesség: 2026.12.17.</p><p>Fizetendő: 1 490 Ft</p>";
    let invoice = stated("invoice.html", page.as_bytes());
    assert_eq!(invoice.invoice_number.as_deref(), Some("AB2026-41827"));
    assert_eq!(invoice.due_date.unwrap().to_string(), "2026-12-17");
    let page = "<h1>Factură 1001</h1><p>Ultima zi de plată: 31.12.2026</p><p>Total de achitat: 51,82 lei</p>";
    let stated = stated("invoice.html", page.as_bytes());
    assert_eq!(stated.due_date.unwrap().to_string(), "2026-12-31");
    assert_eq!(stated.total_amount.unwrap().to_string(), "51.82");
}

#[test]
fn words_of_one_language_are_none_of_another() {
    // `viso` is a face in Italian, and `pvm` a date in Finnish.
    let rows = [("Viso", "25,00 €"), ("Corpo", "10,00 €"), ("Somma", "35,00 €")];
    let stated_total =
        |heading: &str, rows: &[(&str, &str)]| stated("r.html", html(heading, rows).as_bytes()).total_amount;
    assert_eq!(stated_total("Ordine 1001", &rows).unwrap().to_string(), "35");
    let rows = [("Maksu pvm 12.3.2026", "125,50 €")];
    assert_eq!(stated_total("Kuitti", &rows).unwrap().to_string(), "125.5");
}

#[test]
fn headings_and_links_of_pages_are_nobodys_name() {
    for heading in [
        "Deine Bestellung im Überblick",
        "Pagina principală",
        "Página de inicio",
        "Page d’accueil",
    ] {
        let page = format!("<p>{heading}</p><p>Order number: 20017</p><p>Total: 125.00 EUR</p><p>See you</p>");
        assert_eq!(vendor(&page), None, "{heading}");
    }
}

#[test]
fn a_seller_and_a_buyer_have_their_labels_in_romanian() {
    let seller = ["Furnizor:", "Atelier Lind", "Str. Inventată 4", "CIF RO00000000"];
    let buyer = ["Cumpărător:", "Nina Granskog", "Str. Inventată 7"];
    let lines = [&["Factură 1001"], &seller[..], &buyer, &["Total de achitat: 51,82 lei"]].concat();
    let page = format!("<p>{}</p>", lines.join("</p><p>"));
    assert_eq!(vendor(&page).as_deref(), Some("Atelier Lind"));
}
