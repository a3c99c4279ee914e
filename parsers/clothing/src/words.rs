//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (5, &["(zalando|asos|h m|jack jones|fotproffsen|boozt|nelly|ellos)"]),
    (
        4,
        &[
            // Shops
            "(boozt|nelly|ellos|asos|zara|uniqlo|reserved|about you|aboutyou|zalando|vinted|kappahl|lindex|gina tricot|bubbleroom|stadium|xxl sport|intersport|decathlon|nike|adidas|bonprix|c a|primark|shein|h m)",
        ],
    ),
    (
        3,
        &[
            "(tröja*|jacka|klänning*|skjorta*|kjol|byxor|byxa|chinos|kappa|kavaj|blus|stickat|strumpor|strumpa|mössa|vantar|vante|halsduk*|sjal|skärp|linne|stövlar|sandaler|skor*|overall*|tights|leggings|hoodie|t shirt|shirts?)",
            "(genser|bukse|bukser|jakke|skjorte|kjole|sokker|votter|bluse|frakke|nederdel|strømper|støvler|undertøj|undertøy)",
            "(hose|hosen|hemd|kleid|jacke|pullover|mantel|schuhe|socken|mütze|schal|bluse|stiefel)",
            "(takki|housut|paita|mekko|hame|sukat|sukka|kengät|pipo|huivi|käsineet|lapaset)",
            "(dress|skirt|trousers|hoodie|sweater|cardigan|blouse|socks?|boots?|sandals|scarf|gloves|beanie|tote|chemise|pantalon|veste|chaussures)",
            // Trades
            "(klädbutik*|kläder|modehaus|boutique|fashion|apparel|clothing|clothes|bekleidung|kleidung|abbigliamento|ropa|roupas|vêtements|prêt à porter|odzież|oblečení|vaatteet|vaatekauppa|klær|klesbutikk|tøj|tøjbutik|ρούχα|kleding|skobutik*|skobutikk|schuhhaus|shoe shop|shoes|calzature|zapatería|sapataria|obuwie|obuv|kengät|υποδήματα|schoenenwinkel|yllefabrik*|textil*)",
            // Sport and outdoor wear
            "(outdoor|friluft*|fjellsport|fjällsport|sportbutik*|sportswear|bergsport|kletter*|climbing|klätter*|klatre*|ryggsäck*|rucksack|backpack|ryggsekk|rygsæk|sac à dos|mochila|zaino|plecak|batoh|reppu|rugzak|schlafsack|sovsäck|sovepose|sleeping bag|ullunder*|undertøy*|merino*|turjakke|skaljacka|softshell|fleece*|dame|herre)",
        ],
    ),
    (
        2,
        &[
            "(storlek|size|größe|taille)",
            "(jeans|tröja|klänning|byxor|shirt|dress|skor*|shoes|jacka|jacket|kläder|klädbod*|fashion|sneakers|mode)",
            "(strl|stl|storl|koko|größe|storlek|size|maat|taille) (xxs|xs|s|m|l|xl|xxl|3[0-9]|4[0-9])",
            // Clothes, Nordic
            "(t ?skjorte|genser*|dunjakke|regnjakke|ullsokk*|ullundertøy|joggesko|løbesko|sko|sneakers?|underbukse|trøye|trøje|bluser?|strik|hættetrøje|cardigan|badetøj|kengät|juoksukengät|neule*|huppari|villapaita|alushousut|regnjacka|dunjacka|vinterjacka|löparskor|kängor|raggsockor|kofta|klack|pumps|pyjamas|badkläder|underkläder|trosor|kalsonger|behå)",
            // Clothes, German and Dutch
            "(jeans|t shirts?|hoodie|pulli|strickjacke|unterwäsche|schuh*|sneaker|sandalen|handschuhe|gürtel|kapuzenpullover|leinenhose|broek|jurk|trui|overhemd|rok|jas|schoenen|laarzen|sokken|muts|sjaal|ondergoed|spijkerbroek)",
            // Clothes, Romance languages
            "(robe|chemisier|jupe|manteau|blouson|chaussures?|baskets|bottines|chaussettes|écharpe|bonnet|gants|jean|culotte|pointure|vestido|camisa|camiseta|pantalón|pantalones|chaqueta|abrigo|falda|jersey|zapatos|zapatillas|botas|calcetines|bufanda|gorro|camicia|maglia|maglione|pantaloni|gonna|giacca|cappotto|scarpe|stivali|stivaletto|calze|sciarpa|abito|calças|camisola|casaco|saia|sapatos|ténis|meias|camisa social|tênis)",
            // Clothes, Polish, Czech, Greek
            "(sukienka|spodnie|koszula|koszulka|bluza|sweter|kurtka|płaszcz|spódnica|buty|trampki|skarpety|skarpetki|czapka|szalik|rękawiczki|piżama|lniana?|šaty|kalhoty|košile|tričko|mikina|svetr|bunda|kabát|sukně|boty|tenisky|ponožky|čepice|šála|rukavice|džíny|φόρεμα|παντελόνι|πουκάμισο|μπλούζα|μπλουζάκι|πουλόβερ|μπουφάν|παλτό|φούστα|παπούτσια|αθλητικά|κάλτσες|σκουφί|κασκόλ|τζιν)",
        ],
    ),
    (
        1,
        &[
            "(färg|color|colour|farbe)",
            // Labels of sizes
            "(talla|taglia|tamanho|rozmiar|velikost|μέγεθος|koko|størrelse|grösse|pointure|misura|maat|νούμερο)",
        ],
    ),
];
