//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        5,
        &[
            "(vattenfall|ellevio|telia|tele2|göteborg energi|eon|fortum|telenor|bahnhof|tre|renova|e bill|λογαριασμ*)",
            // Companies
            "(edf|engie|enedis|totalenergies|iberdrola|endesa|naturgy|enel|a2a|edp|galp|tauron|pge|enea|energa|čez|cez|e on|eon|innogy|pražská plynárenská|δεη|εύδαπ|ευδαπ|cosmote|vodafone|sfr|bouygues|movistar|wind tre|fastweb|t mobile|o2|kpn|ziggo|proximus|swisscom|telekom|elisa|helen|caruna|fortum|telenor|tibber|hafslund|ørsted|norlys|yousee|british gas|octopus energy|thames water|comcast|verizon|pg e)",
        ],
    ),
    (
        3,
        &[
            "(kwh|m3|elnät|elnätsavgift|nätavgift|elhandel|elöverföring|energiskatt|fjärrvärme|fjernvarme)",
            "(bredband|internet|mobilabonnemang|surf|fiber|telefoni)",
            "(anläggning*|mätarställning|förbrukning|avläsning|meter reading|consumption)",
            "(kwh|elnät*|elhandel|elavtal|elräkning|stromrechnung|strom|arbeitspreis|grundpreis|nettleie|strøm|sähkö*|fjärrvärme|fjernvarme|fjernvarme|kaukolämpö|naturgas|gas|mwh)",
            "(vatten och avlopp|vatten|avlopp|va avgift|wasser|abwasser|vesi|renhållning*|sophämtning|avfall*|matavfall|kärl|müll*|abfall*|jätehuolto|affald|renovasjon)",
            "(bredband*|broadband|fiber|mobilabonnemang|mobil|surf|samtal|airtime|sms|mobilfunk*|festnetz|rufnummer|telefoni|laajakaista|puhelin|mobilnummer|mobile number|phone bill|your bill)",
            // Energy and water in other languages
            "(électricité|gaz|kwh|abonnement électricité|acheminement|consommation|relevé|eau|assainissement|electricidad|luz|potencia|gas natural|consumo|agua|contador|bolletta|energia elettrica|consumi|materia prima|acqua|gás|eletricidade|energia|água|leitura|prąd|energia elektryczna|zużycie|licznik|dystrybucja|gaz ziemny|woda i ścieki|elektřina|spotřeba|vodné|stočné|elektroměr|ρεύμα|ηλεκτρικό|κατανάλωση|ύδρευση|αποχέτευση|παροχή|sähkö|sähkönsiirto|kulutus|vesimaksu|elektriciteit|stroom|verbruik|drinkwater|waterverbruik|meterstand|nettleie|strømforbruk|målerstand|elforbrug|vandforbrug|varmeforbrug|stromverbrauch|zählerstand|fernwärme|grundversorgung)",
        ],
    ),
    (
        2,
        &[
            "(mätarställning|förbrukning|anläggnings*|verbrauch|zählernummer|consumption|meter reading|forbruk|forbrug|kulutus|nätavgift)",
            // Telephone and internet in other languages
            "(forfait|internet fixe|fibre|télécom|línea|fibra|móvil|telefonía|datos|linea|telefono|cellulare|ricarica|telemóvel|telecomunicações|internet móvel|abonament telefoniczny|internet światłowodowy|usługi telekomunikacyjne|volání|datový|služby elektronických komunikací|κινητή|σταθερή|τηλεφωνία|λεπτά ομιλίας|liittymä|dataliittymä|internetaansluiting|mobiel|belminuten|mobilabonnement|bredbånd|datapakke|festnetzanschluss|glasfaser|datenvolumen)",
        ],
    ),
    (1, &["(ocr|bankgiro)"]),
];
