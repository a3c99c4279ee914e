//! Phrases that decide the category if the vendor is unknown.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(restaurang|restaurant|verksamhet)", 2),
    ("(leveransavgift|delivery fee)", 1),
    ("(dricks|tip|driver tip)", 2),
    ("(budet|courier|rider|food|meal|takeaway|pizza)", 1),
    (
        "(foodora|wolt|uber eats|seamless|deliveroo|just eat|dominos|grubhub|doordash)",
        5,
    ),
    ("(your food|din mat|maten)", 2),
    (
        "(pizza|pizza|burger|burgare|kebab|falafel|sushi|nigiri|bowl|pad thai|curry|ramen|dumplings|pommes|wrap|tacos?|burrito|biryani|tikka|naan|margherita|capricciosa|kvattro|smørrebrød|lunch|dagens (rätt|lunch)|meny|menü|gericht|schnitzel|vorspeise|dessert)",
        3,
    ),
    (
        "(restaurang*|restaurant*|pizzeria|trattoria|ravintola|kök|kitchen|grill|bistro|krog*|café)",
        2,
    ),
    (
        "(budet|courier|rider|kurir|lieferdienst|hemkörning|avhämtning|hämta själv|takeaway|take away|nouto|noutotilaus|afhentning|abholung|utkörning|delivery fee|leveransavgift|lieferkosten|dricks|tip|rider tip|drikkepenge|trinkgeld|notan)",
        2,
    ),
];
