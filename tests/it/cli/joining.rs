//! Which mails are one invoice, said on the command line.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::world::World;

use super::Machine;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_joined_and_separated_again() {
    let world = World::start(Sqlite).await;
    for (day, total) in [("10", "100,00"), ("12", "89,00")] {
        let time = at(&format!("2026-11-{day}T08:00:00Z"));
        world.sandbox.add(&grocery(time, "204118", total));
    }
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let machine = Machine::of(&alva).await;
    let list = alva.lists_retail().await;
    let [later, earlier] = [0, 1].map(|index: usize| list[index]["invoice_id"].as_str().unwrap());
    let mails = machine.runs(&["messages", "--invoice", later, "--json"]).await.json();
    let mail = mails[0]["message_id"].as_str().unwrap();

    let said = machine.runs(&["join", earlier, &later[..8]]).await.succeeds();
    let [before, _, now] = said.lines().collect::<Vec<_>>()[..] else {
        panic!("{said}")
    };
    assert!(before.starts_with("Before: ") && before.contains("100.00"), "{said}");
    assert!(now.starts_with("Now: ") && now.contains("89.00"), "{said}");
    let list = alva.lists_retail().await;
    assert_eq!(list.len(), 1);
    let joined = list[0]["invoice_id"].as_str().unwrap();

    let said = machine.runs(&["separate", &joined[..8], mail]).await.succeeds();
    let [now, separated] = said.lines().collect::<Vec<_>>()[..] else {
        panic!("{said}")
    };
    assert!(now.starts_with("Now: ") && now.contains("100.00"), "{said}");
    assert!(
        separated.starts_with("Separated: ") && separated.contains("89.00"),
        "{said}"
    );
    assert_eq!(alva.lists_retail().await.len(), 2);

    machine.runs(&["separate", joined, "none"]).await.fails(4);
    machine.runs(&["join", earlier, "0b8f0ad6-6c2f"]).await.fails(4);
}
