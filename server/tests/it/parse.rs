//! `invoices parse`.

use crate::served::{run, text};

#[test]
fn parse_writes_a_line_for_each_file_in_order() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.html"), "<p>Nyhetsbrev</p>").unwrap();
    std::fs::write(folder.path().join("b.pdf"), "%PDF-1.4 broken").unwrap();
    std::fs::write(folder.path().join("c.eml"), "From: a@example.com\r\n\r\n").unwrap();
    let parsed = run(folder.path(), &["parse", "--json", "b.pdf", "a.html", "c.eml"]);
    assert!(parsed.status.success());
    let lines: Vec<serde_json::Value> = text(&parsed.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let files: Vec<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["b.pdf", "a.html", "c.eml"]);
    assert!(
        lines
            .iter()
            .all(|line| line["outcome"] != "parsed" && line["reason"].is_string())
    );
    let missing = run(folder.path(), &["parse", "--json", "a.html", "nowhere.html"]);
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(
        text(&missing.stdout).lines().count(),
        2,
        "a missing file has a line too"
    );
    assert!(
        !run(folder.path(), &["parse", "--vendor", "nobody", "a.html"])
            .status
            .success()
    );
}

#[test]
fn parse_reads_a_message_by_the_labels_of_its_sender() {
    let folder = tempfile::tempdir().unwrap();
    let mail = "From: Kassan <order@example.com>\r\nSubject: Kvitto\r\n\r\nKvitto\r\nOrdernummer: 204118\r\n\
        Totalt: 80,00 kr\r\nKassan drar: 100,00 kr\r\n";
    std::fs::write(folder.path().join("mail.eml"), mail).unwrap();
    let vendor = |label: &str| {
        format!(
            r#"[{{"vendor_id": "kassan", "vendor_name": "Kassan", "sub_type": "grocery", "email_patterns": ["example.com"],
                "labels": [{{"class": "total_amount", "phrase": "{label}"}}]}}]"#
        )
    };
    std::fs::write(folder.path().join("vendors.json"), vendor("kassan drar")).unwrap();
    std::fs::write(folder.path().join("wrong.json"), vendor("moms")).unwrap();
    let total = |arguments: &[&str]| {
        let parsed = run(
            folder.path(),
            &[&["parse", "--json"], arguments, &["mail.eml"]].concat(),
        );
        serde_json::from_str::<serde_json::Value>(&text(&parsed.stdout)).unwrap()["record"]["total_amount"].clone()
    };
    assert_eq!(total(&[]), 80);
    assert_eq!(total(&["--vendors", "vendors.json"]), 100);
    for file in ["wrong.json", "nowhere.json"] {
        let refused = run(folder.path(), &["parse", "--vendors", file, "mail.eml"]);
        assert!(!refused.status.success() && text(&refused.stderr).contains(file));
    }
}
