use crate::Document;

fn lines(markup: &str) -> Vec<String> {
    let document = Document::from_markup(markup);
    let cells = |line: &Vec<crate::Cell>| line.iter().map(|c| c.text.clone()).collect::<Vec<_>>().join(" | ");
    document.lines.iter().map(cells).collect()
}

#[test]
fn cells_of_a_table_row_are_one_line() {
    let markup = "<table><tr><td>Summa<td>10 kr</tr><tr><td colspan=2>Tack!</table>";
    assert_eq!(lines(markup), ["Summa | 10 kr", "Tack!"]);
    let document = Document::from_markup(markup);
    assert_eq!((document.lines[0][1].x0, document.lines[0][1].x1), (500.0, 1000.0));
}

#[test]
fn tall_cells_of_different_heights_follow_one_another() {
    let long = "<p>a<p>b<p>c<p>d<p>e";
    assert_eq!(lines(&format!("<table><tr><td>{long}<td><p>1<p>2</table>")).len(), 7);
}

// Shows: Threats | Hidden text or markup of a page changes an amount | hidden text is separated; markup must agree with the visible text
#[test]
fn hidden_text_is_separate() {
    let markup = "<style>.x{display:none}</style><div style='font-size:0'>a<b style='font-size:12px'>b</b></div>\
                  <p class=x>c<p hidden>d<p><s>99 kr</s> 10 kr";
    assert_eq!(lines(markup), ["b", "10 kr"]);
    assert_eq!(Document::from_markup(markup).hidden, "a c d 99 kr");
}

#[test]
fn several_spaces_separate_cells_of_plain_text() {
    let document = Document::from_plain("Total      10,00\n> quoted\nx y");
    assert_eq!(document.lines.len(), 2);
    assert_eq!(document.lines[0][1].text, "10,00");
    assert_eq!(lines("Summa&nbsp;&nbsp;&nbsp;&nbsp;10 kr"), ["Summa | 10 kr"]);
}

#[test]
fn flex_items_and_floats_are_side_by_side() {
    assert_eq!(
        lines("<div style='display:flex'><div>a</div><div>b</div></div>c"),
        ["a | b", "c"]
    );
    assert_eq!(
        lines("<div style='float:left'>a</div><div style='float:left'>b</div><p>c"),
        ["a | b", "c"]
    );
}

#[test]
fn text_stands_beside_floats_of_one_line() {
    for markup in [
        "<div><span style='float:right'>10 kr</span>Summa</div><p>Tack!",
        "<div>Summa<span style='float:right'>10 kr</span></div><p>Tack!",
        "<div><span style='float:left'>Summa</span>10 kr</div><p>Tack!",
        "<div><b style='float:right'>10 kr</b><i style='float:left'>Summa</i></div><p>Tack!",
    ] {
        assert_eq!(lines(markup), ["Summa | 10 kr", "Tack!"], "{markup}");
    }
    assert_eq!(
        lines("<div style='float:left'>a<br>b</div>c<br>d"),
        ["a", "b", "c", "d"]
    );
}

#[test]
fn classes_are_styled_by_the_style_sheet() {
    let sheet = "<style>.r{float:right} div.row{display:flex} #old{text-decoration:line-through} @media x{.row{display:block}}</style>";
    assert_eq!(
        lines(&format!(
            "{sheet}<div class=row><span>Summa</span><span>10 kr</span></div>"
        )),
        ["Summa | 10 kr"]
    );
    assert_eq!(
        lines(&format!(
            "{sheet}<p><b class='x r'>10 kr</b>Summa<p><b class=r style='float:none'>5</b> kr<p id=old>99 kr"
        )),
        ["Summa | 10 kr", "5 kr"]
    );
}

// Shows: Threats | Markup or XML expands without limit, or fetches something | bounded depth and size; no entity is expanded, nothing is fetched
#[test]
fn hostile_html_is_truncated() {
    let deep = "<table><tr><td>".repeat(20_000);
    assert!(Document::from_markup(&deep).over_limit.is_some());
    let many = (0..3_000).fold(String::new(), |markup, n| markup + &format!("<font size={n}>"));
    assert!(
        Document::from_markup(&(many + &"<p>x".repeat(3_000)))
            .over_limit
            .is_some()
    );
}

#[test]
fn wrong_markup_is_mended_as_by_browsers() {
    for (markup, expected) in [
        // What is in no cell is before the table.
        ("<table>Summa<tr><td>10 kr</tr>:</table>", &["Summa:", "10 kr"][..]),
        ("<b>1 <p>2</b> kr</p>", &["1", "2 kr"]),
        ("<body class=a><body hidden>10 kr", &[]),
        ("<template><p>10 kr</template>Tack!", &["Tack!"]),
    ] {
        assert_eq!(lines(markup), expected, "{markup}");
    }
}
