use parser_document::{Cell, Document, Kind};
use parser_model::Money;
use parser_model::reading::MailContext;

use crate::receipt::Item;

/// A page of cells, each given as its text and its left and right edge.
fn items_of(lines: &[&[(&str, f32, f32)]]) -> Vec<Item> {
    let cell = |(text, x0, x1): &(&str, f32, f32)| Cell {
        text: (*text).to_owned(),
        x0: *x0,
        x1: *x1,
        height: 10.0,
        page: 0,
    };
    let mut document = Document {
        kind: Kind::Pdf,
        ..Document::default()
    };
    document.lines.push(vec![cell(&("Invoice 1001", 50.0, 200.0))]);
    document
        .lines
        .extend(lines.iter().map(|line| line.iter().map(cell).collect()));
    let mut general = crate::reading::read_page(crate::page::Page::new(&document, None), &MailContext::default(), None);
    general.read_items();
    general.receipts.remove(0).items().to_vec()
}

fn money(text: &str) -> Option<Money> {
    text.parse().ok()
}

const HEADS: &[(&str, f32, f32)] = &[
    ("Description", 50.0, 150.0),
    ("Qty", 500.0, 530.0),
    ("Unit price", 600.0, 700.0),
    ("Amount", 850.0, 900.0),
];
const TOTAL: &[(&str, f32, f32)] = &[("Total", 600.0, 640.0), ("15.00 EUR", 840.0, 900.0)];

#[test]
fn a_row_takes_its_values_from_the_columns_of_the_heads() {
    let items = items_of(&[
        HEADS,
        &[
            ("Mug", 50.0, 80.0),
            ("2 pcs", 500.0, 530.0),
            ("4.00", 660.0, 700.0),
            ("8.00", 860.0, 900.0),
        ],
        &[
            ("Hat", 50.0, 80.0),
            ("1", 520.0, 530.0),
            ("7.00", 660.0, 700.0),
            ("7.00", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    let read: Vec<_> = items.iter().map(|i| (i.name.as_str(), i.quantity, i.price)).collect();
    assert_eq!(read, [("Mug", money("2"), money("8")), ("Hat", money("1"), money("7"))]);
    assert_eq!(items[0].unit.as_deref(), Some("pcs"));
}

#[test]
fn a_rule_below_the_heads_is_none_of_them() {
    let items = items_of(&[
        HEADS,
        &[("----------------", 50.0, 900.0)],
        &[
            ("Mug", 50.0, 80.0),
            ("3", 520.0, 530.0),
            ("5.00", 660.0, 700.0),
            ("15.00", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    assert_eq!(items[0].quantity, money("3"));
}

#[test]
fn a_name_goes_on_below_its_price_and_a_note_describes_it() {
    let items = items_of(&[
        HEADS,
        &[
            ("Mug with a", 50.0, 80.0),
            ("2", 500.0, 530.0),
            ("4.00", 660.0, 700.0),
            ("8.00", 860.0, 900.0),
        ],
        &[("handle of oak", 50.0, 140.0)],
        &[("Glazed by hand", 50.0, 140.0)],
        &[
            ("Hat", 50.0, 80.0),
            ("1", 520.0, 530.0),
            ("7.00", 660.0, 700.0),
            ("7.00", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    assert_eq!(items[0].name, "Mug with a handle of oak");
    assert_eq!(items[0].description.as_deref(), Some("Glazed by hand"));
}

#[test]
fn a_name_above_its_price_is_taken() {
    let items = items_of(&[
        HEADS,
        &[("Mug", 50.0, 80.0)],
        &[("2", 500.0, 530.0), ("4.00", 660.0, 700.0), ("8.00", 860.0, 900.0)],
        &[("Hat", 50.0, 80.0)],
        &[("1", 520.0, 530.0), ("7.00", 660.0, 700.0), ("7.00", 860.0, 900.0)],
        TOTAL,
    ]);
    let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["Mug", "Hat"]);
}

#[test]
fn close_columns_share_a_cell() {
    let items = items_of(&[
        &[("Description", 50.0, 150.0), ("Qty Unit price Amount", 600.0, 900.0)],
        &[("Mug", 50.0, 80.0), ("2 4.00", 610.0, 740.0), ("8.00", 860.0, 900.0)],
        &[("Hat", 50.0, 80.0), ("1 7.00", 610.0, 740.0), ("7.00", 860.0, 900.0)],
        TOTAL,
    ]);
    assert_eq!(items.len(), 2);
    assert_eq!((items[0].quantity, items[0].price), (money("2"), money("8")));
}

#[test]
fn a_quantity_with_three_decimals_is_the_one_that_makes_the_price() {
    let items = items_of(&[
        HEADS,
        &[
            ("Cable", 50.0, 80.0),
            ("1.500 m", 490.0, 530.0),
            ("4.00", 660.0, 700.0),
            ("6.00", 860.0, 900.0),
        ],
        &[
            ("Screws", 50.0, 80.0),
            ("1,800", 490.0, 530.0),
            ("0.0050", 660.0, 700.0),
            ("9.00", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    let quantities: Vec<_> = items.iter().map(|item| item.quantity).collect();
    assert_eq!(quantities, [money("1.5"), money("1800")]);
}

#[test]
fn rows_that_do_not_add_up_are_left_out() {
    let items = items_of(&[
        HEADS,
        &[
            ("Mug", 50.0, 80.0),
            ("2", 500.0, 530.0),
            ("4.00", 660.0, 700.0),
            ("8.00", 860.0, 900.0),
        ],
        &[
            ("Hat", 50.0, 80.0),
            ("1", 520.0, 530.0),
            ("7.50", 660.0, 700.0),
            ("7.50", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    assert_eq!(items, []);
}

#[test]
fn a_price_that_its_head_calls_a_sum_is_none() {
    let heads = &[
        ("Description", 50.0, 150.0),
        ("Qty", 500.0, 530.0),
        ("Price", 650.0, 700.0),
        ("Net", 870.0, 900.0),
    ];
    let items = items_of(&[
        heads,
        &[
            ("Mug", 50.0, 80.0),
            ("2", 500.0, 530.0),
            ("4.00", 660.0, 700.0),
            ("8.00", 860.0, 900.0),
        ],
        &[
            ("Hat", 50.0, 80.0),
            ("1", 520.0, 530.0),
            ("7.00", 660.0, 700.0),
            ("7.00", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    assert_eq!(items.len(), 2);
}

#[test]
fn a_row_with_more_than_a_name_and_a_price_is_an_item_whatever_it_is_called() {
    let heads = &[
        ("Pos", 20.0, 40.0),
        ("Description", 50.0, 150.0),
        ("Amount", 850.0, 900.0),
    ];
    let items = items_of(&[
        heads,
        &[
            ("1", 20.0, 30.0),
            ("First service", 50.0, 150.0),
            ("8.00", 860.0, 900.0),
        ],
        &[
            ("2", 20.0, 30.0),
            ("Second service", 50.0, 150.0),
            ("7.00", 860.0, 900.0),
        ],
        TOTAL,
    ]);
    assert_eq!(items.len(), 2);
}
