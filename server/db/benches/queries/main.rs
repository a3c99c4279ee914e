//! The statements of one operation of the API, in process: what is left of a request without HTTP, tokens and JSON.
//!
//! `cargo xtask bench api` runs it beside the service, on the same database. Arguments: the database's URL, the user's address, an
//! invoice of theirs, the operation, the number of concurrent callers and the seconds. It prints the calls a second.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

use std::time::{Duration, Instant};

use invoices_db::{DatabaseSettings, DateOrder, RetailFilter, Store};
use invoices_domain::{RetailInvoiceId, SubType, UserId};

/// One more than the list has, as the service asks for, to know whether there are more.
const LIST: i64 = 101;

#[derive(Clone)]
struct Caller {
    store: Store,
    user: UserId,
    invoice: RetailInvoiceId,
    sub_type: SubType,
    operation: String,
}

impl Caller {
    async fn call(&self) {
        let found = self.store.user(self.user).await.unwrap();
        assert!(found.is_some(), "the token's user exists");
        match self.operation.as_str() {
            "profile" => {}
            "list" => {
                let all = RetailFilter::default();
                let store = &self.store;
                let page = store.counted_retail_page(self.user, &all, DateOrder::Newest, None, LIST);
                let (rows, total) = page.await.unwrap();
                assert!(!rows.is_empty() && total > 0);
            }
            "detail" => {
                let detail = self.store.retail_invoice(self.user, Some(&self.sub_type), self.invoice);
                assert!(detail.await.unwrap().is_some());
            }
            other => panic!("there is no operation {other}"),
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [url, email, invoice, operation, callers, seconds] = arguments.as_slice() else {
        println!("`cargo xtask bench api` runs this with its arguments");
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let store = Store::open(&DatabaseSettings::new(url)).await.unwrap();
        let caller = Caller {
            user: store.user_by_email(email).await.unwrap().unwrap().user_id,
            store,
            invoice: invoice.parse().unwrap(),
            sub_type: "grocery".parse().unwrap(),
            operation: operation.clone(),
        };
        let (started, time) = (Instant::now(), Duration::from_secs(seconds.parse().unwrap()));
        let tasks: Vec<_> = (0..callers.parse::<u32>().unwrap())
            .map(|_| {
                let caller = caller.clone();
                tokio::spawn(async move {
                    let mut calls = 0_u32;
                    while started.elapsed() < time {
                        caller.call().await;
                        calls += 1;
                    }
                    calls
                })
            })
            .collect();
        let mut calls = 0;
        for task in tasks {
            calls += task.await.unwrap();
        }
        println!("{}", f64::from(calls) / started.elapsed().as_secs_f64());
    });
}
