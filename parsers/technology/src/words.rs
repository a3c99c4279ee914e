//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        5,
        &["(elgiganten|mediamarkt|proshop|cdon|amazon web services|webhallen|netonnet|inet|komplett|dustin)"],
    ),
    (
        4,
        &[
            // Shops and services
            "(best buy|coolblue|bol com|x kom|alza|komputronik|media expert|mediaexpert|saturn|cyberport|notebooksbilliger|conrad|reichelt|fnac|darty|boulanger|pccomponentes|unieuro|euronics|verkkokauppa|gigantti|elkjøp|elkjop|komplett|dustin|webhallen|inet|netonnet|kjell|κωτσόβολος|πλαίσιο|public|digitalocean|hetzner|porkbun|namecheap|godaddy|ovh|newegg|currys)",
        ],
    ),
    (
        3,
        &[
            "(dator*|laptop|computer|skärm|hdmi|usb|hörlurar|headphones|bluetooth|iphone|server|hosting|vps|domain|ljudhuset|smartphone|gadget|kamera|camera|ssd|tv|logitech|router|surfplatta|tablet)",
            // Software, games and services
            "(cloud*|software|saas|web hosting|webhosting*|webbhotell*|webhotell|hosting*|hébergement|alojamiento web|hospedagem|domains?|domän*|videogames?|games?|gaming|datorspel|tv spel|videospiel*|jeux vidéo|videojuegos?|videogiochi|gry|hry|pelit|ssl|api)",
            // Trades and appliances
            "(electronics|elektronik*|électronique|electrónica|elettronica|eletrónica|eletrônica|elektronika|elektroniikka|ηλεκτρονικά|computers?|datorer|informatique|informática|luftentfeuchter|luftreiniger|luftbefeuchter|aktivkohlefilter|dehumidifier|air purifier|avfuktare|luftrenare|déshumidificateur|deshumidificador|deumidificatore|osuszacz|odvlhčovač|kosteudenpoistaja|kaffeemaschine*|kaffemaskin*|kühlschrank|geschirrspüler|diskmaskin|lave linge|réfrigérateur|frigorífico|lavatrice|frigorifero|lodówka|zmywarka|lednička|jääkaappi|πλυντήριο|ψυγείο|lampe led|akku*|batteri(er|et)?|batterie[ns]?|battery|batteries)",
        ],
    ),
    (
        2,
        &[
            "(ssd|hdd|nvme|ddr[0-9]|usb|hdmi|wifi|wi fi|bluetooth|4k|oled|qled|led tv|gpu|cpu|ram|gb|tb|mah)",
            "(skärm|monitor|hörlurar|headset|laddare|kabel|adapter|tangentbord|mus|dator|datorer|laptop*|router|telefon|mobilskal|högtalare|kamera|objektiv|skrivare|toner|*tv|konsol|spelkonsol|surfplatta|dammsugare|tvättmaskin|kylskåp|vitvaror|grafikkort|moderkort|kylpasta)",
            "(skjerm|høretelefoner|hodetelefoner|lader|tastatur|højttaler|høyttaler|skærm|bærbar|opvaskemaskine|vaskemaskin|vaskemaskine)",
            "(bildschirm|kopfhörer|ladegerät|tastatur|drucker|lautsprecher|festplatte|notebook|waschmaschine|staubsauger|netzteil|grafikkarte)",
            "(headphones|earbuds|charger|keyboard|mouse|laptop|notebook|tablet|smartphone|speaker|printer|router|camera|lens|graphics card|license key|licence key|software|cloud|compute|storage service|hosting|domain name|näyttö|kuulokkeet|laturi|näppäimistö)",
            "(licens*|lizenz*|licen[cs]e|activation key|aktiveringsnyckel|webbhotell|domännamn)",
            // Electronics, Nordic and Finnish
            "(skjerm|minnekort|hukommelseskort|øretelefoner|ladekabel|tråløs|trådløs|trådløst|mus|bærbar pc|nettbrett|mobiltelefon|skriver|printer|harddisk|strømforsyning|näyttö|kuulokkeet|hiiri|kaapeli|kannettava|tulostin|puhelin|kovalevy|muistikortti|televisio|minneskort|strömadapter|spelmus|mobilladdare|powerbank|hårddisk|nätverkskabel|switch|grafikkort|processor|lödkolv)",
            // Electronics, German and Dutch
            "(ladekabel|netzwerkkabel|patchkabel|usb stick|speicherkarte|maus|handy|tablet|fernseher|monitor|mini pc|arbeitsspeicher|platine*|lötkolben|mikrocontroller|funkmaus|oordopjes|koptelefoon|beeldscherm|toetsenbord|muis|oplader|harde schijf|geheugenkaart|soldeerbout|telefoonhoesje|laptop*|netwerkkabel|draadloze|stofzuiger|wasmachine)",
            // Electronics, Romance languages
            "(écouteurs|casque|clavier|souris|écran|chargeur|disque dur|imprimante|ordinateur|portable|câble|enceinte|auriculares|teclado|ratón|pantalla|cargador|disco duro|impresora|ordenador|portátil|cuffie|tastiera|caricabatterie|schermo|stampante|cavo|computer portatile|altoparlante|auscultadores|rato|carregador|ecrã|impressora|computador|coluna|fone de ouvido|celular|lavadora|aspirador|televisor)",
            // Electronics, Polish, Czech, Greek
            "(słuchawki|klawiatura|myszka|mysz|ładowarka|monitor|dysk|drukarka|kabel|telefon|pamięć|głośnik|odkurzacz|pralka|smartwatch|sluchátka|klávesnice|myš|nabíječka|tiskárna|pevný disk|paměť|reproduktor|notebook|mobil|vysavač|pračka|ακουστικά|πληκτρολόγιο|ποντίκι|φορτιστής|οθόνη|εκτυπωτής|δίσκος|καλώδιο|ηχείο|υπολογιστής|κινητό|τηλεόραση|σκούπα|πλυντήριο)",
        ],
    ),
];
