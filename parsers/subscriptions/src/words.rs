//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        5,
        &["(spotify|netflix|viaplay|anthropic|hbo|disney|icloud|github|stripe|dropbox|adobe|storytel|youtube premium)"],
    ),
    (
        4,
        &[
            // Services
            "(patreon|substack|openai|chatgpt|notion|slack|zoom|canva|figma|1password|nordvpn|audible|bookbeat|nextory|storytel|tidal|deezer|disney plus|hbo max|crunchyroll|duolingo|strava|headspace|google one|icloud|microsoft 365|playstation plus|xbox game pass|nintendo|aftenposten|dagens nyheter|le monde|the guardian|new york times|deník n|mailgun|postmark|squarespace|mailchimp|zapier|grammarly|evernote|linkedin premium|adblock|sats|basic fit)",
        ],
    ),
    (
        2,
        &[
            "(subscription|abonnemang|prenumeration|medlemskap|membership|abonnement)",
            "(plan|pro plan|silver plan|team plan)",
            "(per month|monthly|yearly|per månad|månadsvis|annual|billing period|renews?|förnyas|next billing|nästa betalning|period)",
            "(prenumeration*|prenumererar|abonnemang*|abonnement*|abonnemen*|abo|tilaus(jakso|maksu)|medlemskap|membership|medlemsavgift|mitgliedschaft|mitgliedsbeitrag|kausimaksu|jäsenyys)",
            "(månadsvis|per månad|/ ?månad|månadsavgift|monthly|per month|billed (monthly|yearly|annually)|monatlich|månedlig|månedligt|kuukausittain|årsvis|årsprenumeration|yearly|annual plan|jährlich)",
            "(pro plan|team plan|seats?|per seat|användare|users|streaming|lydbøger|ljudböcker|lydbok|tidning*|zeitung*|avis|avisen|lehti|magazine|podcast)",
            "(gym|fitness|träning*|training|träningskort|kraftkammer|friskis)",
            // Subscriptions in other languages
            "(abonné|abonnés|abonnement mensuel|par mois|suscripción|suscrito|mensual|al mes|anual|abbonamento|mensile|annuale|al mese|rinnovo|assinatura|subscrição|mensalidade|por mês|subskrypcj*|abonament|miesięcznie|miesięczny|prenumerat*|předplatné|předplatitel*|měsíčně|ročně|συνδρομή|συνδρομητ*|μηνιαία|ετήσια|μήνα|abonnee|per maand|maandelijks|lidmaatschap|tilauksesi|kuukausi|jäsenmaksu|medlemskab|kontingent|månedsabonnement|abonnementsperiode|prøveperiode|free trial|probemonat|prova gratuita|essai gratuit|período de prueba)",
        ],
    ),
    (
        1,
        &[
            "(seats?|workspace|saas|licen[sc]e)",
            // Periods and plans
            "(billing period|abrechnungszeitraum|faktureringsperiod|faktureringsperiode|período de facturación|période de facturation|periodo di fatturazione|okres rozliczeniowy|fakturační období|περίοδος χρέωσης|laskutuskausi|auto ?renew*|renews on|plan|family plan)",
        ],
    ),
    (
        3,
        &[
            // Newspapers, gyms and plans
            "(tidningsprenumeration|dagstidning|magasin|zeitschrift*|tageszeitung|dagblad*|krant|newspaper|journal|revista|rivista|časopis|noviny|gazeta|εφημερίδα|aikakauslehti|sanomalehti|gym|gymkort|fitnessstudio|fitness ?center|salle de sport|gimnasio|palestra|ginásio|siłownia|fitko|kuntosali|γυμναστήριο|sportschool|treningssenter|jäsenmaksu|kontingent|mitgliedsbeitrag|cotisation|cuota de socio|quota associativa|quota sócio|składka|členský příspěvek|app store|google play)",
        ],
    ),
];
