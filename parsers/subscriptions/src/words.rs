//! Phrases that decide the category if the vendor is unknown.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    (
        "(subscription|abonnemang|prenumeration|medlemskap|membership|abonnement)",
        2,
    ),
    ("(plan|pro plan|silver plan|team plan)", 2),
    (
        "(per month|monthly|yearly|per månad|månadsvis|annual|billing period|renews?|förnyas|next billing|nästa betalning|period)",
        2,
    ),
    ("(seats?|workspace|saas|licen[sc]e)", 1),
    (
        "(spotify|netflix|viaplay|anthropic|hbo|disney|icloud|github|stripe|dropbox|adobe|storytel|youtube premium)",
        5,
    ),
    (
        "(prenumeration*|prenumererar|abonnemang*|abonnement*|abonnemen*|abo|tilaus(jakso|maksu)|medlemskap|membership|medlemsavgift|mitgliedschaft|mitgliedsbeitrag|kausimaksu|jäsenyys)",
        2,
    ),
    (
        "(månadsvis|per månad|/ ?månad|månadsavgift|monthly|per month|billed (monthly|yearly|annually)|monatlich|månedlig|månedligt|kuukausittain|årsvis|årsprenumeration|yearly|annual plan|jährlich)",
        2,
    ),
    (
        "(pro plan|team plan|seats?|per seat|användare|users|streaming|lydbøger|ljudböcker|lydbok|tidning*|zeitung*|avis|avisen|lehti|magazine|podcast)",
        2,
    ),
    ("(gym|fitness|träning*|training|träningskort|kraftkammer|friskis)", 2),
    // Subscriptions in other languages
    (
        "(abonné|abonnés|abonnement mensuel|par mois|suscripción|suscrito|mensual|al mes|anual|abbonamento|mensile|annuale|al mese|rinnovo|assinatura|subscrição|mensalidade|por mês|subskrypcj*|abonament|miesięcznie|miesięczny|prenumerat*|předplatné|předplatitel*|měsíčně|ročně|συνδρομή|συνδρομητ*|μηνιαία|ετήσια|μήνα|abonnee|per maand|maandelijks|lidmaatschap|tilauksesi|kuukausi|jäsenmaksu|medlemskab|kontingent|månedsabonnement|abonnementsperiode|prøveperiode|free trial|probemonat|prova gratuita|essai gratuit|período de prueba)",
        2,
    ),
    // Periods and plans
    (
        "(billing period|abrechnungszeitraum|faktureringsperiod|faktureringsperiode|período de facturación|période de facturation|periodo di fatturazione|okres rozliczeniowy|fakturační období|περίοδος χρέωσης|laskutuskausi|auto ?renew*|renews on|plan|family plan)",
        1,
    ),
    // Services
    (
        "(patreon|substack|openai|chatgpt|notion|slack|zoom|canva|figma|1password|nordvpn|audible|bookbeat|nextory|storytel|tidal|deezer|disney plus|hbo max|crunchyroll|duolingo|strava|headspace|google one|icloud|microsoft 365|playstation plus|xbox game pass|nintendo|aftenposten|dagens nyheter|le monde|the guardian|new york times|deník n|mailgun|postmark|squarespace|mailchimp|zapier|grammarly|evernote|linkedin premium|adblock|sats|basic fit)",
        4,
    ),
];
