//! Sellers: who is the buyer instead, what is a heading, and when nobody is named.

use invoices_parsers::{flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::reading::MailContext;

/// The vendor that a file states, or nothing.
fn vendor(name: &str, bytes: &[u8]) -> Option<String> {
    let line = flat("", &read_file(name, bytes, None, &MailContext::default()));
    assert_eq!(line["outcome"], "parsed", "{line}");
    line["record"]["vendor_name"].as_str().map(str::to_owned)
}

/// The same of a PDF with a heading in letters of this size, and these rows.
fn of_pdf(heading: &str, size: f32, rows: &[&[(f32, &str)]]) -> Option<String> {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(60.0, "Page 1 of 1"), (330.0, "Print")]);
    sheet.row(74.0, &[(60.0, "2026-12-02"), (330.0, "10:15")]);
    sheet.text(60.0, 100.0, size, heading);
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(140.0 + 14.0 * f32::from(y), row);
    }
    vendor("invoice.pdf", &sheet.finish())
}

const INVOICE: [&[(f32, &str)]; 2] = [
    &[(60.0, "Invoice number 1001"), (330.0, "Invoice date 2026-12-01")],
    &[(60.0, "Total"), (330.0, "125.00 EUR")],
];

#[test]
fn a_heading_in_large_letters_is_nobodys_name() {
    assert_eq!(of_pdf("Consumption Details", 24.0, &INVOICE), None);
    // Its own sentence writes it in small letters.
    let sentence: &[(f32, &str)] = &[(60.0, "The consumption details are on the next page.")];
    assert_eq!(
        of_pdf("Consumption Details", 24.0, &[&INVOICE[..], &[sentence]].concat()),
        None
    );
    // A name stands elsewhere, too.
    let foot: &[(f32, &str)] = &[(60.0, "Haven Tea House, Harbour 4")];
    let named = of_pdf("Haven Tea House", 24.0, &[&INVOICE[..], &[foot]].concat());
    assert_eq!(named.as_deref(), Some("Haven Tea House"));
}

#[test]
fn of_two_firms_without_a_sign_of_the_seller_none_is_taken() {
    let both: [&[(f32, &str)]; 2] = [
        &[(60.0, "Kranbyggarna AB")],
        &[(60.0, "Takbolaget AB"), (330.0, "Takbolaget AB")],
    ];
    assert_eq!(of_pdf("Invoice", 10.0, &[&both[..], &INVOICE[..]].concat()), None);
    let giro: &[(f32, &str)] = &[(60.0, "Takbolaget AB"), (330.0, "Bankgiro"), (420.0, "5050-1055")];
    let seller = of_pdf("Invoice", 10.0, &[&both[..], &INVOICE[..], &[giro]].concat());
    assert_eq!(seller.as_deref(), Some("Takbolaget AB"));
}

#[test]
fn whom_goods_are_for_is_the_buyer() {
    let rows: [&[(f32, &str)]; 3] = [
        &[(60.0, "Varumottagare")],
        &[(60.0, "KAFÉ BRYGGAN AB")],
        &[(330.0, "Grossisten Norr AB, Org.nr 556000-0000")],
    ];
    let seller = of_pdf("Faktura", 10.0, &[&rows[..], &INVOICE[..]].concat());
    assert_eq!(seller.as_deref(), Some("Grossisten Norr AB"));
    let rows: [&[(f32, &str)]; 2] = [
        &[(60.0, "Nombre o razón social: Bodega Exempla SA")],
        &[
            (60.0, "Telefonía Central,S.A. de C.V."),
            (330.0, "Registro mercantil 4001"),
        ],
    ];
    let seller = of_pdf("Factura", 10.0, &[&rows[..], &INVOICE[..]].concat());
    assert_eq!(seller.as_deref(), Some("Telefonía Central,S.A. de C.V."));
}

#[test]
fn a_page_names_no_bank_no_button_and_no_paper_as_its_seller() {
    let page = |text: &str| {
        vendor(
            "page.html",
            format!("{text}<p>Order number: 20017</p><p>Total: 125.00 EUR</p>").as_bytes(),
        )
    };
    assert_eq!(page("<p>The account is held at Exemplabank S.A.</p>"), None);
    assert_eq!(page("<img src='button.png' alt='Delete'>"), None);
    assert_eq!(page("<img src='logo.png' alt='firma logo'>"), None);
    assert_eq!(
        page("<title>Ricevuta di Vendita</title><h1>RICEVUTA DI VENDITA</h1>"),
        None
    );
}

#[test]
fn the_firm_over_the_name_of_a_reader_is_the_buyer() {
    let letter = |line: &str| {
        let rows: [&[(f32, &str)]; 4] = [
            &[(60.0, "Granskogens Idrottshall AB")],
            &[(60.0, "Storgatan 4"), (330.0, "Reklambolaget Norr AB")],
            &[(60.0, "990 77 Småtorp"), (330.0, "Org.nr 556000-0000")],
            &[(60.0, line)],
        ];
        of_pdf("Faktura", 10.0, &[&rows[..], &INVOICE[..]].concat())
    };
    for line in ["Att.: Alva Granskog", "Att: Alva Granskog", "z.Hd. Alva Granskog"] {
        assert_eq!(letter(line).as_deref(), Some("Reklambolaget Norr AB"), "{line}");
    }
}

#[test]
fn the_program_that_made_a_document_is_not_its_seller() {
    for line in [
        "Powered by Laddbutik Nord AB",
        "This invoice was created with Laddbutik Nord AB, www.laddbutiknord.example.com",
        "Ez a számla a Laddbutik Nord AB rendszerével készült",
        "Erstellt mit Laddbutik Nord AB",
    ] {
        let foot: &[(f32, &str)] = &[(60.0, line)];
        assert_eq!(
            of_pdf("Invoice", 10.0, &[&INVOICE[..], &[foot]].concat()),
            None,
            "{line}"
        );
    }
    let page =
        b"<h1>Invoice 1001</h1><p>Total: 125.00 EUR</p><p>Laddbutik Nord AB \xc2\xb7 Powered by Example Shops</p>";
    assert_eq!(vendor("invoice.html", page).as_deref(), Some("Laddbutik Nord AB"));
}

#[test]
fn streets_and_stations_are_nobodys_name() {
    let mut sheet = Sheet::new();
    let address = [
        "Lina Gioia",
        "Corso Alberto Inventato",
        "00990 Borgo Esempio",
        "Tel. 06 00000000",
    ];
    for (y, line) in (0_u16..).zip(address) {
        sheet.text(60.0, 60.0 + 14.0 * f32::from(y), 10.0, line);
    }
    sheet.row(140.0, INVOICE[0]);
    sheet.row(154.0, INVOICE[1]);
    assert_eq!(vendor("invoice.pdf", &sheet.finish()).as_deref(), Some("Lina Gioia"));
    let journey: [&[(f32, &str)]; 2] = [
        &[(60.0, "From"), (200.0, "To"), (330.0, "Departure")],
        &[(60.0, "PARIS ORLY"), (200.0, "TANGIER IBN BATOUTA"), (330.0, "EX667")],
    ];
    assert_eq!(of_pdf("Receipt", 10.0, &[&journey[..], &INVOICE[..]].concat()), None);
    let item: &[(f32, &str)] = &[
        (60.0, "From: Norrby Station"),
        (200.0, "1"),
        (330.0, "125.00 EUR"),
        (430.0, "125.00 EUR"),
    ];
    assert_eq!(of_pdf("Invoice", 10.0, &[&[item], &INVOICE[..]].concat()), None);
}

#[test]
fn who_sold_it_for_a_firm_is_not_the_seller() {
    let firm: &[(f32, &str)] = &[(60.0, "PUUKESKUS ESIMERKKI OY"), (330.0, "Y-tunnus 0000000-0")];
    let of = |label: &[(f32, &str)]| of_pdf("Lasku", 10.0, &[&[label], &INVOICE[..], &INVOICE[..], &[firm]].concat());
    assert_eq!(
        of(&[(60.0, "Myyjä : Aino Esimerkki")]).as_deref(),
        Some("PUUKESKUS ESIMERKKI OY")
    );
    // A trader has an address.
    let trader: [&[(f32, &str)]; 3] = [
        &[(60.0, "Myyjä: Aino Kuvitteellinen")],
        &[(60.0, "Mäntytie 4, 00990 Kuusikylä")],
        &[(330.0, "Asiakas"), (430.0, "PUUKESKUS ESIMERKKI OY")],
    ];
    let seller = of_pdf("Lasku", 10.0, &[&trader[..], &INVOICE[..]].concat());
    assert_eq!(seller.as_deref(), Some("Aino Kuvitteellinen"));
}

/// The vendor of a receipt as a web page: it has no sender.
fn of_page(body: &str) -> Option<String> {
    let receipt = "<h1>Receipt</h1><p>Order number 1001</p><p>Order date: 2026-12-01</p>";
    let total = "<table><tr><td>Total</td><td>125.00 EUR</td></tr></table>";
    vendor("receipt.html", format!("{receipt}{body}{total}").as_bytes())
}

#[test]
fn neither_a_greeting_nor_an_item_names_the_shop() {
    assert_eq!(
        vendor(
            "receipt.html",
            b"<p>Hello, Alva Granskog</p><p>Receipt</p><p>Order number 1001</p><p>Total 125.00 EUR</p>"
        ),
        None
    );
    let item =
        "<img src=\"https://example.com/1.png\" alt=\"Collar Dorado\"><p>Collar Dorado</p><p>Price: 125.00 EUR</p>";
    let other = item
        .replace("Collar Dorado", "Anillo de Plata")
        .replace("125.00", "25.00");
    assert_eq!(of_page(&format!("{item}{other}")), None);
    assert_eq!(of_page("<p>CÓMO SE APLICÓ EL PAGO</p>"), None);
    let thanks = "<p>Bedankt voor het winkelen bij Fietsenhoek Voorbeeld!</p>";
    assert_eq!(of_page(thanks).as_deref(), Some("Fietsenhoek Voorbeeld"));
    let program = "<p>Powered by Bestelpagina Voorbeeld</p>";
    assert_eq!(
        of_page(&format!("{thanks}{program}")).as_deref(),
        Some("Fietsenhoek Voorbeeld")
    );
}

#[test]
fn a_shop_signs_above_the_program_that_sent_its_mail() {
    let mail = |foot: &str| {
        let mail = format!("<p>Kiitos tilauksesta</p><p>Tilaus: EX1001</p><p>Yhteensä 125,00 €</p>{foot}");
        vendor("receipt.html", mail.as_bytes())
    };
    let shop = "<p>Saunakauppa Esimerkki</p>";
    assert_eq!(mail(&format!("{shop}<p>Kiitos</p>")), None);
    let found = mail(&format!("{shop}<p>Powered by Bestelpagina</p>"));
    assert_eq!(found.as_deref(), Some("Saunakauppa Esimerkki"));
    let found = mail(&format!("{shop}<p>https://saunakauppaesimerkki.example/</p>"));
    assert_eq!(found.as_deref(), Some("Saunakauppa Esimerkki"));
}

#[test]
fn the_ways_around_a_page_and_the_heads_of_its_columns_name_nobody() {
    for word in [
        "Forside",
        "Cupom Fiscal",
        "Kategorien",
        "Web Version",
        "Accueil Boutique Contact",
        "Iscriviti alla Newsletter",
    ] {
        let page = format!("<p>{word}</p><p>Receipt</p><p>Order number 1001</p><p>Total 125.00 EUR</p>");
        assert_eq!(vendor("receipt.html", page.as_bytes()), None, "{word}");
    }
}

#[test]
fn of_two_firms_with_as_many_signs_the_labelled_one_sells() {
    let rows: [&[(f32, &str)]; 2] = [
        &[(60.0, "Seller: Laddbutik Nord")],
        &[(
            60.0,
            "EX 5.5 © 2026 Programhuset Exempel AB, https://www.programhuset.example",
        )],
    ];
    let found = of_pdf("Invoice", 10.0, &[&INVOICE[..], &rows[..]].concat());
    assert_eq!(found.as_deref(), Some("Laddbutik Nord"));
}

#[test]
fn the_foot_of_a_letter_names_its_sender_over_the_address() {
    for beside in ["Org.nr 556000-0000", "E-post: info@example.com", "Tel 010-000 00 00"] {
        let foot: [&[(f32, &str)]; 2] = [
            &[(60.0, "Alvas Verkstad"), (330.0, beside)],
            &[(60.0, "Storgatan 4, 990 77 Småtorp"), (330.0, "www.example.com")],
        ];
        let buyer: &[(f32, &str)] = &[(330.0, "Kund"), (420.0, "Nina Lind")];
        let rows = [&[buyer][..], &INVOICE[..], &INVOICE[..], &INVOICE[..], &foot[..]].concat();
        assert_eq!(
            of_pdf("Faktura", 10.0, &rows).as_deref(),
            Some("Alvas Verkstad"),
            "{beside}"
        );
    }
}

#[test]
fn the_return_address_in_the_foot_outweighs_the_buyer_left_of_the_letterhead() {
    let mut sheet = Sheet::new();
    let rows: [&[(f32, &str)]; 9] = [
        &[(60.0, "Havnens Cykler ApS"), (330.0, "Granskog Webbureau")],
        &[(60.0, "Kystvej 2"), (330.0, "Skovvej 8, 1. tv.")],
        &[(60.0, "8000 Aarhus C"), (330.0, "8900 Smårup")],
        &[(330.0, "kontakt@granskogweb.example")],
        &[(60.0, "Fakturanr. 1042"), (330.0, "Fakturadato: 12-03-2026")],
        &[(60.0, "Hosting"), (330.0, "10.935,00 kr.")],
        &[(60.0, "I alt inkl. moms"), (330.0, "10.935,00 kr.")],
        &[(60.0, "Bank 9999, konto 0000000000")],
        &[(60.0, "Granskog Webbureau / Skovvej 8, 1. tv. / 8900 Smårup")],
    ];
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 14.0 * f32::from(y), row);
    }
    assert_eq!(
        vendor("invoice.pdf", &sheet.finish()).as_deref(),
        Some("Granskog Webbureau")
    );
}

#[test]
fn a_shop_may_be_called_by_its_host_alone() {
    let mut sheet = Sheet::new();
    let rows: [&[(f32, &str)]; 3] = [&[(60.0, "tehuset.at")], INVOICE[0], INVOICE[1]];
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 14.0 * f32::from(y), row);
    }
    assert_eq!(vendor("invoice.pdf", &sheet.finish()).as_deref(), Some("tehuset.at"));
    let page = |first: &str| {
        let rest = "<p>Order number: 20017</p><p>Total: 125.00 EUR</p><p>Thank you for your purchase</p>";
        vendor("page.html", format!("<p>{first}</p>{rest}").as_bytes())
    };
    assert_eq!(page("tehuset.at").as_deref(), Some("tehuset.at"));
    assert_eq!(page("invoice.pdf"), None);
}

#[test]
fn a_name_over_its_address_may_have_words_in_small_letters() {
    let mut sheet = Sheet::new();
    let address = [
        "Bottega di Lo Pino Alva",
        "Via Inventata 7",
        "00100 Roma",
        "P.IVA: 00000000000",
    ];
    for (y, line) in (0_u16..).zip(address) {
        sheet.text(330.0, 60.0 + 14.0 * f32::from(y), 10.0, line);
    }
    sheet.row(130.0, &[(60.0, "Fattura n. 12 del 01/12/2026")]);
    sheet.row(144.0, &[(60.0, "Totale"), (330.0, "420,00 €")]);
    let name = vendor("invoice.pdf", &sheet.finish());
    assert_eq!(name.as_deref(), Some("Bottega di Lo Pino Alva"));
    let mut sheet = Sheet::new();
    for (y, line) in (0_u16..).zip(["Din faktura för mars", "Nina Lind", "Storgatan 4", "990 77 Småtorp"]) {
        sheet.text(60.0, 60.0 + 14.0 * f32::from(y), 10.0, line);
    }
    sheet.row(130.0, &[(60.0, "Fakturanummer 1001")]);
    sheet.row(144.0, &[(60.0, "Att betala"), (330.0, "420,00 kr")]);
    assert_ne!(
        vendor("invoice.pdf", &sheet.finish()).as_deref(),
        Some("Din faktura för mars")
    );
}

#[test]
fn headings_of_pages_and_holders_of_debited_accounts_are_not_the_seller() {
    for heading in [
        "Fattura elettronica",
        "⚡ ESHOP OBJEDNÁVKA ⚡",
        "Formations",
        "SHOP ORDER",
    ] {
        let page = format!("<p>{heading}</p><p>Order number: 20017</p><p>Total: 125.00 EUR</p><p>See you</p>");
        assert_eq!(vendor("page.html", page.as_bytes()), None, "{heading}");
    }
    let rows: [&[(f32, &str)]; 2] = [
        &[(60.0, "Emitido por: Internet")],
        &[(60.0, "1234 Company St, Springfield")],
    ];
    assert_eq!(of_pdf("Fatura", 10.0, &[&rows[..], &INVOICE[..]].concat()), None);
    let holder: &[(f32, &str)] = &[(60.0, "Titulaire du compte : Nina Lind")];
    let account =
        |number: &'static str| of_pdf("Facture", 10.0, &[&INVOICE[..], &[holder, &[(60.0, number)]]].concat());
    assert_eq!(account("Compte bancaire : FR76*******325***"), None);
    assert_eq!(account("Compte bancaire : FR7600000000").as_deref(), Some("Nina Lind"));
}

#[test]
fn a_label_of_the_seller_counts_with_the_registration_below_the_address() {
    let party = |lines: &[&str]| format!("<p>{}</p>", lines.join("</p><p>"));
    let seller = [
        "Dodavatel:",
        "Kufry Alva",
        "Lesní 22",
        "Exemplov 602 00",
        "Česká republika",
        "IČO: 00000000",
    ];
    let buyer = ["Odběratel:", "Nina Lind", "Krátká 5"];
    let page = format!(
        "<h1>Faktura 10234</h1>{}{}<p>Celkem k úhradě: 2 087,00 Kč</p>",
        party(&seller),
        party(&buyer)
    );
    assert_eq!(vendor("page.html", page.as_bytes()).as_deref(), Some("Kufry Alva"));
}

#[test]
fn heads_of_columns_and_who_forwards_a_mail_are_not_the_seller() {
    let page = "<p>Objednávka 1001</p><p>Děkujeme za Vaši přízeň,</p><p>Tehuset.cz</p><table><tr><td>Zboží</td><td>Cena</td></tr></table><p>Cena celkem: 556 Kč</p>";
    assert_eq!(vendor("page.html", page.as_bytes()).as_deref(), Some("Tehuset.cz"));
    let mail = b"From: Alva Granskog <alva@example.com>\r\nSubject: Fwd: Your receipt\r\nContent-Type: text/plain\r\n\r\nReceipt\r\nTotal: 125.00 EUR\r\n";
    let line = flat("", &read_file("mail.eml", mail, None, &MailContext::default()));
    assert_eq!(line["record"]["vendor_name"].as_str(), None);
}

#[test]
fn the_line_below_a_title_names_the_seller_if_another_sign_does() {
    let page = |foot: &str| {
        let rest = "<p>Order number: 20017</p><p>Total: 125.00 EUR</p><p>Thank you for your purchase</p>";
        let page = format!("<p>Fattura elettronica</p><p>Granskog Srl</p>{rest}<p>{foot}</p>");
        vendor("page.html", page.as_bytes())
    };
    assert_eq!(page("See you").as_deref(), Some("Granskog Srl"));
    let page =
        b"<p>Order confirmation</p><p>Nina Lind</p><p>Order number: 20017</p><p>Total: 125.00 EUR</p><p>See you</p>";
    assert_eq!(vendor("page.html", page), None);
}
