//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight. Marketplaces and payment services weigh more than the goods of one sale.
pub const WORDS: &[(u32, &[&str])] = &[
    (12, &["(amazon (co uk|com|de|se|fr|it|es|nl)|ebay|klarna|tradera)"]),
    (
        3,
        &[
            "(amazon|clas ohlson|liseberg|filmstaden|kjell)",
            // Events and sights
            "(biobiljett*|konsert*|teater*|theater*|theatre*|teatro*|théâtre|teatr|divadlo|θέατρο|museum*|musée|museo*|museu|muzeum|μουσείο|cinema|kino*|biograf*|elokuva*|concert*|konzert*|koncert*|concierto|concerto|συναυλία|festival*|spettacol*|espectáculo*|spectacle|föreställning*|forestilling*|vorstellung|voorstelling|esity*|box office|bigliett[io] per|event|nöjespark|freizeitpark|theme park|zoo|tierpark|djurpark)",
            // Halls and seats
            "(venue|doors open|standing|stalls|balcony|seating|ticket order|sittplats|salong|saal|salle|sala|parkett|balkong|biljettavgift)",
            // Health, beauty and care
            "(frisör*|frisør*|friseur*|hairdresser*|barber*|coiffeur|parrucchier*|peluquer*|cabeleireiro|fryzjer*|kadeřnictví|kampaamo|parturi|κομμωτήριο|kapper|apotek*|apotheke*|pharmacy|pharmacie|farmacia|farmácia|apteka|lékárna|apteekki|φαρμακείο|drogisterij|tandläkare|tandlege|tannlege|dentist*|zahnarzt*|optiker*|optician*|opticien|óptica|ottica|optyk|optika|veterinär*|tierarzt*|clinic|klinik*|spa|massage)",
            // Gifts, books, homes and donations
            "(bokhandel*|bokhandler*|boghandel|bookshop|bookstore|books?|buchhandlung*|bücher|librairie|livres|librería|libros|libreria|libri|livraria|livros|księgarnia|książk*|knihkupectví|knih[ay]|kirjakauppa|kirja*|βιβλί*|boekhandel|blomster*|blommor|blomsterhandel|florist*|flowers|blumen*|fleuriste|floristería|fiorista|kwiaciarnia|květin*|bloemen|gåva|spende*|donation*|donativo|donazione|darowizna|lahjoitus|δωρεά|möbler|möbel*|furniture|meubles?|muebles|mobili|móveis|meble|nábytek|huonekalu*|έπιπλα|parkering*|parking|parkhaus|parcheggio|aparcamiento|parkeren|pysäköinti|laddstation|laddning av elbil|charging session|lading av elbil|ladestasjon|insurance|försäkring|versicherung|assurance|seguro|assicurazione|forsikring|vakuutus|pojištění|ubezpieczenie|verzekering|kookwinkel|köksbutik|leksak*|legetøj|leker|spielzeug|toys?|jouets|juguetes|giocattoli|zabawki|hračky|lelut|guitar*|gitarr*|musikhandel)",
        ],
    ),
    (1, &["(bank|kreditkort|credit card)"]),
];
