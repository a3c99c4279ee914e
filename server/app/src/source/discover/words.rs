//! The words that mails about purchases and rent contain, in the languages of the service's users.

use std::collections::HashSet;

/// Each list fits into one query of a provider. Providers find whole words, so compounds are listed with their parts. Each line has
/// words of one language.
pub(super) const PURCHASES: [&[&str]; 2] = [
    // Swedish, Norwegian, Danish, Finnish, English, German, Dutch
    &[
        "kvitto kvittens faktura order orderbekräftelse beställning bokning bokningsbekräftelse biljett",
        "köp betalning hyra hyresavi avi",
        "kvittering ordre ordrebekreftelse bestilling kjøp husleie",
        "ordrebekræftelse købet husleje",
        "kuitti tilaus tilausvahvistus lasku vuokra",
        "receipt invoice purchase booking payment rent",
        "rechnung quittung bestellung bestellbestätigung buchung zahlung miete",
        "bon factuur bestelling bestelbevestiging boeking betaling huur",
    ],
    // French, Spanish, Italian, Portuguese, Polish, Czech
    &[
        "reçu facture commande achat réservation paiement loyer quittance",
        "recibo factura pedido compra reserva pago alquiler",
        "ricevuta fattura ordine acquisto prenotazione pagamento affitto",
        "fatura encomenda pagamento renda aluguel",
        "paragon faktura zamówienie zamówienia zakup rezerwacja płatność czynsz",
        "účtenka faktury objednávka objednávky nákup rezervace platba nájem",
    ],
];

/// The words of a list.
pub(super) fn words_of(list: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    list.iter().flat_map(|language| language.split(' '))
}

/// The beginnings of words for rent.
const RENT: &str = "hyra hyres husleie husleje vuokra rent miete mietrechnung huur loyer alquiler affitto renda aluguel \
                    czynsz nájem nájmu";
/// Words that begin so and mean something else.
const NOT_RENT: &str = "rental rente renta";

/// Whether a text has one of the search words.
pub(super) fn is_about_purchase(text: &str) -> bool {
    let text = text.to_lowercase();
    let known: HashSet<_> = PURCHASES.into_iter().flat_map(words_of).collect();
    text.split(|c: char| !c.is_alphabetic())
        .any(|word| known.contains(word))
}

/// Whether a text has a word for rent.
pub(super) fn is_about_rent(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words.any(|word| {
        let begins = |beginnings: &str| beginnings.split(' ').any(|beginning| word.starts_with(beginning));
        begins(RENT) && !begins(NOT_RENT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rent_is_told_from_rentals() {
        for text in [
            "Hyresavi juli",
            "Din hyra",
            "Your rent for July",
            "Mietrechnung_2026.pdf",
            "Quittance de loyer",
        ] {
            assert!(is_about_rent(text), "{text}");
        }
        for text in ["Car rental receipt", "Rente", "Parent order", "Faktura"] {
            assert!(!is_about_rent(text), "{text}");
        }
    }

    #[test]
    fn the_words_leave_room_in_a_query() {
        for list in PURCHASES {
            let length: usize = words_of(list).map(|word| word.chars().count() + 3).sum();
            assert!(length <= 700, "{length}");
        }
    }
}
