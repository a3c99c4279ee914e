//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        4,
        &[
            "(sj|ryanair|sas|flixbus|lufthansa|omio|vy|booking com|airbnb|norwegian)",
            // Companies
            "(molslinjen|koleo|pkp|regiojet|student agency|české dráhy|trenitalia|italo|sncf|renfe|öbb|ns international|thalys|eurostar|easyjet|wizz|transavia|klm|aegean|ferryhopper|blablacar|uber|taxi|irish ferries|fjord line|fjordline|dfds|stena line|color line|viking line|tallink|hurtigruten|snälltåget|onnibus|ruter|entur|västtrafik|expedia|hotels com|natuurhuisje|hertz|avis|europcar|sixt)",
            // Ride and rail names
            "(lyft|dott|cabify|free now|freenow|heetch|yandex go|amtrak|southwest airlines|united airlines|delta air lines|alaska airlines|american airlines|british airways|iberia|vueling|finnair|icelandair|brussels airlines|turkish airlines|emirates|qatar airways)",
        ],
    ),
    (
        3,
        &[
            "(avgång|departure|ankomst|arrival)",
            "(hotel*|hôtel*|hotell*|nuits?|chambre|zimmer|übernachtung*|kurtaxe|taxe de séjour|séjour|hyrbil*|rental|mietwagen|depå|utlämnad|återlämnad|reg ?nr)",
            // Trades and rides
            "(airlines?|airways|fluggesellschaft|flygbolag|flyselskap|compagnie aérienne|aerolínea|compagnia aerea|flights?|boarding pass|record locator|e ?tickets?|rides?|fares?|pickup|drop off|car hire|car rental|autovermietung|hyrbil*|location de voiture|alquiler de coches|autonoleggio|aluguer de carros|wypożyczalnia|autopůjčovna|campervan|motorhome|hostel*|resort|pensione?|guesthouse|agriturismo|vandrarhem|herberg|taxibolag|cab|minicab|vtc|course|carrera|corsa|corrida|przejazd|jízda|taksi*|juna*|junamatka|rautatie*|railway*|bahnhof|ferries|rederi*|reederei|bilförare|chauffeur|turistbuss)",
        ],
    ),
    (
        2,
        &[
            "(resenär*|passagerare|passengers?|travell?er|guest)",
            "(flight|flyg|tåg|train|buss|bus|färja|ferry|hotel|hotell|check in|incheckning|resa|trip|itinerary|boarding|biljett|rental car|hyrbil|taxi|room|rum|nights?|nätter)",
            "(tog*|zug|bahn*|bahnhof|juna|junamatka|lippu|vr|ice|fahrkarte|hinfahrt|rückfahrt|avgangstid|abfahrt|départ|lähtö|saapuminen|reise*|matka)",
            "(taxi*|resekostnad|körning|körsträcka|ride|trip fare|fahrpreis|tur|elsparkcykel|sparkcykel|scooter|unlock|minuter|km pris|upplåsning)",
            "(periodbiljett|30 dagarsbiljett|månadskort|zon|länstrafik*|länsbuss|resekort|enkelbiljett|färj*|kabin|hytt|passasjer*|passager*|matkustaja)",
            // Journeys, Nordic and Finnish
            "(avreise|hjemreise|utreise|passasjer*|rejsende|rejse|afgang|afrejse|tog|fly|færge|ferje|billett|billet|flybuss|ekspressbuss|lentoyhtiö|lento|juna|bussi|laiva|hytti|matkustaja*|lähtö|saapuminen|varaus|majoitus|yötä|flyg|båt|hotellrum|avresa|hemresa|utresa|perrong|platsbiljett|boende)",
            // Journeys, German and Dutch
            "(abfahrt|ankunft|fahrt|reisende*|passagier*|hinflug|rückflug|flug|fähre|bahn|zug|gleis|wagen|sitzplatz|übernachtung*|anreise|abreise|zimmer|mietwagen|buchungscode|vertrek|aankomst|heenreis|terugreis|reiziger*|passagiers?|vlucht|trein|veerboot|overnachting*|kamer|huurauto|reissom|zitplaats)",
            // Journeys, Romance languages
            "(départ|arrivée|trajet|voyageurs?|passagers?|train|voiture|séjour|nuitée?s?|billet|aller retour|embarquement|salida|llegada|viajeros?|pasajeros?|vuelo|tren|asiento|noches?|habitación|alojamiento|billete|ida y vuelta|partenza|arrivo|passegger[oi]|volo|treno|carrozza|notti|soggiorno|biglietto|andata|ritorno|traghetto|partida|chegada|passageiros?|voo|comboio|autocarro|noites|quarto|estadia|bilhete|embarque|hospedagem)",
            // Journeys, Polish, Czech, Greek
            "(odjazd|przyjazd|wyjazd|pasażer*|pociąg|wagon|peron|bilet|nocleg*|pokój|pobyt|przejazd|odjezd|příjezd|cestující*|vlak|autobus|jízdenka|letenka|sedadlo|vůz|nocleh*|pokoj|ubytování|αναχώρηση|άφιξη|επιβάτ*|πτήση|τρένο|πλοίο|λεωφορείο|εισιτήριο|θέση|διαμονή|δωμάτιο|διανυκτερεύσεις|κράτηση)",
        ],
    ),
    (1, &["(bokning|booking|reservation|bokningsnummer)"]),
];
