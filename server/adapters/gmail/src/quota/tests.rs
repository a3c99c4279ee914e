//! The quota under virtual time, beside a provider that counts by itself.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;

fn quota(user: u32, project: u32) -> Arc<Quota> {
    Arc::new(Quota::new(&QuotaSettings {
        user_units_per_minute: user,
        project_units_per_minute: project,
        ..QuotaSettings::default()
    }))
}

fn address(name: &str) -> MailAddress {
    format!("{name}@example.com").parse().unwrap()
}

/// A call that the provider counts and answers after this delay.
async fn call(quota: Arc<Quota>, name: &str, units: u32, latency: Duration) -> (Instant, String, u32) {
    let account = address(name);
    let charge = quota.charge(&account, units).await;
    // The provider counts somewhere on the way.
    tokio::time::sleep(latency / 3).await;
    let counted = Instant::now();
    tokio::time::sleep(latency * 2 / 3).await;
    drop(charge);
    (counted, name.to_owned(), units)
}

/// The most that was counted in any minute.
fn peak(mut calls: Vec<(Instant, u32)>) -> u32 {
    calls.sort();
    let windows = calls.iter().map(|(end, _)| {
        let inside = calls.iter().filter(|(at, _)| at <= end && *at + WINDOW > *end);
        inside.map(|(_, units)| units).sum()
    });
    windows.max().unwrap_or_default()
}

/// Runs work on a clock that moves by itself when everyone waits.
fn virtually<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(work)
}

#[test]
fn a_backfill_takes_what_the_quota_dictates_and_no_longer() {
    virtually(async {
        let (quota, began) = (quota(6_000, 1_200_000), Instant::now());
        // 1,500 messages are five minutes' budget, the first of which is there at once.
        let calls = (0..1_500).map(|_| call(quota.clone(), "alva", 20, Duration::from_millis(50)));
        let calls = futures::future::join_all(calls).await;
        let took = began.elapsed();
        assert!(
            took >= 4 * WINDOW && took < 4 * WINDOW + Duration::from_secs(3),
            "{took:?}"
        );
        assert_eq!(
            peak(calls.into_iter().map(|(at, _, units)| (at, units)).collect()),
            6_000
        );
    });
}

#[test]
fn a_mailbox_of_years_keeps_nobody_else_waiting() {
    virtually(async {
        let (quota, began) = (quota(6_000, 2_000), Instant::now());
        let years = async {
            let calls = (0..1_000).map(|_| call(quota.clone(), "alva", 20, Duration::from_millis(50)));
            futures::future::join_all(calls).await;
            began.elapsed()
        };
        let newcomer = async {
            tokio::time::sleep(Duration::from_secs(90)).await;
            let calls = (0..50).map(|_| call(quota.clone(), "bo", 20, Duration::from_millis(50)));
            futures::future::join_all(calls).await;
            began.elapsed()
        };
        let (years, newcomer) = futures::future::join(years, newcomer).await;
        // The quota of two minutes is used; the next is the newcomer's first.
        assert!(newcomer <= Duration::from_secs(122), "{newcomer:?}");
        assert!(years > Duration::from_mins(10), "{years:?}");
    });
}

#[test]
fn whoever_gives_up_gives_its_place_free() {
    virtually(async {
        let (quota, alva) = (quota(40, 1_000), address("alva"));
        let held = quota.charge(&alva, 30).await;
        let dear = tokio::spawn({
            let quota = quota.clone();
            async move { drop(quota.charge(&address("alva"), 20).await) }
        });
        tokio::task::yield_now().await;
        let cheap = tokio::spawn({
            let quota = quota.clone();
            async move { drop(quota.charge(&address("alva"), 10).await) }
        });
        tokio::task::yield_now().await;
        assert!(!cheap.is_finished(), "nobody overtakes");
        dear.abort();
        assert!(dear.await.unwrap_err().is_cancelled());
        let began = Instant::now();
        cheap.await.unwrap();
        assert!(began.elapsed() < Duration::from_secs(1));
        drop(held);
    });
}

#[test]
fn a_pause_ends_and_the_longer_of_two_counts() {
    let (quota, alva) = (quota(40, 40), address("alva"));
    let now: DateTime<Utc> = "2026-07-01T12:00:00Z".parse().unwrap();
    let after = |seconds| now + chrono::TimeDelta::seconds(seconds);
    assert_eq!(quota.pause_left(&alva, now), None);
    quota.pause(&alva, after(30));
    quota.pause(&alva, after(10));
    assert_eq!(quota.pause_left(&alva, after(1)), Some(Duration::from_secs(29)));
    assert_eq!(quota.pause_left(&alva, after(30)), None);
    assert_eq!(quota.pause_left(&address("bo"), now), None);
}

#[test]
fn replicas_share_what_the_project_may_spend() {
    let share = QuotaSettings::default().share(4);
    assert_eq!(
        (share.project_units_per_minute, share.user_units_per_minute),
        (300_000, 6_000)
    );
    assert!(share.allows_one_call());
    assert!(!QuotaSettings::default().share(1_000_000).allows_one_call());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// However calls come and however long they take, the provider never counts more than the budgets in a minute.
    #[test]
    fn no_minute_ever_holds_more_than_the_budgets(
        calls in prop::collection::vec((0usize..4, 0u64..150_000, prop::sample::select(vec![5u32, 20]), 1u64..20_000), 1..120),
        user in 20u32..200,
        project in 20u32..400,
    ) {
        let names = ["alva", "bo", "cleo", "dag"];
        let done = virtually(async {
            let quota = quota(user, project);
            let calls = calls.iter().map(|(who, after, units, latency)| {
                let quota = quota.clone();
                async move {
                    tokio::time::sleep(Duration::from_millis(*after)).await;
                    call(quota, names[*who], *units, Duration::from_millis(*latency)).await
                }
            });
            futures::future::join_all(calls).await
        });
        prop_assert_eq!(done.len(), calls.len());
        prop_assert!(peak(done.iter().map(|(at, _, units)| (*at, *units)).collect()) <= project);
        for name in names {
            let own = done.iter().filter(|(_, who, _)| who == name);
            prop_assert!(peak(own.map(|(at, _, units)| (*at, *units)).collect()) <= user);
        }
    }
}
