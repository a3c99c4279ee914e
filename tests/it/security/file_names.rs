//! Hostile names of attachments.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// The file names of a user's objects. All of them are in the folder of the user.
fn names(world: &World, user: &invoices_tests::support::user::User<'_>) -> Vec<String> {
    let folder = format!("invoices/{}/rental/", user.id);
    let own = world
        .objects()
        .into_iter()
        .filter(|key| key.contains(&user.id.to_string()));
    let names: Vec<String> = own
        .map(|key| {
            key.strip_prefix(&folder)
                .unwrap_or_else(|| panic!("{key} is elsewhere"))
                .to_owned()
        })
        .collect();
    for name in &names {
        assert!(
            !name.contains(['/', '\\']) && !name.chars().any(char::is_control),
            "{name:?}"
        );
        assert!(
            name.len() <= 120 && name.to_lowercase().ends_with(".pdf") && !name.starts_with('.'),
            "{name:?}"
        );
    }
    names
}

/// Each file is stored once, under a valid name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_file_names_stay_in_the_owners_folder() {
    let world = World::start(Sqlite).await;
    let long = format!("Hyresavi_{}.pdf", "ö".repeat(4_000));
    let hostile = [
        "../../../../etc/passwd.pdf",
        "..\\..\\windows\\system32\\a_1.pdf",
        "/etc/cron.d/root_2.pdf",
        "a\u{0}b_3.pdf",
        "a\r\nContent-Length: 0_4.pdf",
        "..",
        ".pdf",
        "....pdf",
        "%2e%2e%2f%2e%2e%2fa_5.pdf",
        // Characters that resemble dots and slashes.
        "\u{ff0e}\u{ff0e}\u{ff0f}\u{2215}\u{2044}a_6.pdf",
        "\u{202e}fdp.a_7.pdf",
        "a_8.pdf.exe",
        &long,
        "CON.pdf",
        "user_00000000-0000-4000-8000-000000000000_9.pdf",
        "'; DROP TABLE users; --_10.pdf",
    ];
    let pdfs: Vec<_> = (1i64..)
        .zip(hostile)
        .map(|(n, name)| (name, notice(5000 + n, "2026-11-30")))
        .collect();
    world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    assert_eq!(names(&world, &alva).len(), hostile.len());
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], hostile.len());
    let data = world.folder.path().join("objects");
    let outside: Vec<String> = world
        .files()
        .into_iter()
        .filter(|file| file.contains("passwd"))
        .collect();
    assert!(
        outside.iter().all(|file| file.starts_with(data.to_str().unwrap())),
        "{outside:?}"
    );
}

/// Names that differ in case, or only in Unicode normalisation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn similar_file_names_are_kept_apart() {
    let world = World::start(Sqlite).await;
    let alike = [
        "Hyra_a1.pdf",
        "Hyra_A1.pdf",
        "Hyra_å1.pdf",
        "Hyra_a\u{30a}1.pdf",
        "Hyra_а1.pdf",
    ];
    let pdfs: Vec<_> = (1i64..)
        .zip(alike)
        .map(|(n, name)| (name, notice(5000 + n, "2026-11-30")))
        .collect();
    world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    let names = names(&world, &alva);
    assert_eq!(names.len(), alike.len(), "{names:?}");
    let list = alva.lists_rental().await;
    let mut amounts: Vec<i64> = list.data(200)["invoices"]["2026"]
        .as_array()
        .unwrap()
        .iter()
        .map(|invoice| invoice["Total Amount"].as_i64().unwrap())
        .collect();
    amounts.sort_unstable();
    assert_eq!(amounts, [5001, 5002, 5003, 5004, 5005], "no record hides another");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_file_names_of_two_users_are_two_files() {
    let world = World::start(Sqlite).await;
    let mail = |total| {
        rent_mail(
            at(NOVEMBER),
            &[("Hyresavi_1297534008.pdf", notice(total, "2026-11-30"))],
        )
    };
    world.sandbox.add_to("alva@example.com", &mail(5100));
    world.sandbox.add_to("bo@example.com", &mail(7200));
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    alva.connects("alva@example.com").await;
    bo.connects("bo@example.com").await;
    for (user, total) in [(&alva, 5100), (&bo, 7200)] {
        assert_eq!(user.ingests_rental().await.data(200)["invoiceCount"], 1);
        assert_eq!(names(&world, user), ["Hyresavi_1297534008.pdf"]);
        let invoice = user.gets("/v1/invoices/rental/Invoice_1297534008").await;
        assert_eq!(invoice.data(200)["Total Amount"], total);
    }
    alva.deletes("/v1/user/me").await.data(200);
    assert_eq!(names(&world, &bo), ["Hyresavi_1297534008.pdf"]);
}
