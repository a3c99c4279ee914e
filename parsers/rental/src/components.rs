//! The components of a rent, with the words that landlords use for them.

use parser_extract::phrases::{Index, Phrases, index};
use parser_extract::words::Words;

/// The key of tax, which other components include.
pub const TAX: &str = "Moms";

/// The key of each component, which is its label in the record, and its phrases.
macro_rules! components {
    ($($key:expr => [$phrases:literal],)+) => {
        static KEYS: &[&str] = &[$($key),+];
        static PHRASES: Index = index![$([$phrases]),+];
    };
}

components! {
    "Hyra" => ["(hyra|månadshyra|kvartalshyra|bostadshyra|lokalhyra|hyra bostad|hyresbelopp|hyreskostnad)"],
    "Bashyra" => ["bashyra"],
    "Grundhyra" => ["grundhyra"],
    "Kallhyra" => ["kallhyra"],
    "Varmhyra" => ["varmhyra"],
    "Retroaktiv hyra" => ["(retroaktiv hyra|retroaktivt|hyra retroaktivt|retroaktiv hyreshöjning)"],
    "Hyresrabatt" => ["(hyresrabatt|hyresreduktion|hyresnedsättning|rabatt|avdrag)"],
    "Indextillägg" => ["(indextillägg|index|indexuppräkning)"],
    "Kallvatten" => ["(kallvatten|kall ?vatten|kv)"],
    "Varmvatten" => ["(varmvatten|varm ?vatten|vv|tappvarmvatten)"],
    "Vatten" => ["(vatten|vattenavgift|vatten prel)"],
    "El" => ["(el|elförbrukning|hushållsel|elavgift|elkostnad|el förbrukning|el fast avgift)"],
    "Värme" => ["(värme|bränsle|uppvärmning|värmeavgift)"],
    "Kyla" => ["kyla"],
    "Ventilation" => ["ventilation"],
    "Parkering" => ["(parkering|p ?plats|parkeringsplats|bilplats|mc ?plats)"],
    "Garage" => ["(garage|garageplats|varmgarage)"],
    "Carport" => ["carport"],
    "Laddning" => ["(laddning|elbilsladdning|laddplats|laddstolpe)"],
    "Förråd" => ["(förråd|extraförråd|källarförråd|förrådshyra)"],
    "Bredband" => ["(bredband|internet|fiber|bredbandsavgift)"],
    "TV" => ["(tv|kabel ?tv|tv utbud)"],
    "Avfall" => ["(avfall|sophämtning|renhållning)"],
    "Fastighetsskatt" => ["fastighetsskatt"],
    "Försäkring" => ["(försäkring|hemförsäkring)"],
    "Möbler" => ["(möbler|möbelhyra|möblering)"],
    "Tillval" => ["(tillval|tillvalshyra)"],
    "Avgift" => ["(avgift|månadsavgift|årsavgift)"],
    "Aviavgift" => ["(aviavgift|faktureringsavgift|fakturaavgift|avgift för avi)"],
    "Påminnelseavgift" => ["påminnelseavgift"],
    "Dröjsmålsränta" => ["dröjsmålsränta"],
    "Öresutjämning" => ["(öresutjämning|öresavrundning|avrundning)"],
    TAX => ["(moms|mervärdesskatt|momsbelopp|varav moms|därav moms)"],
    // Foreign words are not translated: the record has the page's own labels.
    "Husleie" => ["(husleie|leie)"],
    "Husleje" => ["(husleje|leje)"],
    "Strøm" => ["strøm"],
    "Garasje" => ["(garasje|garasjeplass)"],
    "Miete" => ["(miete|kaltmiete|grundmiete)"],
    "Nebenkosten" => ["(nebenkosten|betriebskosten)"],
    "Heizkosten" => ["heizkosten"],
    "Loyer" => ["loyer"],
    "Charges" => ["(charges|provision pour charges)"],
    "Rent" => ["(rent|monthly rent)"],
}

/// The components whose phrases a text contains.
fn components_in(text: &Words) -> impl Iterator<Item = (&'static str, Phrases)> {
    let sets = PHRASES.matching(text);
    let keys = (0..).zip(KEYS);
    let found = keys.filter(move |(number, _)| sets.contains(*number));
    found.map(|(number, key)| (*key, PHRASES.set(number)))
}

/// The component whose phrase begins a label. The longest phrase decides.
pub fn at_start(label: &Words) -> Option<&'static str> {
    let found = components_in(label).filter_map(|(key, phrases)| {
        let hit = phrases.find_at(label, 0)?;
        Some((hit.end, key))
    });
    found.max_by_key(|(length, _)| *length).map(|(_, key)| key)
}

/// The last component in a text, if at most three words follow it.
pub fn near_end(text: &Words) -> Option<&'static str> {
    const WORDS_AFTER: usize = 3;
    let mut best: Option<(usize, usize, &'static str)> = None;
    for (key, phrases) in components_in(text) {
        let mut from = 0;
        while let Some(hit) = phrases.find_from(text, from) {
            from = hit.start + 1;
            let candidate = (hit.end, hit.len(), key);
            if text.len() - hit.end <= WORDS_AFTER && best.is_none_or(|b| (b.0, b.1) < (candidate.0, candidate.1)) {
                best = Some(candidate);
            }
        }
    }
    best.map(|(_, _, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_names_the_component() {
        for (label, key) in [
            ("Hyra bostad 3 rok", Some("Hyra")),
            ("Retroaktiv hyra", Some("Retroaktiv hyra")),
            ("El fast avgift", Some("El")),
            ("P-plats 27", Some("Parkering")),
            ("Varav moms 25 %", Some("Moms")),
            ("Kabel-TV", Some("TV")),
            ("Hyresgäst", None),
            ("Elin Berg", None),
            ("Summa hyra", None),
        ] {
            assert_eq!(at_start(&Words::of(label)), key, "{label}");
        }
        assert_eq!(near_end(&Words::of("I beloppet ingår hyra")), Some("Hyra"));
        assert_eq!(near_end(&Words::of("och varmvatten för maj")), Some("Varmvatten"));
        assert_eq!(near_end(&Words::of("hyra som du betalar varje månad")), None);
    }
}
