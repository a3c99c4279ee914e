//! Classes that exclude each other: of the classes of a set, one decides what a text is, and a phrase in two of them would only
//! ever count in the first.
/// A set of classes of a table.
pub struct Exclusive {
    pub table: &'static str,
    /// Their names, separated by blanks.
    pub classes: &'static str,
    /// Pairs of them that may share any phrase.
    pub shared: &'static [(&'static str, &'static str)],
    /// Single phrases that are in two of them, for the same reason as the pair of a phrase and its exception.
    pub ambiguous: &'static [&'static str],
}

impl Exclusive {
    /// Whether two classes may both have a phrase.
    pub fn allows(&self, one: &str, other: &str, variant: &str) -> bool {
        let is_pair = |(a, b): &(&str, &str)| (*a, *b) == (one, other) || (*b, *a) == (one, other);
        self.ambiguous.contains(&variant) || self.shared.iter().any(is_pair)
    }
}

pub const EXCLUSIVE: &[Exclusive] = &[
    Exclusive {
        table: "amounts",
        classes: "refund withheld not-a-total rounding net grand-total amount-due discount vat shipping fee total paid amount",
        shared: &[
            // What is due is the whole sum if nothing was paid.
            ("grand-total", "amount-due"),
            // A whole label is a grand total, and a part of one a total.
            ("grand-total", "total"),
            // What was paid is the whole sum if the page has no other.
            ("grand-total", "paid"),
            // A whole label is a grand total, and a part of one an amount.
            ("grand-total", "amount"),
            // A label at the amount that a bank draws says both.
            ("amount-due", "paid"),
            // At either end of a label it is a total, between other words an amount.
            ("total", "amount"),
            // At either end of a label it was paid, between other words it is an amount.
            ("paid", "amount"),
        ],
        ambiguous: &[
            // The first class is that of a line among the items, the second that of a line among the sums.
            "item total",
            "total items",
            "coupon",
            "kupong",
            "late fee",
            "cena",
            "pris",
            "fare total",
            "city tax",
            "expeditionsavgift",
        ],
    },
    Exclusive {
        table: "dates",
        classes: "due-date invoice-date order-date plain-date other-date",
        shared: &[
            // A payment date is the due date of an invoice, and the day of the payment on a receipt.
            ("due-date", "order-date"),
        ],
        ambiguous: &["charge date", "charge date time", "charged on"],
    },
    Exclusive {
        table: "numbers",
        classes: "invoice receipt order booking transaction reference",
        shared: &[],
        // What one shop calls an order is another one's booking.
        ambiguous: &[
            "tosite",
            "ticket",
            "auftrags",
            "bestillings",
            "köpets",
            "vorgangs",
            "reservasjons",
        ],
    },
    Exclusive {
        table: "items",
        classes: "unit-price-column size-column article-number-column name-column quantity-column sum-column other-column",
        shared: &[
            // `price` is that of one thing beside a sum, and that of the line alone.
            ("unit-price-column", "sum-column"),
        ],
        ambiguous: &["jmf", "nr", "qty ordered"],
    },
    Exclusive {
        table: "currency-names",
        classes: "krona swedish-krona norwegian-krone danish-krone",
        shared: &[],
        ambiguous: &[],
    },
    Exclusive {
        table: "parties",
        classes: "seller buyer",
        shared: &[],
        ambiguous: &[],
    },
    Exclusive {
        table: "months",
        classes: "january february march april may june july august september october november december",
        shared: &[],
        ambiguous: &[],
    },
];
