//! Generated `Authentication-Results` headers, valid and broken, and what two parsers make of them.

use parser_document::mail::AuthenticationResults;
use serde_json::Value;

use super::authres_form::{as_authres, normal};

/// A xorshift generator. A seed always gives the same numbers, so that a failure can be reproduced.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end).unwrap()).unwrap()
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// An item of `common`, or sometimes one of `odd`.
    fn pick(&mut self, common: &[&'static str], odd: &[&'static str]) -> &'static str {
        if !odd.is_empty() && self.one_in(25) {
            odd[self.below(odd.len())]
        } else {
            common[self.below(common.len())]
        }
    }

    /// Comments and white space.
    fn gap(&mut self) -> &'static str {
        const ODD: &[&str] = &[
            " (between blanks) ",
            "(a (nested) comment)",
            "(a \\) \\\" b; dmarc=pass)",
            "(a)\t(b)",
            "(å)",
            " (open ",
        ];
        self.pick(&["", "", "", " "], ODD)
    }

    fn space(&mut self) -> &'static str {
        let gap = self.gap();
        if gap.is_empty() { " " } else { gap }
    }

    /// A header, of which about a third is broken at random places.
    pub fn header(&mut self) -> String {
        let mut text = String::from(self.gap());
        text += self.pick(
            &["mx.example.com", "MX.Example.com", "mx"],
            &[
                "\"mx.example.com\"",
                "mx_1.example.com",
                "mx..example.com",
                "mx/1",
                "",
                "\"mx\"1",
            ],
        );
        if self.one_in(4) {
            text += self.space();
            text += self.pick(&["1"], &["2", "1x"]);
        }
        if self.one_in(12) {
            text += self.pick(&["; none", ";none (nothing)"], &["; none; spf=pass", "", ";"]);
        } else {
            for _ in 0..=self.below(3) {
                self.result(&mut text);
            }
        }
        text += self.pick(&[""], &["; none"]);
        text += self.gap();
        if self.one_in(3) {
            self.break_up(&mut text);
        }
        text
    }

    fn result(&mut self, text: &mut String) {
        *text += self.gap();
        *text += ";";
        *text += self.gap();
        *text += self.pick(
            &["spf", "DKIM", "dmarc", "auth", "iprev", "x-vs"],
            &["none", "none-such", "a_b", "a.b", ""],
        );
        *text += self.gap();
        if self.one_in(6) {
            *text += self.pick(&["/1", "/ 2", "/01"], &["/x"]);
        }
        *text += "=";
        *text += self.gap();
        *text += self.pick(
            &["pass", "Fail", "softfail", "none", "x-y"],
            &["a_b", "a.b", "a/b", "pass-", "\"pass\"", ""],
        );
        if self.one_in(4) {
            *text += self.space();
            *text += "reason";
            *text += self.gap();
            *text += "=";
            *text += self.pick(
                &["good", "\"bad; dmarc=pass\"", "\"a \\\"b\\\" \\\\c\""],
                &["\"\"", "\"å\"", "a/b", "\"a\"header.c=d"],
            );
        }
        for _ in 0..self.below(4) {
            self.property(text);
        }
    }

    fn property(&mut self, text: &mut String) {
        *text += self.space();
        *text += self.pick(&["smtp", "header", "Policy", "body"], &["x-own", "a_b", "reason", ""]);
        *text += self.gap();
        *text += ".";
        *text += self.gap();
        *text += self.pick(&["mailfrom", "From", "d", "i", "b", "iprev"], &["a_b", "_b", "a.b", ""]);
        *text += self.gap();
        *text += "=";
        *text += self.gap();
        *text += self.pick(
            &[
                "example.com",
                "@example.com",
                "bounce+a=b@mail.example.com",
                "192.0.2.1",
                "Ab+cd1",
                "\"Ab/cd+1=\"",
                "\"a; b (c) \\\"d\\\\\"",
                "\"a b\"@example.com",
            ],
            &[
                "",
                "\"\"",
                "Ab/cd+1=",
                "<a@example.com>",
                "a@b@example.com",
                "a..b@example.com",
                "a@",
                "a@-",
                "a@b_c",
                "@",
                "a@b..c",
                "å@example.com",
                "\"å\"",
                "[192.0.2.1]",
                "example.com.",
                "a@example.com.",
                "\"open",
                "a.b=c",
            ],
        );
    }

    fn break_up(&mut self, text: &mut String) {
        const PIECES: &[&str] = &[
            "(", ")", "\"", "\\", ";", "=", ".", "@", "/", " ", "x", "1", "none", "reason", "; none",
        ];
        let at = self.below(text.len() + 1);
        if !text.is_char_boundary(at) {
            return;
        }
        match self.below(3) {
            0 => text.truncate(at),
            1 => text.insert_str(at, PIECES[self.below(PIECES.len())]),
            _ => drop((at < text.len()).then(|| text.remove(at))),
        }
    }
}

/// A difference between the parsers that is not a bug of ours.
struct Difference {
    /// The start of our error. Empty if we read the header.
    ours: &'static str,
    /// The start of authres's error. Empty if it reads the header.
    theirs: &'static str,
    /// What the header contains, after the place of our error.
    contains: fn(&str) -> bool,
    why: &'static str,
}

/// A place where authres reads an atom, which may have characters that a Keyword has not.
const ATOM: fn(&str) -> bool = |rest| rest.starts_with(['_', '.', '/', '=', '+']);

/// The first that matches applies.
const DIFFERENCES: &[Difference] = &[
    Difference {
        ours: "",
        theirs: "Syntax error",
        contains: |header| !header.is_ascii(),
        why: "RFC 6532 adds characters beyond ASCII; authres refuses them",
    },
    Difference {
        ours: "",
        theirs: "Syntax error",
        contains: |header| header.contains(" (between"),
        why: "authres does not skip white space after a comment if there is some before it",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Invalid ptype",
        contains: |_| true,
        why: "RFC 8601, section 2.3, has an open list of types; authres knows four",
    },
    Difference {
        ours: "",
        theirs: "Unsupported Authentication-Results header version",
        contains: |_| true,
        why: "another version is read, and refused by `authenticate`",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected authserv-id",
        contains: |header| header.contains('"'),
        why: "the receiver's name may be a quoted string; authres reads an atom",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected \"none\" or at least one resinfo",
        contains: |header| header.contains(".."),
        why: "the receiver's name may be any token; authres reads an atom, where a full stop is not doubled",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected pvalue",
        contains: |header| header.contains('"'),
        why: "authres reads no property after one with a quoted string",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected reason",
        contains: |header| header.contains("\"\""),
        why: "authres refuses an empty quoted string as the reason",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected end of text",
        contains: |header| header.to_lowercase().contains("none"),
        why: "authres takes a method whose name starts with `none` for the absence of results",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected \"=\"",
        contains: |header| header.contains("reason"),
        why: "authres takes a type whose name starts with `reason` for the reason",
    },
    Difference {
        ours: "",
        theirs: "Syntax error: Expected end of text",
        contains: |header| header.contains('@'),
        why: "the domain of an address may end with a full stop",
    },
    Difference {
        ours: "",
        theirs: "",
        contains: |header| header.contains("\"\""),
        why: "authres takes what follows an empty quoted string as the value",
    },
    Difference {
        ours: "an equals sign is missing",
        theirs: "",
        contains: str::is_empty,
        why: "authres reads `none` after results",
    },
    Difference {
        ours: "an equals sign is missing",
        theirs: "",
        contains: ATOM,
        why: "authres reads the names of methods and properties as atoms",
    },
    Difference {
        ours: "a semicolon is missing",
        theirs: "",
        contains: ATOM,
        why: "authres reads results and the receiver's name as atoms",
    },
    Difference {
        ours: "a semicolon is missing",
        theirs: "",
        contains: |rest| rest.starts_with('@'),
        why: "authres reads addresses with several `@`, and with empty atoms before the `@`",
    },
    Difference {
        ours: "a semicolon is missing",
        theirs: "",
        contains: |rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()),
        why: "authres needs no white space between the reason and a property, and none before the version",
    },
    Difference {
        ours: "a value is missing",
        theirs: "",
        contains: |_| true,
        why: "authres reads a value that is absent, and one with `/`, `=` or `?` that is not quoted",
    },
    Difference {
        ours: "a domain is missing",
        theirs: "",
        contains: |_| true,
        why: "authres reads any characters of an atom and full stops after an `@`",
    },
    Difference {
        ours: "a property is missing",
        theirs: "",
        contains: ATOM,
        why: "authres reads the names of properties as atoms",
    },
    Difference {
        ours: "the name of the receiver is missing",
        theirs: "",
        contains: ATOM,
        why: "authres reads the receiver's name as an atom",
    },
    Difference {
        ours: "a result is missing",
        theirs: "",
        contains: |rest| rest.contains('-'),
        why: "authres reads a result that ends with a hyphen",
    },
];

/// Compares what the parsers make of a header. Returns the place of a difference in the list, if it is there.
pub fn compare(text: &str, theirs: &Value) -> Result<Option<usize>, String> {
    let ours = text.parse::<AuthenticationResults>();
    let (our_error, their_error) = (
        ours.as_ref().err().map(ToString::to_string).unwrap_or_default(),
        theirs["error"].as_str().unwrap_or_default(),
    );
    let is_same = match &ours {
        Ok(ours) => their_error.is_empty() && as_authres(ours) == normal(theirs),
        Err(_) => !their_error.is_empty(),
    };
    if is_same {
        return Ok(None);
    }
    let place = our_error
        .rsplit_once(" at byte ")
        .and_then(|(_, at)| at.parse::<usize>().ok());
    let rest = &text[place.unwrap_or_default()..];
    let matches = |difference: &Difference| {
        let is_start = |start: &str, error: &str| start.is_empty() == error.is_empty() && error.starts_with(start);
        is_start(difference.ours, &our_error) && is_start(difference.theirs, their_error) && (difference.contains)(rest)
    };
    DIFFERENCES
        .iter()
        .position(matches)
        .map(Some)
        .ok_or_else(|| format!("{text:?}\n  ours:   {our_error} {ours:?}\n  theirs: {their_error} {theirs}"))
}

/// The reasons of the differences that no header showed.
pub fn unused(seen: &[usize]) -> Vec<&'static str> {
    let unused = DIFFERENCES.iter().enumerate().filter(|(at, _)| !seen.contains(at));
    unused.map(|(_, difference)| difference.why).collect()
}
