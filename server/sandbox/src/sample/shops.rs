//! Receipts of shops that the service knows, one of every category.

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::amount::{Amount, with_check_digit};
use super::draft::Draft;

/// A shop of the sample and its one receipt.
#[derive(Clone, Copy, Debug)]
pub struct Shop {
    /// The vendor's id in the service's configuration.
    pub vendor_id: &'static str,
    /// The sub-type.
    pub sub_type: &'static str,
    /// The sender's display name.
    pub name: &'static str,
    /// The sender's address.
    pub sender: &'static str,
    /// The subject; `{{order_number}}` stands for the number.
    pub subject: &'static str,
    /// The order number, if the receipt states one.
    pub order_number: Option<&'static str>,
    /// The total.
    pub total: Amount,
    /// The currency.
    pub currency: &'static str,
    /// Whether the receipt is a bill with a due date and a payment reference.
    pub is_bill: bool,
    template: &'static str,
}

impl Shop {
    /// The shops of the sample, one of every category.
    pub const ALL: [Shop; 8] = [
        Shop {
            vendor_id: "foodora",
            sub_type: "food-delivery",
            name: "foodora",
            sender: "info@mail.foodora.se",
            subject: "Orderbekräftelse {{order_number}}",
            order_number: Some("b7qe-41hv"),
            total: Amount(21_200),
            currency: "SEK",
            is_bill: false,
            template: include_str!("templates/foodora.html"),
        },
        Shop {
            vendor_id: "zalando",
            sub_type: "clothing",
            name: "Zalando",
            sender: "info@service-mail.zalando.se",
            subject: "Tack för din beställning",
            order_number: Some("10304512345678"),
            total: Amount(89_800),
            currency: "SEK",
            is_bill: false,
            template: include_str!("templates/zalando.html"),
        },
        Shop {
            vendor_id: "elgiganten",
            sub_type: "technology",
            name: "Elgiganten",
            sender: "donotreply@elgiganten.se",
            subject: "Orderbekräftelse {{order_number}}",
            order_number: Some("70812345"),
            total: Amount(163_700),
            currency: "SEK",
            is_bill: false,
            template: include_str!("templates/elgiganten.html"),
        },
        Shop {
            vendor_id: "anthropic",
            sub_type: "subscriptions",
            name: "Anthropic, PBC",
            sender: "invoice+statements@mail.anthropic.com",
            subject: "Your receipt from Anthropic, PBC #2031-4478-9051",
            order_number: None,
            total: Amount(2_000),
            currency: "USD",
            is_bill: false,
            template: include_str!("templates/anthropic.html"),
        },
        Shop {
            vendor_id: "ica",
            sub_type: "grocery",
            name: "ICA",
            sender: "kvitto@ica.se",
            subject: "Ditt kvitto",
            order_number: Some("204118"),
            total: Amount(11_367),
            currency: "SEK",
            is_bill: false,
            template: include_str!("templates/ica.html"),
        },
        Shop {
            vendor_id: "vattenfall",
            sub_type: "utility",
            name: "Vattenfall",
            sender: "noreply@vattenfall.se",
            subject: "Faktura",
            order_number: None,
            total: Amount(76_100),
            currency: "SEK",
            is_bill: true,
            template: include_str!("templates/vattenfall.html"),
        },
        Shop {
            vendor_id: "clasohlson",
            sub_type: "miscellaneous",
            name: "Clas Ohlson",
            sender: "noreplyclubclas@clasohlson.com",
            subject: "Orderbekräftelse",
            order_number: Some("4045123456"),
            total: Amount(46_770),
            currency: "SEK",
            is_bill: false,
            template: include_str!("templates/clasohlson.html"),
        },
        Shop {
            vendor_id: "flix",
            sub_type: "travel",
            name: "FlixBus",
            sender: "noreply@flixbus.com",
            subject: "FlixBus bokningsbekräftelse",
            order_number: Some("3021457788"),
            total: Amount(23_400),
            currency: "SEK",
            is_bill: false,
            template: include_str!("templates/flix.html"),
        },
    ];

    /// The shop with that vendor id.
    pub fn named(vendor_id: &str) -> Option<Shop> {
        Shop::ALL.into_iter().find(|shop| shop.vendor_id == vendor_id)
    }

    /// The receipt as a page that was made on that day.
    pub fn html(&self, day: NaiveDate) -> String {
        let swedish_month = SWEDISH.split(' ').nth(day.month0() as usize).unwrap_or_default();
        let (month_start, month_later) = (day - TimeDelta::days(i64::from(day.day0())), day + Months::new(1));
        let (month_before, period_end) = (month_start - Months::new(1), month_start - TimeDelta::days(1));
        let bankgiro = with_check_digit("504456");
        let values = [
            ("order_number", self.order_number.unwrap_or_default().to_owned()),
            ("date", day.to_string()),
            ("date_sv", format!("{} {swedish_month} {}", day.day(), day.year())),
            ("date_en", day.format("%B %-d, %Y").to_string()),
            ("month_later_en", month_later.format("%B %-d, %Y").to_string()),
            (
                "due_date",
                self.due_date(day).map(|due| due.to_string()).unwrap_or_default(),
            ),
            ("period_start", month_before.to_string()),
            ("period_end", period_end.to_string()),
            ("travel_date", (day + TimeDelta::days(14)).to_string()),
            ("ocr", self.ocr().unwrap_or_default()),
            ("bankgiro", format!("{}-{}", &bankgiro[..3], &bankgiro[3..])),
        ];
        let fill = |page: String, (name, value): &(&str, String)| page.replace(&format!("{{{{{name}}}}}"), value);
        values.iter().fold(self.template.to_owned(), fill)
    }

    /// The due date of a bill that was made on that day.
    pub fn due_date(&self, day: NaiveDate) -> Option<NaiveDate> {
        self.is_bill.then(|| day + TimeDelta::days(25))
    }

    /// The payment reference of a bill.
    pub fn ocr(&self) -> Option<String> {
        self.is_bill.then(|| with_check_digit("7300441280"))
    }
}

const SWEDISH: &str = "januari februari mars april maj juni juli augusti september oktober november december";

/// A mail with a shop's receipt. The receipt's date is the day of `received_at` in UTC.
pub fn shop_mail(shop: &Shop, received_at: DateTime<Utc>) -> Draft {
    let subject = shop
        .subject
        .replace("{{order_number}}", shop.order_number.unwrap_or_default());
    Draft {
        html: Some(shop.html(received_at.date_naive())),
        ..Draft::new(shop.name, shop.sender, &subject, received_at)
    }
}

/// Ten in the morning, `days` days ago. At that hour Stockholm has the same date as UTC.
pub(super) fn days_ago(now: DateTime<Utc>, days: i64) -> DateTime<Utc> {
    let morning = NaiveTime::from_hms_opt(10, 0, 0).unwrap_or(NaiveTime::MIN);
    (now.date_naive() - TimeDelta::days(days)).and_time(morning).and_utc()
}
