//! What must be counted of the mails about purchases as people make them, in whatever order they arrive.

use parser_model::identity::Role;

use super::{Fact, announced, counted, document, invoice, mails, receipt};
use crate::identity::{Relation, UserWord, group, related};

/// The documents are in the order of receipt. Checks every order of arrival.
#[track_caller]
fn counts<const N: usize>(facts: [Fact; N], expected: &[&str]) {
    let facts = mails(facts.into());
    permute(&mut facts.clone(), 0, &mut |facts| {
        assert_eq!(counted(facts, &[]), expected, "{facts:#?}");
    });
}

/// Calls `check` with every order of a list.
fn permute<T>(list: &mut [T], from: usize, check: &mut impl FnMut(&[T])) {
    if from == list.len() {
        return check(list);
    }
    for at in from..list.len() {
        list.swap(from, at);
        permute(list, from + 1, check);
        list.swap(from, at);
    }
}

const LARGE: &str = "10004711";

#[test]
fn the_mails_of_an_order_are_one_invoice() {
    for order in [LARGE, "VA-77"] {
        counts(
            [announced(0, "80"), announced(2, "80"), invoice(4, "80")].map(|mail| mail.order(order)),
            &["80"],
        );
    }
    counts(
        [announced(0, "12").order("KO-3"), receipt(1, "12").order("ko 3")],
        &["12"],
    );
    counts(
        [announced(0, "100").order("VA-8"), receipt(2, "90").order("VA-8")],
        &["90"],
    );
    counts([0, 2, 4].map(|day| receipt(day, "80").order("VA-79")), &["80"]);
}

#[test]
fn the_usual_pair_states_two_days() {
    let (confirmation, invoice) = (
        announced(0, "80").order(LARGE).own(0),
        invoice(2, "80").order(LARGE).own(2),
    );
    counts([confirmation.clone(), invoice.clone()], &["80"]);
    counts([confirmation, announced(1, "80").order(LARGE), invoice], &["80"]);
}

#[test]
fn short_numbers_are_used_again() {
    let totals = |totals: [&'static str; 3]| {
        let mut days = (0..).zip(totals);
        [(); 3].map(|()| {
            days.next()
                .map(|(day, total)| receipt(day, total).order("42").dated())
                .unwrap()
        })
    };
    counts(totals(["75", "89", "120"]), &["75", "89", "120"]);
    counts([0, 1].map(|day| receipt(day, "89").order("42").dated()), &["89", "89"]);
    counts(
        [0, 1].map(|day| receipt(day, "39").receipt("12").dated()),
        &["39", "39"],
    );
}

#[test]
fn part_deliveries_are_invoices_of_their_own() {
    let confirmation = || announced(0, "100").order(LARGE);
    let part = |day, total, number: &str| invoice(day, total).order(LARGE).invoice(number);
    counts(
        [confirmation(), part(2, "60", "1001"), part(9, "40", "1002")],
        &["40", "60"],
    );
    counts(
        [
            confirmation(),
            invoice(2, "60").order(LARGE),
            invoice(9, "40").order(LARGE),
        ],
        &["40", "60"],
    );
    counts(
        [confirmation(), part(2, "70", "1001"), part(9, "30", "1002")],
        &["30", "70"],
    );
    let one_never_sent = [confirmation(), part(2, "80", "1001"), part(9, "15", "1002")];
    counts(one_never_sent, &["15", "80"]);
    let between = announced(2, "60").order(LARGE);
    counts([part(0, "60", "1001"), between, part(4, "60", "1002")], &["60", "60"]);
}

#[test]
fn goods_that_are_weighed_or_replaced_change_the_total() {
    let order = "55501234";
    counts(
        [
            announced(0, "1203").order(order).own(0),
            receipt(1, "1187").order(order).own(1),
        ],
        &["1187"],
    );
    counts(
        [announced(0, "1203").order(order), receipt(1, "1187").order(order)],
        &["1187"],
    );
}

#[test]
fn subscriptions_count_each_time() {
    let weeks = [0, 7, 14, 21];
    counts(weeks.map(|day| receipt(day, "699").order("7700123")), &["699"; 4]);
    counts(
        weeks.map(|day| receipt(day, "699").order("7700123").dated()),
        &["699"; 4],
    );
    counts([0, 31, 59].map(|day| receipt(day, "119").order("7700124")), &["119"; 3]);
    counts([0, 31, 59].map(|day| receipt(day, "119")), &["119"; 3]);
    counts([0, 365].map(|day| invoice(day, "300").invoice("17")), &["300"; 2]);
    counts([0, 7].map(|day| invoice(day, "300").invoice("17")), &["300"]);
}

#[test]
fn what_is_ordered_long_before_is_one_purchase() {
    counts([0, 150].map(|day| announced(day, "599").order(LARGE)), &["599"]);
    counts([0, 150].map(|day| announced(day, "599").order(LARGE).own(0)), &["599"]);
    counts(
        [
            announced(0, "9000").order(LARGE).own(0),
            invoice(60, "9000").order(LARGE).own(60),
        ],
        &["9000"],
    );
}

#[test]
fn what_is_added_to_a_booking_counts_beside_it() {
    let booked = |day, total| receipt(day, total).booking("HKT4QD");
    counts(
        [booked(0, "1000"), booked(3, "180"), booked(9, "300")],
        &["180", "300", "1000"],
    );
    counts(
        [booked(0, "1000"), booked(3, "300"), booked(17, "300")],
        &["300", "300", "1000"],
    );
    let changed = document(Role::Replacement, 5, "1200").booking("HKT4QD");
    counts([booked(0, "1000"), changed.clone()], &["1200"]);
    counts([booked(0, "1000").paid(), changed], &["1200"]);
}

#[test]
fn a_shop_and_its_payment_service_are_two_that_name_each_other() {
    let facts = [
        receipt(0, "450").order(LARGE).of("klarna"),
        announced(0, "450").order(LARGE),
    ];
    counts(facts.clone(), &["450", "450"]);
    let facts = mails(facts.into());
    let related = related(&facts, &group(&facts, &[]));
    assert_eq!(
        related.into_iter().collect::<Vec<_>>(),
        [((0, 1), Relation::MaySamePurchase)]
    );
}

#[test]
fn the_sellers_of_a_marketplace_send_invoices_of_their_own() {
    let seller = |day, total, number: &str| invoice(day, total).order(LARGE).invoice(number);
    counts(
        [
            announced(0, "200").order(LARGE),
            seller(1, "120", "S-1"),
            seller(2, "80", "T-9"),
        ],
        &["80", "120"],
    );
}

#[test]
fn a_mail_that_is_sent_again_counts_if_it_is_another_mail() {
    counts([0, 7].map(|day| receipt(day, "55").own(0)), &["55", "55"]);
    let copies = ["one", "two"].map(|mail| receipt(0, "55").part(mail, 0).message("<1@shop>"));
    counts(copies, &["55"]);
    counts(
        [
            receipt(0, "10").message("<1@shop>"),
            receipt(4, "20").message("<1@shop>"),
        ],
        &["10", "20"],
    );
}

#[test]
fn reminders_and_payments_belong_to_their_invoice() {
    let of = |role, day, total| document(role, day, total).invoice("INV-2041");
    let invoice = || of(Role::Invoice, 0, "490");
    let reminders = [(20, "550"), (40, "610")].map(|(day, total)| of(Role::Reminder, day, total));
    let [first, second] = reminders;
    counts(
        [invoice(), first, second, of(Role::Payment, 50, "610").paid()],
        &["490"],
    );
    let stripe = receipt(0, "20").receipt("2301-88").order(LARGE).paid();
    counts([super::invoice(0, "20").invoice("F-1").order(LARGE), stripe], &["20"]);
    counts(
        [receipt(0, "80").order(LARGE).paid(), announced(2, "80").order(LARGE)],
        &["80"],
    );
    let received = document(Role::Payment, 1, "80").order(LARGE).paid();
    counts([announced(0, "80").order(LARGE), received], &["80"]);
}

#[test]
fn refunds_count_each_time() {
    counts([3, 5].map(|day| receipt(day, "-20")), &["-20", "-20"]);
    counts(
        [announced(0, "-20").order(LARGE), receipt(3, "-20").order(LARGE)],
        &["-20"],
    );
    counts([0, 3].map(|day| receipt(day, "-20").order(LARGE)), &["-20", "-20"]);
}

#[test]
fn the_parts_of_a_mail() {
    let ticket = |part, total| receipt(0, total).part("tickets", part);
    counts([ticket(1, "125"), ticket(2, "250")], &["125", "250"]);
    counts([ticket(1, "125"), ticket(2, "125")], &["125", "125"]);
    counts(
        [
            document(Role::Invoice, 0, "").part("mail", 0),
            invoice(0, "1290").part("mail", 1),
        ],
        &["1290"],
    );
    counts(
        [receipt(0, "500").part("mail", 0), invoice(0, "2000").part("mail", 1)],
        &["2000"],
    );
    // Whichever of the two has the order's number, and whatever the other's total.
    for (of_text, of_file, total) in [
        (true, true, "189"),
        (true, false, "199"),
        (false, true, "199"),
        (false, false, "199"),
    ] {
        let part = |fact: Fact, has_order: bool, part| {
            let fact = if has_order { fact.order(LARGE) } else { fact };
            fact.part("mail", part)
        };
        let (text, file) = (part(receipt(0, "199"), of_text, 0), part(invoice(0, total), of_file, 1));
        counts([text, file], &[total]);
    }
    counts(
        [receipt(0, "375").part("tickets", 0), ticket(1, "125"), ticket(2, "250")],
        &["125", "250"],
    );
    let both = |mail: &str, day| [receipt(day, "80").part(mail, 0), invoice(day, "80").part(mail, 1)];
    let ([text, file], [other_text, other_file]) = (both("one", 0), both("two", 9));
    counts([text, file, other_text, other_file], &["80", "80"]);
}

#[test]
fn a_chain_of_mails_joins_no_two_purchases() {
    counts([0, 20, 40].map(|day| announced(day, "50").order(LARGE)), &["50"]);
    let purchases = [receipt(0, "50").own(0), announced(5, "50"), receipt(10, "50").own(10)];
    counts(purchases.map(|mail| mail.order(LARGE)), &["50", "50"]);
    let totals = [receipt(0, "20"), receipt(1, "30"), receipt(2, "20.5")];
    counts(totals.map(|mail| mail.order(LARGE)), &["20", "20.5", "30"]);
}

#[test]
fn the_users_word_outranks_the_rules() {
    let part = |day, total, number: &str| invoice(day, total).order(LARGE).invoice(number);
    let facts = mails(vec![
        announced(0, "100").order(LARGE),
        part(2, "60", "1001"),
        part(9, "40", "1002"),
    ]);
    let word = |one, other, is_same| UserWord { one, other, is_same };
    assert_eq!(counted(&facts, &[word(1, 2, true)]), ["40"]);
    assert_eq!(counted(&facts, &[word(0, 1, false)]), ["40", "60", "100"]);
    let joined = mails(vec![receipt(0, "12"), receipt(90, "12")]);
    assert_eq!(counted(&joined, &[word(1, 0, true)]), ["12"]);
}
