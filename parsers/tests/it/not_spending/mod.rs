//! What isn't spending though it looks like an invoice, and what only looks like that.

mod sentences;

use invoices_parsers::{flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Reading};

fn reading(subject: &str, text: &str) -> Reading {
    let mail = format!(
        "From: Tehuset <post@tehuset.example.com>\r\nSubject: {subject}\r\nDate: Mon, 9 Nov 2026 10:15:00 +0100\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}"
    );
    read_file("mail.eml", mail.as_bytes(), None, &MailContext::default())
}

fn outcome(reading: &Reading) -> String {
    let line = flat("", reading);
    if line["outcome"] == "parsed" {
        line["record"]["total_amount"].to_string()
    } else {
        line["reason"].as_str().unwrap_or_default().to_owned()
    }
}

/// A mail with a number, a date and a total, whose subject and first line are these.
fn mail(subject: &str, first: &str) -> String {
    let rest = "Reference number: 20411\nDate: 2026-11-09\nTotal   125,00 EUR\n";
    outcome(&reading(subject, &format!("Tehuset\n{first}\n{rest}")))
}

fn assert_refused(reason: &str, firsts: &[&str]) {
    for first in firsts {
        assert_eq!(mail("Tehuset", first), reason, "{first}");
        assert_eq!(mail(first, ""), reason, "subject: {first}");
    }
}

#[test]
fn cancelled_invoices_are_refused_in_every_language() {
    let cancelled = [
        "Invoice 20411 has been cancelled.",
        "Fakturan är makulerad.",
        "Fakturaen er annulleret.",
        "Faktura 20411 er kansellert.",
        "Die Rechnung 20411 wurde storniert.",
        "Factuur 20411 is geannuleerd.",
        "La facture 20411 a été annulée.",
        "La factura 20411 ha sido anulada.",
        "La fattura 20411 è stata annullata.",
        "A fatura 20411 foi anulada.",
        "Lasku 20411 on mitätöity.",
        "Faktura 20411 została anulowana.",
        "Faktura 20411 byla zrušena.",
        "Je factuur 2026-0311 is geannuleerd.",
        "La facture ci-dessous a été annulée.",
        "Faktura FV 118/2026 została anulowana.",
        "A számlát sztornóztuk.",
        "Το τιμολόγιο 20411 ακυρώθηκε.",
    ];
    assert_refused("it says that the invoice was cancelled", &cancelled);
    let kept = [
        "This invoice can be cancelled within 14 days.",
        "Invoice 20410 has been cancelled and is replaced by this one.",
        "Faktura 20410 är makulerad och ersätts av denna.",
    ];
    for first in kept {
        assert_eq!(mail("Invoice 20411", first), "125", "{first}");
    }
}

#[test]
fn drafts_and_pro_formas_are_refused_in_every_language() {
    let drafts = [
        "Pro forma invoice",
        "Draft invoice",
        "Proformafaktura",
        "Utkast",
        "Udkast",
        "Entwurf",
        "Proforma-Rechnung",
        "Conceptfactuur",
        "Brouillon",
        "Borrador",
        "Bozza",
        "Rascunho",
        "Laskuluonnos",
        "Faktura pro forma",
        "Návrh faktury",
        "Προτιμολόγιο",
    ];
    assert_refused("it is a draft, a pro forma or a preview of an invoice", &drafts);
    for first in [
        "Our pro forma of May is settled with this invoice.",
        "Draft beer   12,00 EUR",
    ] {
        assert_eq!(mail("Invoice 20411", first), "125", "{first}");
    }
}

#[test]
fn failed_payments_are_refused_in_every_language() {
    let failed = [
        "We could not charge your card.",
        "Your payment was declined.",
        "Ditt kort kunde inte debiteras.",
        "Kortet ditt kunne ikke belastes, betalingen mislyktes.",
        "Betalingen kunne ikke gennemføres.",
        "Ihre Zahlung ist fehlgeschlagen.",
        "De betaling is mislukt.",
        "Nous n’avons pas pu débiter votre carte.",
        "El pago ha sido rechazado.",
        "Il pagamento non è riuscito.",
        "O pagamento falhou.",
        "Maksu epäonnistui.",
        "Płatność nie powiodła się.",
        "Platba se nezdařila.",
        "Η πληρωμή απέτυχε.",
        "Sikertelen fizetés",
    ];
    assert_refused("it says that a payment failed", &failed);
    for first in [
        "Your payment was successful.",
        "If a payment fails, we try again after three days.",
        "Your earlier payment was declined, but now the payment has gone through.",
        "Ditt tidigare kort kunde inte debiteras, men nu har betalningen gått igenom.",
        "Die letzte Abbuchung ist fehlgeschlagen. Die erneute Zahlung war erfolgreich.",
    ] {
        assert_eq!(mail("Invoice 20411", first), "125", "{first}");
    }
}

#[test]
fn money_received_is_refused_in_every_language() {
    let received = [
        "You received a payment from Alva.",
        "Your item sold!",
        "Du har modtaget penge",
        "Twój przedmiot „Kurtka” został sprzedany.",
        "We have sent you a payout.",
        "Your cashback credited: cashback credited.",
        "Du har fått betalt för din annons.",
        "Utbetalning",
        "Lönebesked",
        "Du har mottatt en betaling.",
        "Lønseddel",
        "Auszahlung unterwegs",
        "Gehaltsabrechnung November",
        "Uitbetaling",
        "Bulletin de paie",
        "Vous avez reçu un paiement.",
        "Has recibido un pago.",
        "Hai ricevuto un pagamento.",
        "Recebeu um pagamento.",
        "Palkkalaskelma",
        "Otrzymałeś płatność.",
        "Výplatní páska",
        "Λάβατε πληρωμή.",
    ];
    assert_refused("it is about money that is received", &received);
    for first in [
        "We received your payment. Thank you!",
        "Vi har fått betalt. Tack!",
        "Wir haben Ihre Zahlung erhalten.",
    ] {
        assert_eq!(mail("Receipt 20411", first), "125", "{first}");
    }
}

#[test]
fn a_shop_may_be_called_by_a_word_for_papers() {
    for name in [
        "Storno Bar",
        "Refund Records",
        "Avoir Chic",
        "Panier Frais",
        "Concept Store",
        "Brouillon & Fils",
    ] {
        let mail = format!(
            "From: {name} <post@example.com>\r\nSubject: Your receipt from {name}\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{name}\nOrder number KK-5512\nTotal   40,00 EUR\nPaid by card\n"
        );
        let read = read_file("mail.eml", mail.as_bytes(), None, &MailContext::default());
        assert_eq!(outcome(&read), "40", "{name}");
    }
    // Such a word alone is no name.
    assert_eq!(mail("Your refund", "Refund for order 20411"), "-125");
}

#[test]
fn a_refund_is_no_income() {
    assert_eq!(mail("Your refund", "You received a payment into your account."), "-125");
}

#[test]
fn notices_of_banks_are_refused() {
    let notices = [
        "A purchase of 125,00 EUR was made on your credit card account.",
        "Transaction alert",
        "Mit Ihrer Karte ****1001 wurde ein Kauf über 125,00 EUR getätigt.",
        "Ett köp på 125,00 EUR gjordes med ditt kort.",
        "Un achat a été effectué avec votre carte.",
        "Se ha realizado una compra con tu tarjeta.",
        "Has realizado una compra con tu tarjeta terminada en 1001.",
        "Te notificamos un depósito a tu cuenta.",
    ];
    for first in notices {
        let text = format!("{first}\nPurchase amount: 125,00 EUR\nTransaction date: 2026-11-09\n");
        let read = outcome(&reading("You made a purchase", &text));
        assert_eq!(read, "it is a notice about an account", "{first}");
    }
    assert_eq!(
        mail("Your receipt", "Your card was charged. Thank you for your purchase."),
        "125"
    );
}

#[test]
fn reports_of_sales_are_refused() {
    for (title, turnover) in [
        ("Daily report", "Total turnover"),
        ("Dagsrapport", "Total omsättning"),
        ("DAGSRAPPORT", "Bruttoomsætning"),
        ("TAGESABSCHLUSS", "Gesamtumsatz"),
        ("Rapport journalier", "Chiffre d'affaires"),
        ("Raport dobowy", "Obrót"),
    ] {
        for (title, turnover) in [(title, "Card"), ("Tehuset AB", turnover)] {
            let mut sheet = Sheet::new();
            let rows = [
                (title, "2026-11-09"),
                ("Sales", "437,00 EUR"),
                (turnover, "437,00 EUR"),
                ("Total", "437,00 EUR"),
            ];
            for (y, (label, value)) in (0_u16..).zip(rows) {
                sheet.row(60.0 + 16.0 * f32::from(y), &[(60.0, label), (300.0, value)]);
            }
            let context = MailContext {
                sub_type: "miscellaneous".parse().ok(),
                ..MailContext::default()
            };
            let read = outcome(&read_file("report.pdf", &sheet.finish(), None, &context));
            assert_eq!(read, "it is a report of sales", "{title} {turnover}");
        }
    }
}

#[test]
fn an_upcoming_invoice_is_refused_and_a_due_one_is_not() {
    let upcoming = outcome(&reading(
        "Your upcoming invoice",
        "Your upcoming invoice\nReference: 2041\nTotal: 49,00 EUR\n",
    ));
    assert_eq!(upcoming, "it announces something that has not happened yet");
    let due = "Invoice\nInvoice number: 2041\nDue date: 2026-12-09\nTotal: 49,00 EUR\n";
    assert_eq!(outcome(&reading("Your invoice", due)), "49");
}

#[test]
fn a_sum_in_the_customers_favour_is_negative_or_refused() {
    for (label, sum) in [
        ("Amount due", "84,15 EUR CR"),
        ("Total due", "84,15 EUR Cr."),
        ("Amount due", "84,15 EUR credit"),
        ("Total", "84,15 EUR (in your favour)"),
        ("Att betala", "84,15 EUR (tillgodo)"),
        ("Att betala", "84,15 EUR till godo"),
        ("Beløp å betale", "84,15 EUR (til gode)"),
        ("Rechnungsbetrag", "84,15 EUR (Guthaben)"),
        ("Te betalen", "84,15 EUR (tegoed)"),
        ("Total à payer", "84,15 EUR (en votre faveur)"),
        ("Total a pagar", "84,15 EUR a su favor"),
        ("Totale da pagare", "84,15 EUR (a credito)"),
        ("Total a pagar", "84,15 EUR a seu favor"),
        ("Maksettavaa", "84,15 EUR (hyvitys)"),
        ("Do zapłaty", "84,15 EUR (nadpłata)"),
        ("Celkem k úhradě", "84,15 EUR (přeplatek)"),
        ("Πληρωτέο ποσό", "84,15 EUR (πιστωτικό)"),
        ("Total amount due CR", "84,15 EUR"),
        ("Att betala", "84,15 EUR i din favör"),
        ("Beløp i din favør", "84,15 EUR"),
        ("Montant à vous rembourser", "84,15 EUR"),
        ("Solde en votre faveur", "84,15 EUR"),
        ("Razem", "84,15 EUR do zwrotu"),
        ("Fizetendő összeg", "84,15 EUR (túlfizetés)"),
        ("Total a reembolsar ao cliente", "84,15 EUR"),
    ] {
        let text = format!("Tehuset\nInvoice\nInvoice number: 20411\nInvoice date: 2026-11-09\n{label}   {sum}\n");
        assert_eq!(outcome(&reading("Your invoice", &text)), "-84.15", "{label} {sum}");
    }
    for label in [
        "Avoir",
        "Nadpłata",
        "Přeplatek",
        "Tegoed",
        "Saldo a favor",
        "Tilgodehavende",
        "Credit balance",
    ] {
        let text = format!("Tehuset\nInvoice\nInvoice number: 20411\nInvoice date: 2026-11-09\n{label}   84,15 EUR\n");
        let read = outcome(&reading("Your invoice", &text));
        assert!(
            read.starts_with('-') || !read.starts_with(|c: char| c.is_ascii_digit()),
            "{label}: {read}"
        );
    }
    let marked = "Tehuset\nInvoice\nInvoice number: 20411\nAmount due   CR 84,15 EUR\n";
    assert_eq!(outcome(&reading("Your invoice", marked)), "it states no total");
    for credit in [
        "Guthaben zu Ihren Gunsten",
        "Nadpłata",
        "Přeplatek",
        "Door u te ontvangen",
    ] {
        let text = format!(
            "Tehuset\nInvoice\nInvoice number: 20411\nInvoice date: 2026-11-09\nTotal for the year   900,00 EUR\n\
             Instalments   984,15 EUR\n{credit}   84,15 EUR\n"
        );
        assert!(outcome(&reading("Your invoice", &text)).contains("certain"), "{credit}");
    }
    let paid = "Tehuset\nReceipt 20411\nDate: 2026-11-09\nTotal   84,15 EUR credit\nPaid by card\n";
    assert_eq!(outcome(&reading("Your receipt", paid)), "84.15");
}

#[test]
fn a_bill_with_a_day_to_pay_is_read_whatever_its_heading() {
    let statement = |day: &str| {
        let mut sheet = Sheet::new();
        sheet.row(60.0, &[(50.0, "Statement of charges")]);
        sheet.row(75.0, &[(50.0, "Lakeside Family Clinic"), (350.0, "Account 20411")]);
        sheet.row(
            100.0,
            &[(50.0, "Charges"), (200.0, "Insurance paid"), (350.0, "Balance")],
        );
        sheet.row(115.0, &[(50.0, "$215.00"), (200.0, "-$96.40"), (350.0, "$118.60")]);
        sheet.row(160.0, &[(50.0, "Pay this amount"), (350.0, "$118.60")]);
        sheet.row(180.0, &[(50.0, day), (350.0, "2026-09-04")]);
        outcome(&read_file("a.pdf", &sheet.finish(), None, &MailContext::default()))
    };
    assert_eq!(statement("Due date"), "118.6");
    assert_eq!(
        statement("Printed on"),
        "its heading says that it is another paper than an invoice"
    );
}

#[test]
fn terms_of_a_shop_are_no_invoice() {
    for title in [
        "Kundvillkor",
        "Terms of service",
        "Conditions générales de vente",
        "Algemene voorwaarden",
    ] {
        let fee = "We charge an administrative fee of 50.00 EUR if you cancel your booking.";
        let reading = reading(
            title,
            &format!("{title}\nTehuset keeps the payment until the service is approved.\n{fee}\n"),
        );
        assert_eq!(flat("", &reading)["outcome"], "not_an_invoice", "{title}");
    }
}

#[test]
fn rows_of_an_account_are_no_total() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(60.0, "Nomor Rekening: 1000000001")]);
    sheet.row(80.0, &[(60.0, "Date"), (200.0, "Description"), (400.0, "Amount")]);
    for (y, amount) in (0_u16..).zip(["2500.00 EUR", "100.00 EUR", "2500.00 EUR", "50.00 EUR", "2500.00 EUR"]) {
        sheet.row(
            100.0 + 14.0 * f32::from(y),
            &[(60.0, "2026-04-05"), (200.0, "Transfer"), (400.0, amount)],
        );
    }
    let line = flat(
        "",
        &read_file("list.pdf", &sheet.finish(), None, &MailContext::default()),
    );
    assert_ne!(line["outcome"], "parsed", "{line}");
}

#[test]
fn an_offer_of_a_project_is_refused() {
    let text = "Website voor een dansschool\nReferentie 20411\nWebsite   100,00 EUR\nBtw 21 %   21,00 EUR\nTotaal incl. btw   121,00 EUR\n";
    let read = |heading: &str| outcome(&reading(heading, &format!("{heading}\n{text}")));
    assert_eq!(
        read("Projectofferte"),
        "it announces something that has not happened yet"
    );
    assert_eq!(read("Projectfactuur"), "121");
}
