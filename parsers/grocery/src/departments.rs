//! Departments of the shop, if the receipt lists the goods below their names.

use parser_kit::{Item, Page, Phrases, Words, phrases};

/// Names of departments, which are headings. A heading may have several, with words such as `and` between them.
static DEPARTMENTS: Phrases = phrases![
    // Swedish
    "(skafferi(et)?|mejeri|ost|ägg|dryck(er)?|frukt|grönt|grönsaker|kött|chark(uterier)?|fågel|fisk)",
    "(skaldjur|bröd|bageri|kakor|kex|fryst|frys(varor)?|djupfryst|glass|godis|snacks|hushåll|hem|städ)",
    "(hygien|skönhet|barn|djur(mat)?|vegetariskt|färdigmat|blommor|apotek|kolonial|övrigt)",
    // Norwegian and Danish
    "(meieri|egg|grønt|grønnsaker|drikke(varer)?|kjøtt|kylling|sjømat|brød|bakeri|bakervarer)",
    "(frysevarer|tørrvarer|pålegg|hus|hjem|husholdning|godteri|middag|mejeri(varer)?|frugt|kød|fjerkræ)",
    "(pålæg|køl|frost|slik)",
    // German
    "(obst|gemüse|kühlregal|(molkerei|milch)produkte|käse|eier|fleisch|wurst(waren)?|fisch|brot)",
    "(backwaren|bäckerei|tiefkühl(kost)?|vorrat|getränke|haushalt|drogerie|süßwaren|süßes|salziges)",
    "(feinkost|frühstück|konserven|tier(bedarf|nahrung))",
    // Dutch
    "(zuivel|kaas|eieren|groenten?|fruit|vlees|vis|brood|drank(en)?|diepvries|voorraad(kast)?)",
    "(huishouden|ontbijt|snoep|koek)",
    // English
    "(dairy|eggs|fruits?|veg|vegetables|bakery|meat|poultry|fish|seafood|frozen( food)?|drinks)",
    "(beverages|pantry|food cupboard|fresh food|household|sweets|chilled|deli|produce|pets?)",
    // French
    "(légumes|crèmerie|boulangerie|boucherie|poissonnerie|charcuterie|épicerie( (salée|sucrée))?)",
    "(boissons|surgelés|entretien|hygiène|frais|viandes?|volaille|poissons?|fromages?)",
    // Spanish and Portuguese
    "(frutas?|verduras?|lácteos|huevos|carnes?|pescad(o|ería)|carnicería|panadería|charcutería)",
    "(congelad[oa]s|bebidas|despensa|limpieza|hogar|abarrotes|higiene|legumes|peixaria|talho|padaria)",
    "(mercearia|laticínios|limpeza|charcutaria|casa)",
    // Italian
    "(ortofrutta|frutta|verdura|latticini|formaggi|pesce|pane|panetteria|gastronomia|salumi|surgelati)",
    "(bevande|acqua|dispensa|igiene|uova)",
    // Polish
    "(warzywa|owoce|nabiał|jaja|mięso|wędliny|pieczywo|napoje|mrożonki|ryby|słodycze|przekąski|chemia)",
    "dom",
    // Czech
    "(ovoce|zelenina|mléčné( výrobky)?|pečivo|maso|uzeniny|mražené|nápoje|trvanlivé|domácnost|lahůdky)",
    "chlazené",
    // Finnish
    "(hedelmät|vihannekset|maito(tuotteet)?|juustot?|munat|lihat?|kala|leipä|leivät|leipomo|pakasteet)",
    "(juomat|kuiva(tuotteet|muona)|herkut|koti)",
    // Greek
    "(φρούτα|λαχανικά|μανάβικο|γαλακτοκομικά|τυριά|κρέας|κρεοπωλείο|ψάρια?|αρτοποιία|ποτά|κάβα)",
    "(κατεψυγμένα|καθαριότητα)",
];

/// Words between departments.
static AND: Phrases = phrases![
    "och", "og", "und", "en", "and", "et", "y", "e", "i", "a", "ja", "και", "&",
];

/// The department of an item: the nearest line above the item that is only the name of a department.
pub fn of(page: &Page<'_>, item: &Item) -> Option<String> {
    (0..item.at?.line)
        .rev()
        .find(|line| is_heading(page, *line))
        .map(|line| page.document.lines[line][0].text.clone())
}

fn is_heading(page: &Page<'_>, line: usize) -> bool {
    match page.lines[line].as_slice() {
        [content] => content.amounts.is_empty() && names_departments(&content.words),
        _ => false,
    }
}

/// Whether words are the names of departments and nothing else.
fn names_departments(words: &Words) -> bool {
    let mut at = 0;
    let mut has_department = false;
    while at < words.len() {
        let department = DEPARTMENTS.find_at(words, at);
        has_department |= department.is_some();
        let Some(next) = department.or_else(|| AND.find_at(words, at).filter(|_| has_department)) else {
            return false;
        };
        at = next.end.max(at + 1);
    }
    has_department
}
