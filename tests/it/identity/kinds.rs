//! The kinds of purchases. Each makes only purchases that can be distinguished by their documents; if two purchases, or two
//! documents of one, can't be, a comment says so and which way the grouping errs.

use chrono::TimeDelta;
use fastrand::Rng;
use invoices_domain::identity::Sort;

use super::purchase::{Counted, FIRST_DAY, Numbers, Paper, Purchase, SHOPS, Title, Writer};

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $make:ident,)*) => {
        /// How a purchase goes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind { $($(#[$doc])* $kind,)* }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            fn make(self, writer: &mut Writer<'_>) -> Vec<Counted> {
                match self { $(Kind::$kind => $make(writer),)* }
            }
        }
    };
}

kinds! {
    /// Confirmed, dispatched, charged: one amount in several mails.
    Ordered = ordered,
    /// One order in several deliveries, each with its invoice.
    PartDeliveries = part_deliveries,
    /// The charge differs slightly from the order.
    ReplacedGoods = replaced_goods,
    /// A restaurant or till whose numbers begin again each day.
    DailyNumbers = daily_numbers,
    /// The same amount under one number, or none, each week or month.
    Recurring = recurring,
    /// A booking that is changed, and what is bought to it.
    Booking = booking,
    /// An invoice, its reminders and its payment.
    Reminded = reminded,
    /// Two refunds of parts of a charge.
    PartRefunds = part_refunds,
    /// An invoice whose number comes again each year.
    YearlyNumber = yearly_number,
    /// The text of a mail and its PDFs.
    TextAndPdf = text_and_pdf,
    /// An order that is cancelled, and made again.
    CancelledAndAgain = cancelled_and_again,
    /// Two mails for which a vendor used one `Message-ID`.
    ReusedMessageId = reused_message_id,
}

/// Makes purchases of several vendors, as many of each kind.
pub fn purchases(rng: &mut Rng, of_each_kind: usize) -> Vec<Purchase> {
    let mut numbers = SHOPS.each_ref().map(|_| Numbers::default());
    let kinds = Kind::ALL
        .iter()
        .flat_map(|kind| std::iter::repeat_n(*kind, of_each_kind));
    let mut made = Vec::new();
    for kind in kinds {
        let shop = rng.usize(..SHOPS.len());
        // Three years at most go by until the last mail.
        let first_day = FIRST_DAY + TimeDelta::days(rng.i64(0..300));
        let is_dated = rng.bool();
        let mut writer = Writer {
            rng,
            numbers: &mut numbers[shop],
            shop: &SHOPS[shop],
            first_day,
            letters: Vec::new(),
            is_dated,
        };
        let counted = kind.make(&mut writer);
        made.push(Purchase {
            kind,
            shop: &SHOPS[shop],
            letters: writer.letters,
            counted,
        });
    }
    made
}

fn counted(totals: impl IntoIterator<Item = i32>) -> Vec<Counted> {
    let counted = |total| Counted {
        total,
        is_cancelled: false,
    };
    totals.into_iter().map(counted).collect()
}

fn ordered(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (order, total) = (writer.numbers.order(writer.rng), writer.total());
    let paper = |title| Paper::new(title, total).order(&order);
    writer.send(0, paper(Title::Order));
    let dispatched = if writer.chance(20) {
        writer.days(100, 170)
    } else {
        writer.days(1, 5)
    };
    match writer.rng.u8(..5) {
        // Charged after the dispatch.
        0 => {
            writer.send(dispatched, paper(Title::Dispatch));
            let charged = dispatched + writer.days(0, 60);
            let number = writer.numbers.invoice();
            let invoice = paper(Title::Invoice);
            let invoice = if writer.rng.bool() {
                invoice.numbered(&number)
            } else {
                invoice
            };
            writer.send(charged, invoice);
        }
        // Charged before it.
        1 => {
            let charged = writer.days(0, 1);
            writer.send(charged, paper(Title::Receipt));
            writer.send(dispatched.max(charged), paper(Title::Dispatch));
        }
        2 => {
            writer.send(1, paper(Title::Payment));
            writer.send(dispatched, paper(Title::Dispatch));
        }
        // An invoice and a receipt without its number. Of two days they would be two, if both stated them.
        3 => {
            let (number, receipt) = (writer.numbers.invoice(), writer.numbers.receipt());
            writer.send(dispatched, paper(Title::Invoice).numbered(&number));
            writer.send(dispatched, paper(Title::Receipt).number(Sort::Receipt, &receipt));
        }
        _ => writer.send(dispatched, paper(Title::Dispatch)),
    }
    counted([total])
}

fn part_deliveries(writer: &mut Writer<'_>) -> Vec<Counted> {
    let order = writer.numbers.order(writer.rng);
    // Without numbers, two parts with equal totals within three days would be one.
    let mut totals = vec![60, 40, 85, 300];
    writer.rng.shuffle(&mut totals);
    totals.truncate(writer.rng.usize(2..=3));
    let sum: i32 = totals.iter().sum();
    // At most a quarter was not sent.
    let missing = if writer.rng.bool() { sum / 5 } else { 0 };
    writer.send(0, Paper::new(Title::Order, sum + missing).order(&order));
    let (has_numbers, has_dispatches) = (writer.rng.bool(), writer.rng.bool());
    let mut day = 1;
    for (nth, &total) in totals.iter().enumerate() {
        if has_dispatches {
            writer.send(day, Paper::new(Title::Dispatch, total).order(&order).of(nth));
        }
        let number = writer.numbers.invoice();
        let invoice = Paper::new(Title::Invoice, total).order(&order).of(nth);
        let invoice = if has_numbers {
            invoice.numbered(&number)
        } else {
            invoice
        };
        writer.send(day, invoice);
        day += writer.days(0, 9);
    }
    counted(totals)
}

fn replaced_goods(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (order, ordered) = (writer.numbers.order(writer.rng), writer.total());
    let charged = ordered + writer.days(-ordered / 4, ordered / 4);
    writer.send(0, Paper::new(Title::Order, ordered).order(&order));
    let day = writer.days(0, 3);
    writer.send(day, Paper::new(Title::Receipt, charged).order(&order));
    counted([charged])
}

/// Two equal totals of one day and one short number would be one. So would be two orders within three days that state no day
/// and of which nothing but the confirmation comes, and two receipts with one short receipt number on the day after each
/// other that state no day.
fn daily_numbers(writer: &mut Writer<'_>) -> Vec<Counted> {
    let number = writer.short_number_of_days();
    let sort = if writer.rng.bool() { Sort::Order } else { Sort::Receipt };
    let is_confirmed = sort == Sort::Order && writer.rng.bool();
    let between = if sort == Sort::Receipt && !writer.is_dated {
        2
    } else {
        1
    };
    let (mut day, mut totals) = (0, Vec::new());
    for nth in 0..writer.rng.usize(2..=4) {
        let total = [75, 89, 120][writer.rng.usize(..3)];
        if is_confirmed {
            let own_day = Some(writer.day(day));
            let order = Paper::new(Title::Order, total).order(&number).of(nth);
            writer.send(day, Paper { own_day, ..order });
        }
        writer.send(day, Paper::new(Title::Receipt, total).number(sort, &number).of(nth));
        totals.push(total);
        day += between + writer.days(0, 2);
    }
    counted(totals)
}

/// If nothing but confirmations came that state no day, they would be one: that is how a shop repeats itself.
fn recurring(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (number, total) = (writer.numbers.order(writer.rng), writer.total());
    let days = if writer.rng.bool() { 7 } else { 30 };
    let has_number = writer.chance(70);
    let times = writer.rng.usize(3..=5);
    let mut day = 0;
    for nth in 0..times {
        let receipt = Paper::new(Title::Receipt, total).of(nth);
        writer.send(day, if has_number { receipt.order(&number) } else { receipt });
        day += days + writer.days(-1, 1);
    }
    counted(vec![total; times])
}

/// A change restates the latest document before it. If an extra came before the change, nothing says which of the two is
/// restated: the extra is replaced, and too much is counted by the amount of the booking.
///
/// Two extras of one amount within three days that state no day are one.
fn booking(writer: &mut Writer<'_>) -> Vec<Counted> {
    let booking = writer.numbers.booking();
    let paper = |title, total| Paper::new(title, total).number(Sort::Booking, &booking);
    let mut first = 1000;
    if writer.rng.bool() {
        writer.send(0, paper(Title::Booking, first));
    }
    writer.send(0, paper(Title::Receipt, first));
    if writer.rng.bool() {
        first = 1200;
        let day = writer.days(0, 2);
        writer.send(day, paper(Title::BookingChange, first));
    }
    let mut totals = vec![first];
    let mut day = 2;
    for nth in 1..=writer.rng.usize(1..=3) {
        day += writer.days(4, 9);
        let total = [180, 300][writer.rng.usize(..2)];
        writer.send(day, paper(Title::Receipt, total).of(nth));
        totals.push(total);
    }
    counted(totals)
}

fn reminded(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (number, total) = (writer.numbers.invoice(), writer.total());
    let sort = if writer.chance(70) { Sort::Invoice } else { Sort::Order };
    let paper = |title, total| Paper::new(title, total).number(sort, &number);
    let is_known = writer.chance(80);
    if is_known {
        writer.send(0, paper(Title::Invoice, total));
    }
    let (mut asked, mut day) = (total, 0);
    if is_known && sort == Sort::Invoice && writer.chance(20) {
        asked -= 10;
        day = writer.days(0, 5);
        writer.send(day, paper(Title::Correction, asked));
    }
    let total = asked;
    for _ in 0..if is_known { writer.rng.u8(..3) } else { 1 } {
        day += writer.days(10, 30);
        asked += 60;
        writer.send(day, paper(Title::Reminder, asked));
    }
    if writer.chance(70) {
        day += writer.days(1, 20);
        writer.send(day, paper(Title::Payment, asked));
    }
    counted([if is_known { total } else { asked }])
}

/// Two equal refunds of one day and one order, with neither number nor day, would be one.
fn part_refunds(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (order, number) = (writer.numbers.order(writer.rng), writer.numbers.invoice());
    writer.send(0, Paper::new(Title::Invoice, 500).order(&order).numbered(&number));
    let refunds = if writer.rng.bool() { [-20, -20] } else { [-20, -30] };
    let (is_note, is_announced) = (writer.rng.bool(), writer.rng.bool());
    let mut day = 3;
    for (nth, total) in refunds.into_iter().enumerate() {
        if nth == 0 && is_announced {
            writer.send(day, Paper::new(Title::RefundToCome, total).order(&order).of(1));
            day += writer.days(0, 2);
        }
        let title = if is_note { Title::CreditNote } else { Title::Refund };
        let mut refund = Paper::new(title, total).of(nth + 1);
        if is_note {
            refund = refund.numbered(&writer.numbers.invoice());
        }
        if writer.rng.bool() {
            refund.credits = Some(number.clone());
        }
        writer.send(day, refund.order(&order));
        day += writer.days(3, 9);
    }
    counted([500, refunds[0], refunds[1]])
}

fn yearly_number(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (number, total) = (writer.numbers.short(), writer.total());
    let years = writer.rng.usize(2..=3);
    for nth in 0..years {
        let day = 365 * i32::try_from(nth).unwrap();
        let invoice = writer.dated(day, Paper::new(Title::Invoice, total).numbered(&number).of(nth));
        writer.send(day, invoice.clone());
        if writer.chance(40) {
            writer.send(day + 7, invoice);
        }
    }
    counted(vec![total; years])
}

/// The text of a mail and its PDF that state two days, and no invoice number, would be two.
fn text_and_pdf(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (order, total) = (writer.numbers.order(writer.rng), writer.total());
    let number = writer.numbers.invoice();
    let paper = |title| Paper::new(title, total);
    let (text, files) = match writer.rng.u8(..4) {
        0 => (
            Some(paper(Title::Receipt).order(&order)),
            vec![paper(Title::Invoice).numbered(&number)],
        ),
        1 => (
            Some(paper(Title::Receipt).order(&order)),
            vec![paper(Title::Invoice).order(&order)],
        ),
        // The text asks for a part of it.
        2 => (
            Some(Paper::new(Title::Order, 40).order(&order)),
            vec![paper(Title::Invoice).numbered(&number)],
        ),
        _ => {
            let tickets = if writer.rng.bool() { [125, 125] } else { [125, 250] };
            let sum = Paper::new(Title::Receipt, tickets[0] + tickets[1]);
            let text = writer.rng.bool().then_some(sum);
            (
                text,
                tickets
                    .into_iter()
                    .enumerate()
                    .map(|(nth, total)| Paper::new(Title::Receipt, total).of(nth))
                    .collect(),
            )
        }
    };
    let totals: Vec<i32> = files.iter().filter_map(|file| file.total).collect();
    let text = text.map(|text| writer.dated(0, text));
    let files = files.into_iter().map(|file| writer.dated(0, file)).collect();
    writer.post(0, text, files);
    counted(totals)
}

fn cancelled_and_again(writer: &mut Writer<'_>) -> Vec<Counted> {
    let (first, again) = (writer.numbers.order(writer.rng), writer.numbers.order(writer.rng));
    let total = writer.total();
    writer.send(0, Paper::new(Title::Order, total).order(&first));
    let is_paid = writer.rng.bool();
    if is_paid {
        writer.send(0, Paper::new(Title::Receipt, total).order(&first));
    }
    let day = writer.days(1, 3);
    let stated = writer.rng.bool().then_some(total);
    writer.send(day, Paper::new(Title::Cancellation, stated).order(&first));
    let day = day + writer.days(0, 2);
    writer.send(day, Paper::new(Title::Order, total).order(&again).of(1));
    writer.send(day, Paper::new(Title::Receipt, total).order(&again).of(1));
    let mut all = counted([total, total]);
    if is_paid {
        writer.send(day, Paper::new(Title::Refund, -total).order(&first).of(2));
        all.extend(counted([-total]));
    } else {
        all[0].is_cancelled = true;
    }
    all
}

/// With equal totals, and neither a number nor a day, they would be one mail that came twice.
fn reused_message_id(writer: &mut Writer<'_>) -> Vec<Counted> {
    for (nth, total) in [39, 45].into_iter().enumerate() {
        let day = writer.days(0, 3);
        writer.send(day, Paper::new(Title::Receipt, total).of(nth));
    }
    let id = writer.letters[0].message_id.clone();
    writer.letters[1].message_id = id;
    counted([39, 45])
}
