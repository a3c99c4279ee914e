//! What a rent is made of, by the words that landlords use.

use std::sync::LazyLock;

use parser_extract::phrases::{Index, Phrases, Sets};
use parser_extract::words::Words;

/// A component: its key in the record, and how it is written.
struct Component {
    key: &'static str,
    phrases: Phrases,
}

/// Keys and phrases, in small letters as [`Phrases`] has them. A longer phrase wins over a shorter one.
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
        "Moms",
        &["moms", "mervärdesskatt", "momsbelopp", "varav moms", "därav moms"],
    ),
    // Neighbours' words stay as they are: the record names a line as its page does.
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

/// Which components can be named in some words.
static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(PHRASES.iter().map(|component| &component.phrases)));

/// Those of the components that are in these sets.
fn among(sets: Sets) -> impl Iterator<Item = &'static Component> {
    let components = PHRASES.iter().enumerate();
    components.filter_map(move |(number, component)| sets.contains(number).then_some(component))
}

/// The component that a label begins with.
pub fn at_start(label: &Words) -> Option<&'static str> {
    let found = among(INDEX.matching(label)).filter_map(|component| {
        let hit = component.phrases.find_at(label, 0)?;
        Some((hit.end, component.key))
    });
    found.max_by_key(|(length, _)| *length).map(|(_, key)| key)
}

/// The last component that is named in a text, if few words follow it.
pub fn near_end(text: &Words) -> Option<&'static str> {
    const WORDS_AFTER: usize = 3;
    let mut best: Option<(usize, usize, &'static str)> = None;
    for component in among(INDEX.matching(text)) {
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
