//! The components of a rent, with the words that landlords use for them.

use std::sync::LazyLock;

use parser_extract::phrases::{Index, Phrases, Sets};
use parser_extract::words::Words;

/// A component with its phrases.
struct Component {
    /// Its label in the record.
    key: &'static str,
    phrases: Phrases,
}

/// The key of tax, which other components include.
pub const TAX: &str = "Moms";

/// Keys and phrases in the notation of [`Phrases`]. The longest matching phrase decides.
const COMPONENTS: &[(&str, &[&str])] = &[
    (
        "Hyra",
        &[
            "hyra",
            "månadshyra",
            "kvartalshyra",
            "bostadshyra",
            "lokalhyra",
            "hyra bostad",
            "hyresbelopp",
            "hyreskostnad",
        ],
    ),
    ("Bashyra", &["bashyra"]),
    ("Grundhyra", &["grundhyra"]),
    ("Kallhyra", &["kallhyra"]),
    ("Varmhyra", &["varmhyra"]),
    (
        "Retroaktiv hyra",
        &[
            "retroaktiv hyra",
            "retroaktivt",
            "hyra retroaktivt",
            "retroaktiv hyreshöjning",
        ],
    ),
    (
        "Hyresrabatt",
        &["hyresrabatt", "hyresreduktion", "hyresnedsättning", "rabatt", "avdrag"],
    ),
    ("Indextillägg", &["indextillägg", "index", "indexuppräkning"]),
    ("Kallvatten", &["kallvatten", "kall ?vatten", "kv"]),
    ("Varmvatten", &["varmvatten", "varm ?vatten", "vv", "tappvarmvatten"]),
    ("Vatten", &["vatten", "vattenavgift", "vatten prel"]),
    (
        "El",
        &[
            "el",
            "elförbrukning",
            "hushållsel",
            "elavgift",
            "elkostnad",
            "el förbrukning",
            "el fast avgift",
        ],
    ),
    ("Värme", &["värme", "bränsle", "uppvärmning", "värmeavgift"]),
    ("Kyla", &["kyla"]),
    ("Ventilation", &["ventilation"]),
    (
        "Parkering",
        &["parkering", "p ?plats", "parkeringsplats", "bilplats", "mc ?plats"],
    ),
    ("Garage", &["garage", "garageplats", "varmgarage"]),
    ("Carport", &["carport"]),
    ("Laddning", &["laddning", "elbilsladdning", "laddplats", "laddstolpe"]),
    ("Förråd", &["förråd", "extraförråd", "källarförråd", "förrådshyra"]),
    ("Bredband", &["bredband", "internet", "fiber", "bredbandsavgift"]),
    ("TV", &["tv", "kabel ?tv", "tv utbud"]),
    ("Avfall", &["avfall", "sophämtning", "renhållning"]),
    ("Fastighetsskatt", &["fastighetsskatt"]),
    ("Försäkring", &["försäkring", "hemförsäkring"]),
    ("Möbler", &["möbler", "möbelhyra", "möblering"]),
    ("Tillval", &["tillval", "tillvalshyra"]),
    ("Avgift", &["avgift", "månadsavgift", "årsavgift"]),
    (
        "Aviavgift",
        &["aviavgift", "faktureringsavgift", "fakturaavgift", "avgift för avi"],
    ),
    ("Påminnelseavgift", &["påminnelseavgift"]),
    ("Dröjsmålsränta", &["dröjsmålsränta"]),
    ("Öresutjämning", &["öresutjämning", "öresavrundning", "avrundning"]),
    (
        TAX,
        &["moms", "mervärdesskatt", "momsbelopp", "varav moms", "därav moms"],
    ),
    // Foreign words are not translated: the record has the page's own labels.
    ("Husleie", &["husleie", "leie"]),
    ("Husleje", &["husleje", "leje"]),
    ("Strøm", &["strøm"]),
    ("Garasje", &["garasje", "garasjeplass"]),
    ("Miete", &["miete", "kaltmiete", "grundmiete"]),
    ("Nebenkosten", &["nebenkosten", "betriebskosten"]),
    ("Heizkosten", &["heizkosten"]),
    ("Loyer", &["loyer"]),
    ("Charges", &["charges", "provision pour charges"]),
    ("Rent", &["rent", "monthly rent"]),
];

static PHRASES: LazyLock<Vec<Component>> = LazyLock::new(|| {
    let compiled = |&(key, phrases): &(&'static str, &[&str])| Component {
        key,
        phrases: Phrases::new(phrases),
    };
    COMPONENTS.iter().map(compiled).collect()
});

/// Finds the components of which a text may contain a phrase.
static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(PHRASES.iter().map(|component| &component.phrases)));

/// The components in these sets.
fn components_in(sets: Sets) -> impl Iterator<Item = &'static Component> {
    let components = PHRASES.iter().enumerate();
    components.filter_map(move |(number, component)| sets.contains(number).then_some(component))
}

/// The component whose phrase begins a label. The longest phrase decides.
pub fn at_start(label: &Words) -> Option<&'static str> {
    let found = components_in(INDEX.matching(label)).filter_map(|component| {
        let hit = component.phrases.find_at(label, 0)?;
        Some((hit.end, component.key))
    });
    found.max_by_key(|(length, _)| *length).map(|(_, key)| key)
}

/// The last component in a text, if at most three words follow it.
pub fn near_end(text: &Words) -> Option<&'static str> {
    const WORDS_AFTER: usize = 3;
    let mut best: Option<(usize, usize, &'static str)> = None;
    for component in components_in(INDEX.matching(text)) {
        let mut from = 0;
        while let Some(hit) = component.phrases.find_from(text, from) {
            from = hit.start + 1;
            let candidate = (hit.end, hit.len(), component.key);
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
