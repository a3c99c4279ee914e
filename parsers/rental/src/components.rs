//! The components of a rent, with the words that landlords use for them.

use std::sync::LazyLock;

use parser_extract::phrases::{Index, Phrases, Sets};
use parser_extract::words::Words;

/// The key of a component, which is its label in the record, and its phrases.
type Component = (&'static str, Phrases);

/// The key of tax, which other components include.
pub const TAX: &str = "Moms";

/// The longest matching phrase decides.
static COMPONENTS: [Component; 43] = [
    component(
        "Hyra",
        &["(hyra|månadshyra|kvartalshyra|bostadshyra|lokalhyra|hyra bostad|hyresbelopp|hyreskostnad)"],
    ),
    component("Bashyra", &["bashyra"]),
    component("Grundhyra", &["grundhyra"]),
    component("Kallhyra", &["kallhyra"]),
    component("Varmhyra", &["varmhyra"]),
    component(
        "Retroaktiv hyra",
        &["(retroaktiv hyra|retroaktivt|hyra retroaktivt|retroaktiv hyreshöjning)"],
    ),
    component(
        "Hyresrabatt",
        &["(hyresrabatt|hyresreduktion|hyresnedsättning|rabatt|avdrag)"],
    ),
    component("Indextillägg", &["(indextillägg|index|indexuppräkning)"]),
    component("Kallvatten", &["(kallvatten|kall ?vatten|kv)"]),
    component("Varmvatten", &["(varmvatten|varm ?vatten|vv|tappvarmvatten)"]),
    component("Vatten", &["(vatten|vattenavgift|vatten prel)"]),
    component(
        "El",
        &["(el|elförbrukning|hushållsel|elavgift|elkostnad|el förbrukning|el fast avgift)"],
    ),
    component("Värme", &["(värme|bränsle|uppvärmning|värmeavgift)"]),
    component("Kyla", &["kyla"]),
    component("Ventilation", &["ventilation"]),
    component(
        "Parkering",
        &["(parkering|p ?plats|parkeringsplats|bilplats|mc ?plats)"],
    ),
    component("Garage", &["(garage|garageplats|varmgarage)"]),
    component("Carport", &["carport"]),
    component("Laddning", &["(laddning|elbilsladdning|laddplats|laddstolpe)"]),
    component("Förråd", &["(förråd|extraförråd|källarförråd|förrådshyra)"]),
    component("Bredband", &["(bredband|internet|fiber|bredbandsavgift)"]),
    component("TV", &["(tv|kabel ?tv|tv utbud)"]),
    component("Avfall", &["(avfall|sophämtning|renhållning)"]),
    component("Fastighetsskatt", &["fastighetsskatt"]),
    component("Försäkring", &["(försäkring|hemförsäkring)"]),
    component("Möbler", &["(möbler|möbelhyra|möblering)"]),
    component("Tillval", &["(tillval|tillvalshyra)"]),
    component("Avgift", &["(avgift|månadsavgift|årsavgift)"]),
    component(
        "Aviavgift",
        &["(aviavgift|faktureringsavgift|fakturaavgift|avgift för avi)"],
    ),
    component("Påminnelseavgift", &["påminnelseavgift"]),
    component("Dröjsmålsränta", &["dröjsmålsränta"]),
    component("Öresutjämning", &["(öresutjämning|öresavrundning|avrundning)"]),
    component(TAX, &["(moms|mervärdesskatt|momsbelopp|varav moms|därav moms)"]),
    // Foreign words are not translated: the record has the page's own labels.
    component("Husleie", &["(husleie|leie)"]),
    component("Husleje", &["(husleje|leje)"]),
    component("Strøm", &["strøm"]),
    component("Garasje", &["(garasje|garasjeplass)"]),
    component("Miete", &["(miete|kaltmiete|grundmiete)"]),
    component("Nebenkosten", &["(nebenkosten|betriebskosten)"]),
    component("Heizkosten", &["heizkosten"]),
    component("Loyer", &["loyer"]),
    component("Charges", &["(charges|provision pour charges)"]),
    component("Rent", &["(rent|monthly rent)"]),
];

const fn component(key: &'static str, phrases: &'static [&'static str]) -> Component {
    (key, Phrases::new(phrases))
}

/// Finds the components whose phrases a text may contain.
static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(COMPONENTS.iter().map(|(_, phrases)| phrases)));

fn components_in(sets: Sets) -> impl Iterator<Item = &'static Component> {
    let components = COMPONENTS.iter().enumerate();
    components.filter_map(move |(number, component)| sets.contains(number).then_some(component))
}

/// The component whose phrase begins a label. The longest phrase decides.
pub fn at_start(label: &Words) -> Option<&'static str> {
    let found = components_in(INDEX.matching(label)).filter_map(|(key, phrases)| {
        let hit = phrases.find_at(label, 0)?;
        Some((hit.end, *key))
    });
    found.max_by_key(|(length, _)| *length).map(|(_, key)| key)
}

/// The last component in a text, if at most three words follow it.
pub fn near_end(text: &Words) -> Option<&'static str> {
    const WORDS_AFTER: usize = 3;
    let mut best: Option<(usize, usize, &'static str)> = None;
    for (key, phrases) in components_in(INDEX.matching(text)) {
        let mut from = 0;
        while let Some(hit) = phrases.find_from(text, from) {
            from = hit.start + 1;
            let candidate = (hit.end, hit.len(), *key);
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
