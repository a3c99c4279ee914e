//! HTML.

use super::{Family, numbered, repeated, wrapped};

pub fn families() -> Vec<Family> {
    // Nearly as deep as allowed.
    let deep = "<div>".repeat(1_400);
    let families = vec![
        wrapped(
            "attributes of a tag",
            "a.html",
            "<p",
            |n| format!(" a{n}"),
            ">Total 10 kr",
        ),
        wrapped(
            "quoted attributes of a tag",
            "a.html",
            "<p",
            |n| format!("a{n}=\"1\""),
            ">Total 10 kr",
        ),
        numbered("tags with attributes", "a.html", |n| {
            format!("<p a{n}=1 b{n}=2 style='color:red;margin:0'>x")
        }),
        numbered("html tags with attributes", "a.html", |n| format!("<html a{n}=1>")),
        wrapped(
            "text after floats",
            "a.html",
            "<div>",
            |_| "<i style='float:left'></i>x<b></b>".to_owned(),
            "</div><p>Total 10 kr",
        ),
        wrapped(
            "one style",
            "a.html",
            "<p style='",
            |_| "font-size:1px;".to_owned(),
            "'>Total 10 kr",
        ),
        wrapped(
            "a style sheet",
            "a.html",
            "<style>",
            |n| format!(".c{n}{{display:none}}"),
            "</style><p class=c1>Total 10 kr",
        ),
        wrapped(
            "open blocks of a style sheet",
            "a.html",
            "<style>",
            |_| "@a{".to_owned(),
            "</style><p>Total 10 kr",
        ),
        wrapped(
            "comments of a style sheet",
            "a.html",
            "<style>",
            |_| "/*".to_owned(),
            "</style><p>Total 10 kr",
        ),
        wrapped(
            "classes",
            "a.html",
            "<style>.x{display:none}</style><p class='",
            |n| format!("c{n} "),
            "'>Total 10 kr",
        ),
        repeated("entities", "a.html", "&amp;&#8364;&notin;"),
        repeated("broken entities", "a.html", "&CounterClockwiseContourIntegra"),
        repeated("comments", "a.html", "<!-- x -->"),
        wrapped(
            "one comment",
            "a.html",
            "<!--",
            |_| "word ".to_owned(),
            "--><p>Total 10 kr",
        ),
        repeated("open elements", "a.html", "<div>"),
        repeated("open formats", "a.html", "<b><i>"),
        numbered("formats that differ", "a.html", |n| format!("<font size={n}>")),
        wrapped(
            "end tags without a start in deep elements",
            "a.html",
            deep.clone(),
            |_| "</x>".to_owned(),
            "",
        ),
        wrapped(
            "paragraphs in deep elements",
            "a.html",
            deep.clone(),
            |_| "<p>".to_owned(),
            "",
        ),
        repeated("crossed formats", "a.html", "<a><b><p></a>x</b>"),
        repeated("open tables", "a.html", "<table><tr><td>"),
        repeated("text in tables", "a.html", "<table>x"),
        repeated("cells of one row", "a.html", "<td>1 kr</td>"),
        repeated("rows", "a.html", "<tr><td>Total</td><td>1 kr</td></tr>"),
        wrapped(
            "wide cells",
            "a.html",
            "<table>",
            |_| "<tr><td colspan=100 rowspan=1000>1 kr</td>".to_owned(),
            "",
        ),
        repeated("floats", "a.html", "<div style=float:left>x</div>&nbsp;<i></i>"),
        repeated(
            "blanks after floats",
            "a.html",
            "<span style=float:left>x</span>&nbsp;&nbsp;<i></i>",
        ),
        repeated("flex boxes", "a.html", "<div style=display:flex>"),
        repeated("images", "a.html", "<img alt='logo' src='https://example.com/a.png'>"),
        repeated("links", "a.html", "<a href='https://shop.example.com/a'>x</a> "),
        repeated("hidden text", "a.html", "<p hidden>Total 10 kr</p>"),
        repeated("line breaks", "a.html", "10 kr<br>"),
        repeated(
            "microdata",
            "a.html",
            "<div itemscope itemtype=Order><b itemprop=price>1 kr",
        ),
        repeated(
            "JSON-LD",
            "a.html",
            "<script type=application/ld+json>{\"@type\":\"Order\",\"price\":1}</script>",
        ),
        wrapped(
            "nested JSON-LD",
            "a.html",
            "<script type=application/ld+json>",
            |_| "[{\"a\":".to_owned(),
            "</script>",
        ),
        wrapped(
            "JSON-LD with many values",
            "a.html",
            "<script type=application/ld+json>{\"@type\":\"Order\",\"acceptedOffer\":[1",
            |n| format!(",{{\"@type\":\"Offer\",\"price\":{n},\"itemOffered\":{{\"name\":\"x{n}\"}}}}"),
            "]}</script><p>Total 10 kr",
        ),
        repeated("script", "a.html", "<script>a<b</script>"),
        repeated("select", "a.html", "<select><option>1 kr"),
        repeated("svg", "a.html", "<svg><title>"),
        repeated("templates", "a.html", "<template>"),
        repeated("frames", "a.html", "<frameset>"),
    ];
    families.into_iter().chain(small()).collect()
}

/// Families that are tried with small files, because others are like them.
fn small() -> impl Iterator<Item = Family> {
    let families = [
        repeated("scopes of formats", "a.html", "<a><marquee></a></marquee>"),
        repeated("foreign elements", "a.html", "<svg><g></p>"),
        wrapped(
            "text before a table",
            "a.html",
            "<table>",
            |_| "10 kr<tr>".to_owned(),
            "",
        ),
        wrapped(
            "selectors of one rule",
            "a.html",
            "<style>",
            |n| format!(".c{n},"),
            "{display:none}</style><p class=c1>Total 10 kr",
        ),
        wrapped(
            "orders of JSON-LD",
            "a.html",
            "<script type=application/ld+json>[0",
            |n| {
                format!(",{{\"@type\":\"Order\",\"orderNumber\":\"A{n}\",\"price\":\"{n}\",\"priceCurrency\":\"EUR\"}}")
            },
            "]</script><p>Receipt</p><p>Total 10 kr",
        ),
        wrapped(
            "a long name of a vendor in JSON-LD",
            "a.html",
            "<script type=application/ld+json>{\"@type\":\"Order\",\"orderNumber\":\"A1\",\"seller\":\"",
            |n| format!("Exempel {n} AB "),
            "\"}</script><p>Receipt</p><p>Total 10 kr",
        ),
    ];
    families.into_iter().map(|family| family.up_to(1 << 20))
}

/// Pages that take more steps than are allowed to [`is_refused`](super::is_refused).
pub fn refused() -> Vec<Family> {
    let deep = "<span>".repeat(1_300);
    vec![
        Family {
            name: "classes of an element with a long name",
            file: "a.html",
            build: Box::new(|size| {
                let (name, classes) = ("a".repeat(size / 2), "c\u{b}".repeat(size / 4));
                format!("<style>.c{{color:red;float:left}}</style><{name} class='{classes}'>Total 10 kr").into_bytes()
            }),
            largest: 4 << 20,
        },
        wrapped(
            "items of a list in deep elements",
            "a.html",
            deep.clone(),
            |_| "<li>".to_owned(),
            "",
        ),
        wrapped(
            "headings in deep elements",
            "a.html",
            deep.clone(),
            |_| "<h1></h2>".to_owned(),
            "",
        ),
        wrapped(
            "ends of the body in deep elements",
            "a.html",
            deep,
            |_| "</body>x".to_owned(),
            "",
        ),
    ]
}
