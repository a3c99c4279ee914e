//! File names as an attacker, or a careless landlord, would choose them: through the mailbox into the object store.

use crate::mails::{at, notice, rent_mail};
use crate::on_both_databases;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// The file names of a user's objects, each of which lies in that user's own folder and nowhere else.
fn names(world: &World, user: &crate::user::User<'_>) -> Vec<String> {
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

on_both_databases! {
    /// However a file is called, it is stored once, in its owner's folder, under a name that is one.
    async fn a_file_name_leads_nowhere_else(world: World) {
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
            // What only looks like dots and slashes.
            "\u{ff0e}\u{ff0e}\u{ff0f}\u{2215}\u{2044}a_6.pdf",
            "\u{202e}fdp.a_7.pdf",
            "a_8.pdf.exe",
            &long,
            "CON.pdf",
            "user_00000000-0000-4000-8000-000000000000_9.pdf",
            "'; DROP TABLE users; --_10.pdf",
        ];
        let pdfs: Vec<_> = (1i64..).zip(hostile).map(|(n, name)| (name, notice(5000 + n, "2026-11-30"))).collect();
        world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
        let alva = world.connects("Alva").await;
        alva.ingests_rental().await.data(200);
        assert_eq!(names(&world, &alva).len(), hostile.len());
        assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], hostile.len());
        let data = world.folder.path().join("objects");
        let outside: Vec<String> = world.files().into_iter().filter(|file| file.contains("passwd")).collect();
        assert!(outside.iter().all(|file| file.starts_with(data.to_str().unwrap())), "{outside:?}");
    }

    /// Names that differ in letter case are two; one name in two normal forms is one, and its second file is kept beside it.
    async fn names_that_only_look_alike_are_kept_apart(world: World) {
        let alike = ["Hyra_a1.pdf", "Hyra_A1.pdf", "Hyra_å1.pdf", "Hyra_a\u{30a}1.pdf", "Hyra_а1.pdf"];
        let pdfs: Vec<_> = (1i64..).zip(alike).map(|(n, name)| (name, notice(5000 + n, "2026-11-30"))).collect();
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

    /// Two users with a file of one name have a file each.
    async fn one_name_of_two_users_is_two_files(world: World) {
        let mail = |total| rent_mail(at(NOVEMBER), &[("Hyresavi_1297534008.pdf", notice(total, "2026-11-30"))]);
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
}
