//! Which days a retail ingest searches, and how far it remembers to have come.

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault};
use serde_json::{Value, json};

use crate::mails::{Slip, at, grocery, receipt};
use crate::on_both_databases;
use crate::world::World;

/// Two shops; with searches so short that each has its own.
fn two_shops() -> Value {
    json!([
        {"vendor_id": "apple-barn", "vendor_name": "Apple Barn", "sub_type": "grocery", "email_patterns": ["apples@example.com"]},
        {"vendor_id": "bean-shop", "vendor_name": "Bean Shop", "sub_type": "clothing", "email_patterns": ["beans@example.com"]},
    ])
}

fn days(start: &str, end: &str) -> Value {
    json!({"start": start, "end": end})
}

on_both_databases! {
    async fn the_first_fetch_reaches_thirty_days_back(world: World) {
        let alva = world.connects("Alva").await;
        // The tests begin on 18 November at 9.
        world.sandbox.add(&grocery(at("2026-10-19T09:30:00Z"), "1", "100,00"));
        world.sandbox.add(&grocery(at("2026-10-18T08:30:00Z"), "2", "200,00"));
        world.sandbox.add(&grocery(at("2026-10-01T08:30:00Z"), "3", "300,00"));
        let data = alva.finds_retail().await;
        assert_eq!(data["dateRange"], days("2026/10/19", "2026/11/18"));
        let amounts: Vec<Value> = alva.lists_retail().await.iter().map(|invoice| invoice["total_amount"].clone()).collect();
        assert_eq!(amounts, [100]);
        // An older one is found by who asks for its days.
        let answer = alva.ingests_days("2026-10-01", "2026-10-01").await;
        assert_eq!(answer.data(200)["totalEmailsFound"], 1);
        assert_eq!(answer.data(200)["dateRange"], days("2026/10/01", "2026/10/01"));
        assert_eq!(alva.lists_retail().await.len(), 2);
    }

    /// A run without dates goes on where the last one began, with a day's overlap that it does not show.
    async fn later_fetches_go_on_from_the_last_one(world: World) {
        let mut alva = world.connects("Alva").await;
        assert_eq!(alva.finds_retail().await["dateRange"], days("2026/10/19", "2026/11/18"));
        alva.comes_back_after(TimeDelta::days(3)).await;
        // These come late: they were received before the first run and shown by the provider after it.
        world.sandbox.add(&grocery(at("2026-11-17T09:30:00Z"), "1", "100,00"));
        world.sandbox.add(&grocery(at("2026-11-17T08:30:00Z"), "2", "200,00"));
        let data = alva.finds_retail().await;
        assert_eq!(data["dateRange"], days("2026/11/18", "2026/11/21"));
        assert_eq!(data["totalEmailsFound"], 1, "the overlap is a day");
        assert_eq!(alva.finds_retail().await["dateRange"], days("2026/11/21", "2026/11/21"));
        assert_eq!(alva.ingests_days("2026-11-17", "2026-11-17").await.data(200)["totalEmailsFound"], 1);
    }

    /// Days are whole and the service's: in Stockholm the 10th begins at 23 UTC of the 9th.
    async fn days_asked_for_are_inclusive_in_the_services_zone(world: World) {
        let alva = world.connects("Alva").await;
        for (received, order) in [
            ("2026-11-09T22:59:59Z", "1"),
            ("2026-11-09T23:00:00Z", "2"),
            ("2026-11-09T23:30:00Z", "3"),
            ("2026-11-10T22:59:59Z", "4"),
            ("2026-11-10T23:00:00Z", "5"),
            ("2026-11-10T23:30:00Z", "6"),
        ] {
            world.sandbox.add(&grocery(at(received), order, "100,00"));
        }
        let answer = alva.ingests_days("2026-11-10", "2026-11-10").await;
        assert_eq!(answer.data(200)["totalEmailsFound"], 3);
        assert_eq!(answer.data(200)["dateRange"], days("2026/11/10", "2026/11/10"));
        let objects = world.objects();
        assert!(objects.iter().all(|key| key.contains("/ica_2026-11-10_")), "{objects:?}");
        // What lay just outside is not lost.
        assert_eq!(alva.ingests_days("2026-11-09", "2026-11-09").await.data(200)["totalEmailsFound"], 1);
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 2);
        assert_eq!(alva.lists_retail().await.len(), 6);
    }

    /// Summer time begins on 29 March: that day has 23 hours.
    async fn a_short_day_is_a_whole_day(world: World) {
        let alva = world.connects("Alva").await;
        for (received, order) in [("2026-03-28T22:59:00Z", "1"), ("2026-03-28T23:00:00Z", "2"), ("2026-03-29T21:59:00Z", "3"), ("2026-03-29T22:00:00Z", "4")] {
            world.sandbox.add(&grocery(at(received), order, "100,00"));
        }
        assert_eq!(alva.ingests_days("2026-03-29", "2026-03-29").await.data(200)["totalEmailsFound"], 2);
    }

    /// Only a window that leaves no gap moves the place to go on from.
    async fn days_asked_for_move_the_cursor_only_where_they_leave_no_gap(world: World) {
        let mut alva = world.connects("Alva").await;
        for (start, end) in [("2026-10-01", "2026-11-17"), ("2026-10-20", "2026-11-18"), ("2026-12-01", "2026-12-31")] {
            alva.ingests_days(start, end).await.data(200);
            assert_eq!(alva.finds_retail_only("utility").await["dateRange"]["start"], "2026/10/19");
            world.sql("DELETE FROM cursors").await;
        }
        alva.ingests_days("2026-10-18", "2026-11-18").await.data(200);
        alva.comes_back_after(TimeDelta::days(1)).await;
        assert_eq!(alva.finds_retail().await["dateRange"], days("2026/11/18", "2026/11/19"));
    }

    /// Each vendor goes on from its own last search; what is shown is the earliest of those asked for.
    async fn a_category_moves_its_own_vendors(world: World) {
        let mut alva = world.connects("Alva").await;
        alva.finds_retail_only("grocery").await;
        alva.comes_back_after(TimeDelta::days(2)).await;
        assert_eq!(alva.finds_retail_only("grocery").await["dateRange"], days("2026/11/18", "2026/11/20"));
        assert_eq!(alva.finds_retail_only("travel").await["dateRange"], days("2026/10/21", "2026/11/20"));
        assert_eq!(alva.finds_retail().await["dateRange"], days("2026/10/21", "2026/11/20"));
        alva.comes_back_after(TimeDelta::days(1)).await;
        assert_eq!(alva.finds_retail().await["dateRange"], days("2026/11/20", "2026/11/21"));
    }

    /// A vendor whose search failed is named, and is searched again from where it was.
    async fn only_vendors_whose_search_succeeded_move_on(world: World) {
        let world = world.with_only_vendors(&two_shops()).await.with_settings(|config| config.mail.max_query_length = 20).await;
        let mut alva = world.connects("Alva").await;
        // The first search and its one repetition.
        world.sandbox.fail_times(Fault::Search500, 2);
        let answer = alva.ingests_retail().await;
        let data = answer.data(200);
        let entry = json!([{"vendor_id": "apple-barn", "error": "the mailbox search failed; the next run tries again"}]);
        assert_eq!(data["errors"], entry);
        assert_eq!(data["byVendor"], json!({"apple-barn": 0, "bean-shop": 0}));
        alva.comes_back_after(TimeDelta::days(2)).await;
        assert_eq!(alva.finds_retail_only("clothing").await["dateRange"], days("2026/11/18", "2026/11/20"));
        assert_eq!(alva.finds_retail_only("grocery").await["dateRange"], days("2026/10/21", "2026/11/20"));
        assert_eq!(alva.finds_retail().await["dateRange"], days("2026/11/20", "2026/11/20"));
    }

    /// Vendors share a search; when it fails each is searched alone, so that one alone is named.
    async fn a_shared_search_that_fails_is_split(world: World) {
        let world = world.with_only_vendors(&two_shops()).await;
        let alva = world.connects("Alva").await;
        world.sandbox.fail_times(Fault::Search500, 2);
        assert_eq!(alva.finds_retail().await["errors"], json!([]), "each alone succeeded");
        world.sandbox.fail_times(Fault::Search500, 4);
        let errors = alva.finds_retail().await["errors"].clone();
        assert_eq!((errors.as_array().unwrap().len(), &errors[0]["vendor_id"]), (1, &json!("apple-barn")));
    }

    /// The provider fails at what one of three shops is searched by: that one is named, the others' mails come home, and its
    /// own with the first run that can search for it again, from where it was.
    async fn a_search_that_fails_for_one_vendor_costs_that_one_alone(world: World) {
        let mut shops = two_shops();
        shops.as_array_mut().unwrap().push(json!({"vendor_id": "corn-shop", "vendor_name": "Corn Shop", "sub_type": "grocery", "email_patterns": ["corn@example.com"]}));
        let world = world.with_only_vendors(&shops).await;
        let mut alva = world.connects("Alva").await;
        for (sender, order) in [("apples@example.com", "1"), ("beans@example.com", "2"), ("corn@example.com", "3")] {
            let slip = Slip { order: Some(order), ..Slip::default() };
            world.sandbox.add(&receipt(sender, "Ditt kvitto", at("2026-11-10T08:00:00Z"), &slip.html()));
        }
        world.sandbox.fail_searches_for("beans@example.com");
        let data = alva.finds_retail().await;
        let entry = json!([{"vendor_id": "bean-shop", "error": "the mailbox search failed; the next run tries again"}]);
        assert_eq!(data["errors"], entry);
        assert_eq!(data["byVendor"], json!({"apple-barn": 1, "bean-shop": 0, "corn-shop": 1}));
        let senders = |query: &str| query.matches("@example.com").count();
        let asked: Vec<usize> = world.sandbox.queries().iter().map(|query| senders(query)).collect();
        assert_eq!(asked, [3, 3, 1, 1, 1, 1], "once more together, then each by itself, and the failing one once more");
        alva.comes_back_after(TimeDelta::days(2)).await;
        assert_eq!(alva.finds_retail_only("grocery").await["dateRange"], days("2026/11/18", "2026/11/20"));
        world.sandbox.clear_faults();
        let data = alva.finds_retail_only("clothing").await;
        assert_eq!((&data["dateRange"], &data["byVendor"]), (&days("2026/10/21", "2026/11/20"), &json!({"bean-shop": 1})));
        assert_eq!((&data["errors"], alva.lists_retail().await.len()), (&json!([]), 3));
    }

    /// A message that can't be fetched names the vendor whose search alone found it; of a shared search nobody knows.
    async fn a_message_that_fails_names_its_vendor_where_that_is_known(world: World) {
        let world = world.with_only_vendors(&two_shops()).await.with_settings(|config| config.pipeline.fetch_concurrency = 1).await;
        let slip = Slip { order: Some("1"), ..Slip::default() };
        let id = world.sandbox.add(&receipt("beans@example.com", "Ditt kvitto", at("2026-11-10T08:00:00Z"), &slip.html()));
        let other = Slip { order: Some("2"), ..Slip::default() };
        world.sandbox.add(&receipt("beans@example.com", "Ditt kvitto", at("2026-11-09T08:00:00Z"), &other.html()));
        let entry = |vendor: &str| json!([{"vendor_id": vendor, "message_id": id, "error": "the message could not be fetched; the next run tries again"}]);
        let alva = world.connects("Alva").await;
        // The newest comes first: its fetch and the one repetition.
        world.sandbox.fail_times(Fault::Fetch500, 2);
        assert_eq!(alva.finds_retail().await["errors"], entry("unknown"));
        let bo = world.connects("Bo").await;
        world.sandbox.fail_times(Fault::Fetch500, 2);
        assert_eq!(bo.finds_retail_only("clothing").await["errors"], entry("bean-shop"));
        for user in [alva, bo] {
            let data = user.finds_retail().await;
            assert_eq!((&data["totalEmailsFound"], &data["errors"]), (&json!(1), &json!([])));
            assert_eq!(user.lists_retail().await.len(), 2);
        }
    }

    async fn when_every_search_fails_the_ingest_fails(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z"), "1", "100,00"));
        world.sandbox.fail(Fault::Search500);
        alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
        let calls = world.sandbox.calls(Endpoint::Search);
        assert!(calls < 40, "a provider that is down was asked {calls} times");
        world.sandbox.clear_faults();
        let data = alva.finds_retail().await;
        assert_eq!((&data["totalEmailsFound"], &data["dateRange"]), (&json!(1), &days("2026/10/19", "2026/11/18")));
    }

    /// A provider that asks to slow down is not asked once more for every vendor.
    async fn a_provider_that_asks_to_slow_down_is_left_alone(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.fail(Fault::RateLimited { retry_after: Some(30) });
        alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
        let calls = world.sandbox.calls(Endpoint::Search);
        assert!(calls <= 4, "it was asked {calls} times");
    }

    /// The records of an account that was switched stay; the new one starts as new.
    async fn each_account_has_its_own_cursors(world: World) {
        let mut alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z"), "1", "100,00"));
        alva.finds_retail().await;
        alva.comes_back_after(TimeDelta::days(2)).await;
        alva.connects("other@example.com").await;
        world.sandbox.add_to("other@example.com", &grocery(at("2026-11-11T08:00:00Z"), "2", "200,00"));
        let data = alva.finds_retail().await;
        assert_eq!((&data["totalEmailsFound"], &data["dateRange"]), (&json!(1), &days("2026/10/21", "2026/11/20")));
        assert_eq!(alva.lists_retail().await.len(), 2);
        alva.connects("alva@example.com").await;
        let data = alva.finds_retail().await;
        assert_eq!((&data["totalEmailsFound"], &data["dateRange"]), (&json!(0), &days("2026/11/18", "2026/11/20")));
    }

    /// Every page is read: the provider gives at most so many ids at once.
    async fn every_page_is_read(world: World) {
        let world = world.with_settings(|config| config.mail.page_size = 7).await;
        let alva = world.connects("Alva").await;
        for order in 0..36 {
            world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z") + TimeDelta::minutes(order), &order.to_string(), "100,00"));
        }
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 36);
        assert_eq!(alva.lists_retail().await.len(), 36);
        assert!(world.sandbox.calls(Endpoint::Search) >= 6);
    }
}
