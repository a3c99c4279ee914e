use super::*;
use proptest::prelude::*;

const LINE: &str = "From 1790000000000000000@xxx Sat Nov 21 05:07:42 +0000 2026";

fn messages(mbox: &[u8]) -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    scan(mbox, u64::MAX, |found| {
        let [start, length] = [found.start, found.length].map(|n| usize::try_from(n).unwrap());
        let again = unquoted(mbox[start..start + length].to_vec());
        assert_eq!(again, found.message, "what is read later is what was indexed");
        messages.push(found.message.to_vec());
        ControlFlow::Continue(())
    })
    .unwrap();
    messages
}

fn subjects(mbox: &str) -> Vec<String> {
    let subject = |message: Vec<u8>| {
        let text = String::from_utf8(message).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("Subject: "));
        line.unwrap().to_owned()
    };
    messages(mbox.as_bytes()).into_iter().map(subject).collect()
}

#[test]
fn a_line_that_only_begins_with_from_is_no_new_message() {
    for body in [
        "From now on it costs more.\r\nFrom a b",
        "From Malmö C 07:12\r\nTo Lund C 07:25",
        "From Malmö C 07:12\r\nTo: Lund C 07:25\r\nDate: 2026-11-04",
        "From 2026-11-04 07:12\r\nTo: 2026-11-05\r\nTotal: 12 kr",
        "From alva@example.com Sat Nov 21 05:07:42 2026",
        "From alva@example.com Sat Nov 21 05:07:42 2026\r\nTotal: 12 kr",
        "From alva@example.com\r\nFrom: alva@example.com",
        "From Alva,\r\n\r\nFrom: alva@example.com\r\nSubject: quoted",
    ] {
        for line_end in ["\r\n", "\n"] {
            let mbox = format!("{LINE}\r\nSubject: a\r\n\r\nHi\r\n\r\n{body}\r\n\r\n{LINE}\r\nSubject: b\r\n\r\n");
            assert_eq!(subjects(&mbox.replace("\r\n", line_end)), ["a", "b"], "{body}");
        }
    }
    let mbox = format!("{LINE}\nSubject: a\n\nHi\n\nFrom a b\n\n{LINE}\nSubject: b\n\n");
    assert_eq!(
        messages(mbox.as_bytes()),
        [&b"Subject: a\n\nHi\n\nFrom a b\n"[..], b"Subject: b\n"]
    );
}

#[test]
fn a_line_above_a_header_begins_a_message_however_it_is_written() {
    for line in [
        "From - Mon Nov 02 10:00:00 2026",
        "From MAILER-DAEMON Mon Nov  2 10:00:00 CET 2026",
        "From ???@??? Mon Nov 02 10:00:00 2026",
        "From alva@example.com 2026-11-02T10:00:00Z",
        "From alva@example.com",
        "From \"Alva & Co\" <alva@example.com>",
        "From ",
    ] {
        for before in ["", "\n"] {
            let message = |subject: &str| {
                format!(
                    "{line}\n>From a@example.com Mon Nov  2 10:00:00 2026\nTo: b@example.com\nFrom: Alva\n <a@example.com>\nFrom: Alva <a@example.com>\nSubject: {subject}\n\nHi\n"
                )
            };
            let mbox = format!("{}{before}{}", message("a"), message("b"));
            assert_eq!(subjects(&mbox), ["a", "b"], "{line:?} after {before:?}");
            assert!(begins(mbox.as_bytes()), "{line:?}");
        }
    }
}

#[test]
fn a_separator_says_when_its_message_was_received() {
    for (line, time) in [
        (LINE, Some("2026-11-21T05:07:42+00:00")),
        ("From - Mon Nov 02 10:00:00 2026", Some("2026-11-02T10:00:00+00:00")),
        (
            "From a@example.com Mon Nov  2 10:00:00 CET 2026",
            Some("2026-11-02T09:00:00+00:00"),
        ),
        (
            "From Mon Hemma <a@example.com> Mon Nov  2 10:00:00 2026 +0100",
            Some("2026-11-02T09:00:00+00:00"),
        ),
        ("From a@example.com 2026-11-02 10:00", Some("2026-11-02T10:00:00+00:00")),
        ("From a@example.com", None),
    ] {
        let mbox = format!("{line}\nFrom: a@example.com\nSubject: a\n\nHi\n");
        let mut times = Vec::new();
        scan(mbox.as_bytes(), 999, |found| {
            times.push(found.received_at.map(|at| at.to_rfc3339()));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(times, [time.map(str::to_owned)], "{line}");
    }
}

#[test]
fn a_file_of_something_else_is_an_error() {
    for text in ["Subject: a\n\nHi\n", "From the start\nto the end\n", "From Alva\n"] {
        assert!(
            scan(text.as_bytes(), 99, |_| ControlFlow::Continue(())).is_err(),
            "{text}"
        );
    }
    assert!(!begins(b"From the start\nto the end\n") && begins(format!("\u{feff}{LINE}\nSubject: a\n").as_bytes()));
    assert_eq!(subjects(&format!("\u{feff}{LINE}\nSubject: a\n")), ["a"]);
    assert!(messages(b"").is_empty() && messages(b"\n\n").is_empty());
}

proptest! {
    #[test]
    fn what_was_written_is_read(bodies in prop::collection::vec("([>]{0,2}From [a-z ]{0,9}[0-9]:[0-9]{2}|[a-zå ]{0,12}|)(\n[>]{0,2}(From a 1:00)?x?){0,4}", 0..5)) {
        let sent: Vec<Vec<u8>> = bodies.iter().map(|body| format!("Subject: x\n\n{body}\n").into_bytes()).collect();
        let mut mbox = Vec::new();
        for message in &sent {
            mbox.extend_from_slice(format!("{LINE}\n").as_bytes());
            for line in message.split_inclusive(|byte| *byte == b'\n') {
                let inner = line.iter().position(|byte| *byte != b'>').map_or(&[][..], |at| &line[at..]);
                if inner.starts_with(b"From ") {
                    mbox.push(b'>');
                }
                mbox.extend_from_slice(line);
            }
            mbox.push(b'\n');
        }
        prop_assert_eq!(messages(&mbox), sent);
    }
}
