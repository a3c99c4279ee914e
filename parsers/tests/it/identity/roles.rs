//! What a document is, by the words of its head.

use parser_model::Role;

use super::identity;

/// Fails with each mail that has another role.
fn assert_roles(wanted: Role, mails: &[(&str, &str)]) {
    let role = |(subject, text): &(&str, &str)| identity(subject, text).role;
    let other = mails.iter().map(|mail| (mail, role(mail)));
    let faults: Vec<_> = other.filter(|(_, role)| *role != wanted).collect();
    assert!(faults.is_empty(), "no {wanted}: {faults:#?}");
}

#[test]
fn a_confirmation_that_does_not_say_that_it_is_paid_is_an_announcement() {
    assert_roles(
        Role::Announcement,
        &[
            (
                "Your order",
                "Tehuset\nOrder confirmation\nOrder number: KO-3\nTotal: $12.00",
            ),
            (
                "Orderbekräftelse",
                "Tehuset\nTack för din beställning!\nOrdernummer: 10004711\nTotalt: 80,00 kr\nBetalat med kort",
            ),
            (
                "Ihre Bestellung",
                "Tehuset\nBestellbestätigung\nBestellnummer: 10004711\nGesamtbetrag: 80,00 €",
            ),
            (
                "Ordrebekræftelse",
                "Tehuset\nTak for din ordre\nOrdrenummer: 10004711\nI alt: 80,00 kr",
            ),
            (
                "Ordrebekreftelse",
                "Tehuset\nTakk for bestillingen\nOrdrenummer: 10004711\nTotalt: 80,00 kr",
            ),
            (
                "Tilausvahvistus",
                "Tehuset\nKiitos tilauksestasi\nTilausnumero: 10004711\nYhteensä: 80,00 €",
            ),
            (
                "Bevestiging van je bestelling",
                "Tehuset\nBedankt voor je bestelling\nBestelnummer: 10004711\nTotaal: € 80,00",
            ),
            (
                "Confirmation de votre commande",
                "Tehuset\nMerci pour votre commande\nNuméro de commande : 10004711\nTotal : 80,00 €",
            ),
            (
                "Confirmación de tu pedido",
                "Tehuset\nGracias por tu pedido\nNúmero de pedido: 10004711\nTotal: 80,00 €",
            ),
            (
                "Conferma del tuo ordine",
                "Tehuset\nGrazie per il tuo ordine\nNumero ordine: 10004711\nTotale: 80,00 €",
            ),
            (
                "Confirmação da sua encomenda",
                "Tehuset\nObrigado pela sua encomenda\nNúmero da encomenda: 10004711\nTotal: 80,00 €",
            ),
            (
                "Potwierdzenie zamówienia",
                "Tehuset\nDziękujemy za złożenie zamówienia\nNumer zamówienia: 10004711\nRazem: 80,00 zł",
            ),
            (
                "Your order VA-77 has shipped",
                "Tehuset\nYour order is on its way\nOrder number: VA-77\nTotal: $80.00",
            ),
            (
                "Din order har skickats",
                "Tehuset\nDin order är på väg\nOrdernummer: 10004711",
            ),
        ],
    );
}

#[test]
fn a_confirmation_that_says_that_it_is_paid_is_a_receipt() {
    let mails = [
        (
            "Your booking QX8LMP",
            "Hillair\nBooking confirmation\nBooking reference: QX8LMP\nTotal paid: £120.00",
        ),
        (
            "Your order",
            "Tehuset\nOrder confirmation\nOrder number: KO-3\nTotal: $12.00\nPaid with Visa **** 1234",
        ),
        (
            "Orderbekräftelse",
            "Tehuset\nTack för din order\nOrdernummer: KO-3\nBetalat: 80,00 kr",
        ),
        ("Your order", "Corner Cafe\nReceipt\nOrder number: 041\nTotal: £11.50"),
        (
            "Beställningskvitto",
            "Tehuset\nTack för din beställning\nOrdernummer: KO-3\nTotalt: 80,00 kr",
        ),
    ];
    assert_roles(Role::Receipt, &mails);
    assert!(mails.iter().all(|(subject, text)| identity(subject, text).paid));
}

#[test]
fn a_word_for_paid_beside_a_part_of_the_total_does_not_say_that_it_is_paid() {
    let is_paid = |row: &str| {
        let table = format!("<table><tr><td>Paid</td><td>{row}</td></tr></table>");
        let text = format!("Tehuset\nInvoice\nInvoice number: A-1\nTotal: $49.00\n{table}");
        identity("Your invoice", &text).paid
    };
    assert_eq!(
        ["$0.00", "$20.00", "$49.00", "Thank you!"].map(is_paid),
        [false, false, true, true]
    );
    assert!(is_paid("$0.00</td></tr></table><p>PAID</p><table><tr><td>"));
    // In two payments.
    assert!(is_paid("$20.00</td></tr><tr><td>Paid</td><td>$29.00"));
    assert!(!is_paid("$20.00</td></tr><tr><td>Paid</td><td>$9.00"));
}

#[test]
fn what_says_that_an_invoice_was_paid_is_a_payment() {
    assert_roles(
        Role::Payment,
        &[
            (
                "Payment received for invoice A-1",
                "Tehuset\nInvoice\nInvoice number: A-1\nTotal: $49.00\nPaid. Thank you!",
            ),
            (
                "Your receipt for INV-2041",
                "Tehuset\nReceipt\nReceipt for invoice INV-2041\nInvoice number: INV-2041\nAmount paid: $49.00",
            ),
            (
                "Zahlungseingang zu Rechnung RE-771",
                "Tehuset\nQuittung\nRechnungsnummer: RE-771\nBezahlt am 15.11.2026\nGesamtbetrag: 118,00 €",
            ),
            (
                "Kvitto för faktura 9120",
                "Tehuset\nKvitto\nFakturanummer: 9120\nBetalat: 1 290,00 kr",
            ),
            (
                "Tack för din betalning",
                "Tehuset\nBetalning mottagen för faktura 9120\nBelopp: 1 290,00 kr",
            ),
            (
                "Payment received",
                "Tehuset\nWe have received your payment.\nOrder number: 10004711\nTotal: $80.00",
            ),
            (
                "Betaling ontvangen voor factuur 9120",
                "Tehuset\nFactuurnummer: 9120\nTotaal: € 49,00",
            ),
            (
                "Paiement reçu pour la facture 9120",
                "Tehuset\nNuméro de facture : 9120\nTotal : 49,00 €",
            ),
            (
                "Pago recibido de la factura 9120",
                "Tehuset\nNúmero de factura: 9120\nTotal: 49,00 €",
            ),
            (
                "Pagamento ricevuto per la fattura 9120",
                "Tehuset\nNumero fattura: 9120\nTotale: 49,00 €",
            ),
            (
                "Maksu vastaanotettu, lasku 9120",
                "Tehuset\nLaskun numero: 9120\nYhteensä: 49,00 €",
            ),
            (
                "Potwierdzenie płatności za fakturę 9120",
                "Tehuset\nNumer faktury: 9120\nRazem: 49,00 zł",
            ),
        ],
    );
}

#[test]
fn what_asks_again_for_a_payment_is_a_reminder() {
    assert_roles(
        Role::Reminder,
        &[
            (
                "Påminnelse om faktura 20411",
                "Tehuset\nPåminnelse\nFakturanummer: 20411\nFakturadatum: 2026-11-02\nAtt betala: 550,00 kr",
            ),
            (
                "Payment reminder: invoice INV-2041",
                "Tehuset\nPayment reminder\nInvoice number: INV-2041\nTotal due: $49.00",
            ),
            (
                "Faktura 20411",
                "Tehuset\nBetalningspåminnelse\nFakturanummer: 20411\nAtt betala: 550,00 kr",
            ),
            (
                "2. Mahnung zu Rechnung RE-771",
                "Tehuset\nMahnung\nRechnungsnummer: RE-771\nGesamtbetrag: 118,00 €",
            ),
            (
                "Zahlungserinnerung",
                "Tehuset\nZahlungserinnerung\nRechnungsnummer: RE-771\nGesamtbetrag: 118,00 €",
            ),
            (
                "Rykker",
                "Tehuset\nRykker for faktura 20411\nFakturanummer: 20411\nAt betale: 550,00 kr",
            ),
            (
                "Purring på faktura 20411",
                "Tehuset\nPurring\nFakturanummer: 20411\nÅ betale: 550,00 kr",
            ),
            (
                "Maksumuistutus",
                "Tehuset\nMaksumuistutus\nLaskun numero: 20411\nYhteensä: 55,00 €",
            ),
            (
                "Betalingsherinnering factuur 20411",
                "Tehuset\nHerinnering\nFactuurnummer: 20411\nTe betalen: € 55,00",
            ),
            (
                "Rappel : facture 20411",
                "Tehuset\nRappel de paiement\nNuméro de facture : 20411\nTotal : 55,00 €",
            ),
            (
                "Recordatorio de pago",
                "Tehuset\nRecordatorio de pago\nNúmero de factura: 20411\nTotal: 55,00 €",
            ),
            (
                "Sollecito di pagamento",
                "Tehuset\nSollecito di pagamento\nNumero fattura: 20411\nTotale: 55,00 €",
            ),
            (
                "Lembrete de pagamento",
                "Tehuset\nLembrete de pagamento\nNúmero da fatura: 20411\nTotal: 55,00 €",
            ),
            (
                "Wezwanie do zapłaty",
                "Tehuset\nWezwanie do zapłaty\nNumer faktury: 20411\nRazem: 55,00 zł",
            ),
        ],
    );
}

#[test]
fn what_corrects_or_changes_an_earlier_document_is_a_replacement() {
    assert_roles(
        Role::Replacement,
        &[
            (
                "Corrected invoice 9001",
                "Tehuset\nInvoice\nInvoice number: 9001\nTotal: $49.00",
            ),
            (
                "Your booking HKT4QD",
                "Norrflyg\nBooking confirmation\nYour booking has been changed.\nBooking reference: HKT4QD\nNew total: 1 200,00 SEK",
            ),
            (
                "Faktura 9002",
                "Tehuset\nDenna faktura ersätter faktura 9001.\nFakturanummer: 9002\nAtt betala: 49,00 kr",
            ),
            (
                "Ändrad bokning",
                "Norrflyg\nBokningsnummer: HKT4QD\nTotalt: 1 200,00 kr",
            ),
            (
                "Ihre Buchung wurde geändert",
                "Norrflyg\nBuchungsnummer: HKT4QD\nGesamtbetrag: 120,00 €",
            ),
            (
                "Din booking er ændret",
                "Norrflyg\nBookingnummer: HKT4QD\nI alt: 1 200,00 kr",
            ),
            (
                "Varauksesi on muutettu",
                "Norrflyg\nVarausnumero: HKT4QD\nYhteensä: 120,00 €",
            ),
            (
                "Je boeking is gewijzigd",
                "Norrflyg\nBoekingsnummer: HKT4QD\nTotaal: € 120,00",
            ),
            (
                "Votre réservation a été modifiée",
                "Norrflyg\nNuméro de réservation : HKT4QD\nTotal : 120,00 €",
            ),
            (
                "Factura rectificada",
                "Tehuset\nNúmero de factura: 9001\nTotal: 49,00 €",
            ),
        ],
    );
}

#[test]
fn what_cancels_an_order_a_booking_or_an_invoice_is_a_cancellation() {
    assert_roles(
        Role::Cancellation,
        &[
            (
                "Your order has been cancelled",
                "Tehuset\nOrder number: 10004711\nTotal: $80.00",
            ),
            (
                "Your order 10004711",
                "Hello Alva!\nWe are sorry: your order has been canceled by the seller.",
            ),
            ("Din beställning är avbokad", "Tehuset\nOrdernummer: 10004711"),
            ("Avbokning", "Norrflyg\nBokningsnummer: HKT4QD"),
            ("Ihre Bestellung wurde storniert", "Tehuset\nBestellnummer: 10004711"),
            ("Stornierung", "Tehuset\nBestellnummer: 10004711\nGesamtbetrag: 80,00 €"),
            (
                "Stornorechnung ST-12",
                "Tehuset\nStornorechnung\nRechnungsnummer: ST-12\nzur Rechnung RE-771\nGesamtbetrag: 118,00 €",
            ),
            ("Din ordre er annulleret", "Tehuset\nOrdrenummer: 10004711"),
            ("Bestillingen er kansellert", "Tehuset\nOrdrenummer: 10004711"),
            ("Tilauksesi on peruttu", "Tehuset\nTilausnumero: 10004711"),
            ("Je bestelling is geannuleerd", "Tehuset\nBestelnummer: 10004711"),
            ("Votre commande a été annulée", "Tehuset\nNuméro de commande : 10004711"),
            ("Tu pedido ha sido cancelado", "Tehuset\nNúmero de pedido: 10004711"),
            ("Il tuo ordine è stato annullato", "Tehuset\nNumero ordine: 10004711"),
            (
                "A sua encomenda foi cancelada",
                "Tehuset\nNúmero da encomenda: 10004711",
            ),
            (
                "Twoje zamówienie zostało anulowane",
                "Tehuset\nNumer zamówienia: 10004711",
            ),
            ("Invoice 9001 cancelled", "Tehuset\nInvoice number: 9001\nTotal: $80.00"),
        ],
    );
}

#[test]
fn a_refused_cancellation_or_dispatch_states_its_number_all_the_same() {
    let cancelled = identity("Din beställning är avbokad", "Tehuset\nOrdernummer: 10004711");
    assert_eq!(cancelled.order_number.as_deref(), Some("10004711"));
    let sent = identity("Your order VA-77 has shipped", "Tehuset\nOrder number: VA-77");
    assert_eq!(sent.order_number.as_deref(), Some("VA-77"));
}

#[test]
fn what_only_speaks_of_a_reminder_or_a_cancellation_is_none() {
    for footer in [
        "If you wish to cancel your order, write to us.",
        "Need to cancel your booking?",
        "Free cancellation until 1 December",
        "A reminder fee of 60 kr applies if the invoice is not paid in time.",
        "Påminnelseavgift 60 kr tas ut vid sen betalning.",
        "Om din beställning har avbokats betalar vi tillbaka pengarna.",
        "Bei Stornierung Ihrer Bestellung fallen keine Kosten an.",
        "Wenn Ihre Bestellung storniert wurde, erhalten Sie Ihr Geld zurück.",
        "En cas d'annulation de votre commande, contactez-nous.",
        "Si tu pedido ha sido cancelado, escríbenos.",
        "One item of your order has been cancelled.",
        "En vara i din beställning har avbokats.",
    ] {
        let receipt = format!("Tehuset\nReceipt\n{footer}\nOrder number: 1001\nTotal: $80.00\nPaid by card\n{footer}");
        assert_eq!(identity("Your receipt", &receipt).role, Role::Receipt, "{footer}");
        let invoice = format!("Tehuset\nFaktura\nFakturanummer: 9001\n{footer}\nAtt betala: 80,00 kr\n{footer}");
        assert_eq!(identity("Faktura 9001", &invoice).role, Role::Invoice, "{footer}");
    }
}
