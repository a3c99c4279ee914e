//! Mailboxes with more messages than one search may return.

use std::collections::BTreeSet;

use crate::stub::Stub;
use crate::support::{all, alva, from};

/// The numbers of the messages that a search finds, in the order of the pages, and how many messages each search returned.
async fn listed(uids: impl IntoIterator<Item = u32>, heeds_ranges: bool) -> (Vec<u32>, Vec<usize>) {
    let stub = Stub::start(uids.into_iter().collect(), heeds_ranges).await;
    let ids = all(&stub.client(), &alva(), &from("example.com", &[])).await.unwrap();
    let number = |id: &str| id.rsplit_once('=').unwrap().1.parse().unwrap();
    (ids.iter().map(|id| number(id.as_str())).collect(), stub.answers())
}

#[tokio::test]
async fn an_ordinary_mailbox_takes_one_search_a_page() {
    let (found, answers) = listed((1..=4_200).map(|nth| nth * 1_000_000), true).await;
    assert!(found.into_iter().eq((1..=4_200).rev().map(|nth| nth * 1_000_000)));
    assert_eq!(answers.len(), 9);
}

#[tokio::test]
async fn a_huge_mailbox_is_searched_in_ranges_and_each_message_is_found_once() {
    // Dense, then sparse, then dense numbers up to the highest.
    let uids: BTreeSet<u32> = (1..30_000)
        .chain((1..100).map(|nth| nth * 40_000_000))
        .chain(u32::MAX - 20_000..=u32::MAX)
        .collect();
    let (found, answers) = listed(uids.clone(), true).await;
    assert!(found.iter().eq(uids.iter().rev()));
    // The first search finds everything. Ranges that have become wide among sparse numbers find too much twice.
    let wide = answers.iter().filter(|answer| **answer > 2_000).count();
    assert!(wide <= 3, "{answers:?}");
    assert!(answers.len() <= found.len() / 500 + 10, "{answers:?}");
}

#[tokio::test]
async fn a_server_that_ignores_ranges_lists_each_message_once() {
    let (found, _) = listed(1..=12_000, false).await;
    assert!(found.into_iter().eq((1..=12_000).rev()));
}
