//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        5,
        &[
            "(foodora|wolt|uber eats|seamless|deliveroo|just eat|dominos|grubhub|doordash)",
            // Platforms
            "(pyszne|uber eats|deliveroo|glovo|just eat|thuisbezorgd|lieferando|wolt|foodora|bolt food|ifood|rappi|dáme jídlo|damejidlo|efood|skip ?the ?dishes|doordash|grubhub|peppes|foodpanda|hungrig|menulog|too good to go)",
        ],
    ),
    (
        3,
        &[
            "(pizza|pizza|burger|burgare|kebab|falafel|sushi|nigiri|bowl|pad thai|curry|ramen|dumplings|pommes|wrap|tacos?|burrito|biryani|tikka|naan|margherita|capricciosa|kvattro|smørrebrød|lunch|dagens (rätt|lunch)|meny|menü|gericht|schnitzel|vorspeise|dessert)",
        ],
    ),
    (
        2,
        &[
            "(restaurang|restaurant|verksamhet)",
            "(dricks|tip|driver tip)",
            "(your food|din mat|maten)",
            "(restaurang*|restaurant*|pizzeria|trattoria|ravintola|kök|kitchen|grill|bistro|krog*|café)",
            "(budet|courier|rider|kurir|lieferdienst|hemkörning|avhämtning|hämta själv|takeaway|take away|nouto|noutotilaus|afhentning|abholung|utkörning|delivery fee|leveransavgift|lieferkosten|dricks|tip|rider tip|drikkepenge|trinkgeld|notan)",
            // Dishes and delivery in other languages
            "(commande livrée|votre repas|livreur|coursier|frites|salade|repartidor|tu comida|plato|hamburguesa|patatas fritas|ensalada|postre|consegna a domicilio|il tuo rider|antipasto|piatti|contorno|entregador|estafeta|prato|sobremesa|batatas fritas|refeição|dostawca|danie|zupa|surówka|frytki|kotlet|pierogi|kurýr|jídlo|polévka|hranolky|příloha|omáčka|rozvoz|ντελιβεράς|πιάτο|σουβλάκι|πιτόγυρο|γύρος|σαλάτα|πατάτες τηγανητές|bezorger|gerecht|friet|frietje|saus|bijgerecht|annos|ranskalaiset|pizzat|kuljettaja|durum|dürüm|remoulade|calzone|lasagne|nuggets|milkshake|ramen)",
        ],
    ),
    (
        1,
        &[
            "(leveransavgift|delivery fee)",
            "(budet|courier|rider|food|meal|takeaway|pizza)",
        ],
    ),
];
