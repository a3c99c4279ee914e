//! What an installation uses of the program: health check, completions and manual pages.

use std::net::TcpListener;

use crate::served::{Served, run, text};

#[test]
fn health_asks_the_running_service() {
    let folder = tempfile::tempdir().unwrap();
    let health = |arguments: &[&str]| run(folder.path(), &[&["health"], arguments].concat());
    let unset = health(&[]);
    assert_eq!(unset.status.code(), Some(1));
    assert!(text(&unset.stderr).contains("operations.address is not set"));

    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let settings = format!("[operations]\naddress = \"0.0.0.0:{}\"\n", free.port());
    std::fs::write(folder.path().join("invoices.toml"), settings).unwrap();
    let down = health(&[]);
    assert_eq!(down.status.code(), Some(1), "{down:?}");

    let mut served = Served::start(folder.path());
    let first = health(&[]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert!(health(&["--live"]).status.success());
    served.signal("-TERM");
    assert!(!health(&["--live"]).status.success());
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&run(folder.path(), &["--help"]).stdout);
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .map_while(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"serve"), "{help}");
    assert!(run(folder.path(), &["manual", "man"]).status.success());
    for shell in ["bash", "zsh", "fish"] {
        let completions = text(&run(folder.path(), &["completions", shell]).stdout);
        for command in &commands {
            assert!(completions.contains(command), "{shell}: {command}");
            let page = folder.path().join(format!("man/invoices-{command}.1"));
            assert!(page.is_file(), "{}", page.display());
        }
    }
}
