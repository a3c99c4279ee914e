//! Phrases that decide the category if the vendor is unknown.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(storlek|size|größe|taille)", 2),
    ("(färg|color|colour|farbe)", 1),
    (
        "(jeans|tröja|klänning|byxor|shirt|dress|skor*|shoes|jacka|jacket|kläder|klädbod*|fashion|sneakers|mode)",
        2,
    ),
    ("(zalando|asos|h m|jack jones|fotproffsen|boozt|nelly|ellos)", 5),
    (
        "(tröja*|jacka|klänning*|skjorta*|kjol|byxor|byxa|chinos|kappa|kavaj|blus|stickat|strumpor|strumpa|mössa|vantar|vante|halsduk*|sjal|skärp|linne|stövlar|sandaler|skor*|overall*|tights|leggings|hoodie|t shirt|shirts?)",
        3,
    ),
    (
        "(genser|bukse|bukser|jakke|skjorte|kjole|sokker|votter|bluse|frakke|nederdel|strømper|støvler|undertøj|undertøy)",
        3,
    ),
    (
        "(hose|hosen|hemd|kleid|jacke|pullover|mantel|schuhe|socken|mütze|schal|bluse|stiefel)",
        3,
    ),
    (
        "(takki|housut|paita|mekko|hame|sukat|sukka|kengät|pipo|huivi|käsineet|lapaset)",
        3,
    ),
    (
        "(dress|skirt|trousers|hoodie|sweater|cardigan|blouse|socks?|boots?|sandals|scarf|gloves|beanie|tote|chemise|pantalon|veste|chaussures)",
        3,
    ),
    (
        "(strl|stl|storl|koko|größe|storlek|size|maat|taille) (xxs|xs|s|m|l|xl|xxl|3[0-9]|4[0-9])",
        2,
    ),
    // Clothes, Nordic
    (
        "(t ?skjorte|genser*|dunjakke|regnjakke|ullsokk*|ullundertøy|joggesko|løbesko|sko|sneakers?|underbukse|trøye|trøje|bluser?|strik|hættetrøje|cardigan|badetøj|kengät|juoksukengät|neule*|huppari|villapaita|alushousut|regnjacka|dunjacka|vinterjacka|löparskor|kängor|raggsockor|kofta|klack|pumps|pyjamas|badkläder|underkläder|trosor|kalsonger|behå)",
        2,
    ),
    // Clothes, German and Dutch
    (
        "(jeans|t shirts?|hoodie|pulli|strickjacke|unterwäsche|schuh*|sneaker|sandalen|handschuhe|gürtel|kapuzenpullover|leinenhose|broek|jurk|trui|overhemd|rok|jas|schoenen|laarzen|sokken|muts|sjaal|ondergoed|spijkerbroek)",
        2,
    ),
    // Clothes, Romance languages
    (
        "(robe|chemisier|jupe|manteau|blouson|chaussures?|baskets|bottines|chaussettes|écharpe|bonnet|gants|jean|culotte|pointure|vestido|camisa|camiseta|pantalón|pantalones|chaqueta|abrigo|falda|jersey|zapatos|zapatillas|botas|calcetines|bufanda|gorro|camicia|maglia|maglione|pantaloni|gonna|giacca|cappotto|scarpe|stivali|stivaletto|calze|sciarpa|abito|calças|camisola|casaco|saia|sapatos|ténis|meias|camisa social|tênis)",
        2,
    ),
    // Clothes, Polish, Czech, Greek
    (
        "(sukienka|spodnie|koszula|koszulka|bluza|sweter|kurtka|płaszcz|spódnica|buty|trampki|skarpety|skarpetki|czapka|szalik|rękawiczki|piżama|lniana?|šaty|kalhoty|košile|tričko|mikina|svetr|bunda|kabát|sukně|boty|tenisky|ponožky|čepice|šála|rukavice|džíny|φόρεμα|παντελόνι|πουκάμισο|μπλούζα|μπλουζάκι|πουλόβερ|μπουφάν|παλτό|φούστα|παπούτσια|αθλητικά|κάλτσες|σκουφί|κασκόλ|τζιν)",
        2,
    ),
    // Labels of sizes
    (
        "(talla|taglia|tamanho|rozmiar|velikost|μέγεθος|koko|størrelse|grösse|pointure|misura|maat|νούμερο)",
        1,
    ),
    // Shops
    (
        "(boozt|nelly|ellos|asos|zara|uniqlo|reserved|about you|aboutyou|zalando|vinted|kappahl|lindex|gina tricot|bubbleroom|stadium|xxl sport|intersport|decathlon|nike|adidas|bonprix|c a|primark|shein|h m)",
        4,
    ),
];
