//! What a sentence of the message says of the invoice below it, where the subject only has a name.

use super::{mail, outcome, reading};

fn assert_reason(reason: &str, firsts: &[&str]) {
    for first in firsts {
        assert_eq!(mail("Tehuset", first), reason, "{first}");
    }
}

#[test]
fn a_cancelled_invoice_is_refused_however_its_number_is_written() {
    let cancelled = [
        "Invoice RE-2026-118 has been voided.",
        "Invoice 20411 was raised in error and has been voided.",
        "We have withdrawn invoice 20411.",
        "La factura INV-20411 ha sido anulada.",
        "La factura 20411 queda sin efecto.",
        "A fatura FT 20411 foi anulada.",
        "A fatura 20411 fica sem efeito.",
        "Lasku A-20411 on mitätöity.",
        "Lasku 20411 on aiheeton ja se on mitätöity.",
        "La fattura 20411 è stata emessa per errore ed è stata stornata.",
        "Factuur 20411 is komen te vervallen.",
        "Merci de considérer la facture 20411 comme nulle.",
        "Die Rechnung 20411 ist gegenstandslos.",
        "Faktura 20411 er ugyldig.",
        "Vi har slettet faktura 20411.",
        "Faktura 20411 blev fel och vi har nu strukit den.",
        "Faktura 20411 została wystawiona omyłkowo.",
        "Anulowaliśmy fakturę 20411.",
        "Το τιμολόγιο 20411 εκδόθηκε εκ παραδρομής.",
        "ΤΟ ΤΙΜΟΛΟΓΙΟ 20411 ΑΚΥΡΩΘΗΚΕ.",
    ];
    assert_reason("it says that the invoice was cancelled", &cancelled);
    for first in [
        "If you have paid already, please disregard this invoice.",
        "Falls Sie schon bezahlt haben, ist diese Rechnung gegenstandslos.",
        "If you believe this invoice was issued in error, contact us within 7 days.",
        "Si ya ha abonado esta factura, este aviso queda sin efecto.",
        "Niezapłacona faktura zostanie automatycznie anulowana.",
        "Jos lasku on aiheeton, ota yhteyttä.",
        "Uw factuur vervalt op 1 december.",
    ] {
        assert_eq!(mail("Invoice 20411", first), "125", "{first}");
    }
}

#[test]
fn the_draft_of_an_invoice_is_refused() {
    let drafts = [
        "Here is a preview of your invoice. Please check it.",
        "Bitte prüfen Sie den beiliegenden Rechnungsentwurf.",
        "Här är fakturaförslaget för november.",
        "Her er utkast til faktura for november.",
        "Hermed kladden til din faktura.",
        "Oheisena luonnos laskusta tarkistettavaksi.",
        "Hierbij de conceptfactuur ter controle.",
        "Voici le projet de facture, à valider.",
        "Adjuntamos el borrador de la factura.",
        "Segue o rascunho da fatura.",
        "In allegato la bozza di fattura per la sua approvazione.",
        "Przesyłamy projekt faktury do akceptacji.",
        "Zasíláme návrh faktury ke schválení.",
        "Σας στέλνουμε το προσχέδιο του τιμολογίου.",
    ];
    assert_reason("it is a draft, a pro forma or a preview of an invoice", &drafts);
    for first in [
        "Thank you for approving the draft invoice. Please find the final invoice below.",
        "Du har godkänt fakturaförslaget. Här är fakturan.",
    ] {
        assert_eq!(mail("Invoice 20411", first), "125", "{first}");
    }
}

#[test]
fn a_payment_that_a_bank_refused_is_no_receipt_until_it_goes_through() {
    let failed = [
        "Your bank declined your last payment.",
        "Vi kunde tyvärr inte dra månadsavgiften.",
        "Banken din avviste betalingen.",
        "Die Lastschrift wurde von Ihrer Bank zurückgegeben.",
        "Je kaart is geweigerd. Er is niets afgeschreven.",
        "Votre banque a refusé le prélèvement.",
        "Il pagamento della fattura non è andato a buon fine.",
        "Tym razem płatność nie powiodła się.",
        "El banco ha devuelto el recibo.",
        "La tua carta è stata rifiutata.",
        "Emme pystyneet veloittamaan korttiasi.",
        "Twoja karta została odrzucona.",
        "Vaše karta byla zamítnuta.",
        "Η κάρτα σας απορρίφθηκε.",
        "Não conseguimos processar o seu pagamento.",
    ];
    assert_reason("it says that a payment failed", &failed);
    for first in [
        "Your card was declined on 3 November, but today's payment was successful.",
        "Ditt kort kunde inte debiteras i går, nu är den betald.",
        "Kortet ditt kunne ikke belastes, men det nye forsøket lyktes.",
        "Dit kort kunne ikke trækkes, men det nye forsøg lykkedes.",
        "Korttimaksu hylättiin, mutta uusi yritys onnistui.",
        "Ihre Zahlung ist fehlgeschlagen, inzwischen hat es geklappt.",
        "De betaling is mislukt, maar is nu wel gelukt.",
        "Le prélèvement avait échoué ; il est maintenant réglé.",
        "El pago fue rechazado, pero ya lo hemos cobrado.",
        "Il pagamento non è riuscito; ora risulta saldato.",
        "O pagamento falhou, mas já está regularizado.",
        "Płatność nie powiodła się, ale tym razem się udało.",
        "Platba se nezdařila, nyní je vše uhrazeno.",
        "Η πληρωμή απέτυχε, αλλά πλέον ολοκληρώθηκε.",
    ] {
        assert_eq!(mail("Invoice 20411", first), "125", "{first}");
    }
}

#[test]
fn what_a_platform_pays_its_user_is_no_spending() {
    let received = [
        "Your earnings of this week have been deposited.",
        "Dina intäkter för vecka 45 betalas ut i dag.",
        "Vi har overført pengene dine.",
        "Din indtjening er udbetalt til din konto.",
        "Ansiosi viikolta 45 on maksettu.",
        "Ihre Einnahmen der KW 45 wurden auf Ihr Konto überwiesen.",
        "Je verdiensten van week 45 zijn uitbetaald.",
        "Vos gains de la semaine ont été virés.",
        "Tus ganancias de la semana ya están en tu cuenta.",
        "Os seus ganhos foram transferidos.",
        "I tuoi guadagni sono stati accreditati.",
        "Ti abbiamo inviato un pagamento.",
        "Twoje zarobki zostały przelane.",
        "Vaše výdělky jsme odeslali.",
        "Τα κέρδη σας κατατέθηκαν.",
    ];
    assert_reason("it is about money that is received", &received);
}

#[test]
fn a_letterhead_hides_no_message() {
    let letterhead = "Tehuset AB\nStorgatan 5\n990 77 Småtorp\nTel. 0900-000 00\nwww.tehuset.example.com\n";
    let rest = "Reference number: 20411\nDate: 2026-11-09\nTotal   125,00 EUR\n";
    let read = |message: &str| {
        outcome(&reading(
            "Tehuset",
            &format!("{letterhead}\nHello Alva,\n{message}\n{rest}"),
        ))
    };
    assert_eq!(
        read("Invoice 20411 has been cancelled."),
        "it says that the invoice was cancelled"
    );
    assert_eq!(read("Thank you for your visit."), "125");
    // Below the sums no sentence is the message.
    let terms = format!("{rest}If your payment was declined, we try again.\nYour payment was declined.\n");
    assert_eq!(
        outcome(&reading("Invoice 20411", &format!("{letterhead}{terms}"))),
        "125"
    );
}

#[test]
fn a_reminder_of_an_invoice_is_no_announcement() {
    for (subject, number) in [
        ("Przypomnienie o płatności", "Faktura nr: 20411"),
        ("Promemoria: fattura non pagata", "Fattura n. 20411"),
        ("Lembrete de pagamento", "Fatura n.º 20411"),
        ("Υπενθύμιση πληρωμής", "Αριθμός τιμολογίου: 20411"),
        ("Muistutus: lasku maksamatta", "Laskun numero: 20411"),
    ] {
        let text = format!("Tehuset\n{number}\nTotal   125,00 EUR\n");
        assert_eq!(outcome(&reading(subject, &text)), "125", "{subject}");
    }
}
