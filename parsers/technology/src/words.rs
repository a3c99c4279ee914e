//! Phrases that decide the category if the vendor is unknown.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    (
        "(elgiganten|mediamarkt|proshop|cdon|amazon web services|webhallen|netonnet|inet|komplett|dustin)",
        5,
    ),
    (
        "(dator*|laptop|computer|skärm|hdmi|usb|hörlurar|headphones|bluetooth|iphone|server|hosting|vps|domain|ljudhuset|smartphone|gadget|kamera|camera|ssd|tv|logitech|router|surfplatta|tablet)",
        3,
    ),
    (
        "(ssd|hdd|nvme|ddr[0-9]|usb|hdmi|wifi|wi fi|bluetooth|4k|oled|qled|led tv|gpu|cpu|ram|gb|tb|mah)",
        2,
    ),
    (
        "(skärm|monitor|hörlurar|headset|laddare|kabel|adapter|tangentbord|mus|dator|datorer|laptop*|router|telefon|mobilskal|högtalare|kamera|objektiv|skrivare|toner|*tv|konsol|spelkonsol|surfplatta|dammsugare|tvättmaskin|kylskåp|vitvaror|grafikkort|moderkort|kylpasta)",
        2,
    ),
    (
        "(skjerm|høretelefoner|hodetelefoner|lader|tastatur|højttaler|høyttaler|skærm|bærbar|opvaskemaskine|vaskemaskin|vaskemaskine)",
        2,
    ),
    (
        "(bildschirm|kopfhörer|ladegerät|tastatur|drucker|lautsprecher|festplatte|notebook|waschmaschine|staubsauger|netzteil|grafikkarte)",
        2,
    ),
    (
        "(headphones|earbuds|charger|keyboard|mouse|laptop|notebook|tablet|smartphone|speaker|printer|router|camera|lens|graphics card|license key|licence key|software|cloud|compute|storage service|hosting|domain name|näyttö|kuulokkeet|laturi|näppäimistö)",
        2,
    ),
    (
        "(licens*|lizenz*|licen[cs]e|activation key|aktiveringsnyckel|webbhotell|domännamn)",
        2,
    ),
];
