//! Connections on which no request arrives.

use std::fs;

use futures::future::join_all;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::program::program;
use invoices_tests::support::wait::{until, within};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

use super::process::Process;

/// Silent connections take every descriptor that the process may have. Dropshot tries ten times a second to accept more.
// Shows: Threats | Someone connects and sends…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_silent_connections_than_descriptors_block_others_for_seconds_only() {
    let process = Process::start(&[]).await;
    let token = process.replica.connects(&process.sandbox).await;
    let pid = process.replica.id().to_string();
    let limited = Command::new("prlimit")
        .args(["--pid", &pid, "--nofile=100:100"])
        .status();
    assert!(limited.await.unwrap().success());
    let connect = async |_| TcpStream::connect(process.replica.address()).await.unwrap();
    let mut silent = join_all((0..100).map(connect)).await;
    until("no descriptor to be left", async || {
        fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count() >= 100
    })
    .await;
    let ends = silent.iter_mut().map(async |connection| {
        let _ = connection.read(&mut [0; 1]).await;
    });
    within("the silent connections to end", join_all(ends)).await;
    Answer::to(process.replica.get("/v1/user/me", &token)).await.data(200);
    let log = process.replica.log();
    let is_accept = |line: &&Value| line.to_string().contains("accept error");
    let warnings = log.iter().filter(is_accept).count();
    assert!((1..12).contains(&warnings), "{warnings} of {log:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_raises_its_limit_on_open_files() {
    let folder = tempfile::tempdir().unwrap();
    // The limits of the shell are those of the program.
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -S -n 256 && ulimit -H -n 4096 && exec \"$0\" serve"])
        .arg(program())
        .current_dir(folder.path())
        .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let limits = format!("/proc/{}/limits", child.id().unwrap());
    until("the soft limit to be the hard one", async || {
        let limits = fs::read_to_string(&limits).unwrap();
        let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        line.split_whitespace().filter(|word| *word == "4096").count() == 2
    })
    .await;
    child.kill().await.unwrap();
}

// Shows: Threats | Someone connects and sends…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_has_sent_a_request_stays_open_and_a_silent_one_does_not() {
    let process = Process::start(&[]).await;
    let mut silent = TcpStream::connect(process.replica.address()).await.unwrap();
    let mut used = TcpStream::connect(process.replica.address()).await.unwrap();
    let ask = async |connection: &mut TcpStream| {
        let request = b"GET /v1/user/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        connection.write_all(request).await.unwrap();
        let mut answer = String::new();
        until("the end of the answer", async || {
            let mut bytes = [0; 1024];
            let read = connection.read(&mut bytes).await.unwrap();
            assert_ne!(read, 0, "{answer}");
            answer += &String::from_utf8_lossy(&bytes[..read]);
            answer.ends_with("}}")
        })
        .await;
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    };
    ask(&mut used).await;
    within("the silent connection to end", silent.read(&mut [0; 1]))
        .await
        .unwrap();
    ask(&mut used).await;
}
