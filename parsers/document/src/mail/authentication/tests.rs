use super::*;

const PASS: &str = "mx.google.com; dmarc=pass header.from=example.com";

fn judged(results: &[&str], sender: &str) -> Authentication {
    let results: Vec<String> = results.iter().map(|&text| text.to_owned()).collect();
    authenticate(&results, "mx.google.com", &sender.parse().unwrap())
}

#[track_caller]
fn trusted(results: &str, sender: &str, how: &str) {
    let expected = Authentication::Trusted(how.to_owned());
    assert_eq!(judged(&[results], sender), expected, "{results}");
}

#[track_caller]
fn untrusted(results: &str, sender: &str, why: &str) {
    // A later header never counts.
    match judged(&[results, PASS], sender) {
        Authentication::Untrusted(reason) | Authentication::Failed(reason) => {
            let reason = reason.to_string();
            assert!(reason.contains(why), "{results}: {reason}");
        }
        trusted @ Authentication::Trusted(_) => panic!("{results}: {trusted:?}"),
    }
}

#[test]
fn only_a_failure_that_the_provider_states_is_one() {
    let failed = |results: &str| matches!(judged(&[results], "info@example.com"), Authentication::Failed(_));
    assert!(failed(
        "mx.google.com; dkim=none; dmarc=fail (p=NONE) header.from=example.com"
    ));
    for results in [
        "mx.example.net; dmarc=fail header.from=example.com",
        "mx.google.com; dmarc=none header.from=example.com",
        "mx.google.com; dkim=fail header.d=example.com",
        "mx.google.com; dmarc=temperror header.from=example.com",
    ] {
        assert!(!failed(results), "{results}");
    }
}

#[test]
fn a_dmarc_pass_is_trusted() {
    let real = "mx.google.com; dkim=pass header.i=@example.com header.s=s1 header.b=\"Ab/cd+1=\"; \
        spf=pass (google.com: domain of a@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@example.com; \
        dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com";
    trusted(real, "info@example.com", "dmarc passed for example.com");
    trusted(
        &real.replace("mx.google.com", "\"MX.google.com\" 1"),
        "info@example.com",
        "dmarc passed for example.com",
    );
    trusted(
        &real.replace("header.from=e", "header.from=E"),
        "info@example.com",
        "dmarc passed for example.com",
    );
    trusted(
        "mx.google.com; dmarc=pass header.from=example.com.",
        "info@example.com",
        "dmarc passed for example.com",
    );
    trusted(
        "mx.google.com; dmarc=pass header.from=xn--rksmrgs-5wao1o.example.com",
        "info@räksmörgås.example.com",
        "dmarc passed for räksmörgås.example.com",
    );
}

#[test]
fn a_dmarc_result_decides() {
    let aligned = "dkim=pass header.d=example.com; spf=pass smtp.mailfrom=info@example.com";
    for result in ["fail", "none", "temperror", "permerror", "bestguesspass"] {
        let with = format!("mx.google.com; {aligned}; dmarc={result} header.from=example.com");
        untrusted(
            &with,
            "info@example.com",
            "DMARC did not pass for example.com (dkim=pass, spf=pass, dmarc=",
        );
    }
    for (dmarc, why) in [
        ("dmarc=pass", "has no header.from"),
        ("dmarc=pass header.from=\"\"", "isn't a host name"),
        ("dmarc=pass header.from=\"example.com \"", "isn't a host name"),
        ("dmarc=pass header.from=info@example.com", "isn't a host name"),
        ("dmarc=pass header.from=\"info@example.com\"", "isn't a host name"),
        ("dmarc=pass header.from=com", "isn't a host name"),
        (
            "dmarc=pass header.from=example.net",
            "is for example.net, not for example.com",
        ),
        (
            "dmarc=pass header.from=notexample.com",
            "is for notexample.com, not for example.com",
        ),
        (
            "dmarc=pass header.from=mail.example.com",
            "is for mail.example.com, not for example.com",
        ),
        ("dmarc/2=pass header.from=example.com", "DMARC did not pass"),
        (
            "dmarc=pass header.from=example.com; dmarc=pass header.from=example.com",
            "several DMARC results",
        ),
        (
            "dmarc=fail header.from=example.com; dmarc=pass header.from=example.com",
            "several DMARC results",
        ),
    ] {
        untrusted(&format!("mx.google.com; {aligned}; {dmarc}"), "info@example.com", why);
    }
}

#[test]
fn dmarc_of_a_parent_needs_an_aligned_pass() {
    let parent = "dmarc=pass (p=QUARANTINE sp=NONE dis=NONE) header.from=example.com";
    trusted(
        &format!("mx.google.com; dkim=pass header.i=@mail.example.com; {parent}"),
        "info@mail.example.com",
        "dkim passed for mail.example.com",
    );
    untrusted(
        &format!("mx.google.com; dkim=pass header.i=@example.net; {parent}"),
        "info@mail.example.com",
        "is for example.com, and no other check passed for mail.example.com",
    );
}

#[test]
fn without_dmarc_an_aligned_dkim_or_spf_pass_is_trusted() {
    for (result, sender, method) in [
        ("dkim=pass header.i=@mail.example.com", "info@example.com", "dkim"),
        ("dkim=pass header.i=\"a b\"@example.com", "info@example.com", "dkim"),
        (
            "dkim=pass header.d=example.com header.i=@mail.example.com",
            "info@example.com",
            "dkim",
        ),
        (
            "dkim=fail header.d=example.com; dkim=pass header.d=example.com",
            "info@example.com",
            "dkim",
        ),
        (
            "spf=pass smtp.mailfrom=bounce@example.com",
            "info@mail.example.com",
            "spf",
        ),
        (
            "spf=pass smtp.mailfrom=\"bounce+a=b@example.com\"",
            "info@example.com",
            "spf",
        ),
        ("spf=pass smtp.mailfrom=example.com", "info@example.com", "spf"),
    ] {
        let domain = sender.strip_prefix("info@").unwrap();
        trusted(
            &format!("mx.google.com; {result}"),
            sender,
            &format!("{method} passed for {domain}"),
        );
    }
    for result in [
        "dkim=pass header.i=@sender.example.net",
        "dkim=pass header.d=example.net header.i=@example.com",
        "dkim=pass header.d=example.com header.i=@example.net",
        "dkim=pass header.d=mail.example.com header.i=@example.com",
        "dkim=pass header.d=example.com header.i=example.com",
        "dkim=pass header.d=example.com header.i=@example_com",
        "dkim=pass header.d=info@example.com",
        "dkim=pass header.d=com",
        "dkim=pass header.s=example.com",
        "dkim=pass reason=header.d=example.com",
        "dkim/2=pass header.d=example.com",
        "dkim=pass-ish header.d=example.com",
        "x-dkim=pass header.d=example.com",
        "spf=pass smtp.mailfrom=x@com",
        "spf=pass smtp.helo=example.com",
        "spf=softfail smtp.mailfrom=info@example.com",
        "arc=pass header.d=example.com",
        "none",
    ] {
        untrusted(&format!("mx.google.com; {result}"), "info@example.com", "");
    }
}

// Shows: Threats | A forged mail adds an…
#[test]
fn forged_results_are_not() {
    for (results, why) in [
        (
            "evil.example.net; dmarc=pass header.from=example.com",
            "not the mail provider's",
        ),
        (
            "mx.google.com.evil.example.net; dmarc=pass header.from=example.com",
            "not the mail provider's",
        ),
        (
            "\"mx.google.com \"; dmarc=pass header.from=example.com",
            "not the mail provider's",
        ),
        (
            "mx.google.com 2; dmarc=pass header.from=example.com",
            "their version 2 is unknown",
        ),
        (
            "mx.google.com; dmarc=fail header.from=example.com",
            "DMARC did not pass for example.com (dmarc=fail)",
        ),
        (
            "mx.google.com; dmarc=fail (dmarc=pass header.from=example.com)",
            "DMARC did not pass",
        ),
        (
            "mx.google.com; spf=fail smtp.mailfrom=\"x; dmarc=pass header.from=example.com; y\"; dmarc=fail header.from=example.com",
            "DMARC did not pass",
        ),
        (
            "mx.google.com; spf=fail smtp.mailfrom=\"x\\\"; dmarc=pass header.from=example.com; y\"",
            "no check passed for example.com (spf=fail)",
        ),
        (
            "mx.google.com; spf=fail (dmarc=pass header.from=example.com",
            "can't be read: a comment is not closed",
        ),
        (
            "mx.google.com; dmarc=pass header.from=example.com (; dmarc=fail header.from=example.com",
            "can't be read: a comment is not closed",
        ),
        (
            "mx.google.com; dmarc=pass header.from=example.com) x=y",
            "can't be read: a semicolon is missing",
        ),
        (
            "mx.google.com; dmarc=pass header.from=\"example.com",
            "can't be read: a quoted string is not closed",
        ),
        (
            "mx.google.com; dmarc=pass header.from=example.net header.from=example.com",
            "can't be read: dmarc has header.from twice",
        ),
        (
            "mx.google.com; x=y a.b=c A.B=d; dmarc=pass header.from=example.com",
            "can't be read: x has a.b twice",
        ),
        (
            "mx.google.com; dmarc=pass header.from=example.com;",
            "can't be read: a method is missing",
        ),
        ("mx.google.com", "can't be read: a semicolon is missing"),
        (
            "mx.google.com; none",
            "no check passed for example.com (nothing was checked)",
        ),
    ] {
        untrusted(results, "info@example.com", why);
    }
    assert_eq!(
        judged(&[], "info@example.com"),
        Authentication::Untrusted(NotAuthenticated::NoResults)
    );
    untrusted(
        "mx.google.com; dmarc=pass header.from=localhost",
        "info@localhost",
        "sender's domain isn't a host name",
    );
}

#[test]
fn a_reason_names_few_results() {
    let many = "; spf=fail".repeat(20);
    let Authentication::Untrusted(reason) = judged(&[&format!("mx.google.com{many}")], "info@example.com") else {
        panic!();
    };
    let reason = reason.to_string();
    assert!(reason.ends_with("spf=fail, …)") && reason.len() < 200, "{reason}");
}
