//! The fuzz target: what a child that a document has taken over could write.

use std::io::Cursor;

use crate::assignment::{Answer, Assignment};
use crate::frame;

/// The largest body that is accepted, in bytes.
const MAX_BODY: u64 = 1 << 20;

/// Reads bytes as answers, as the service does, and as assignments, as a child does. A mail's documents are within the body
/// that came with it.
pub fn frames(bytes: &[u8]) {
    let mut input = Cursor::new(bytes);
    while let Ok(Some((answer, body))) = frame::read::<Answer>(&mut input, MAX_BODY) {
        let length = body.len();
        let Answer::Mail(head) = answer else { continue };
        if let Some(mail) = head.with_body(body) {
            assert!(mail.documents().map(bytes::Bytes::len).sum::<usize>() <= length);
        }
    }
    let mut input = Cursor::new(bytes);
    while let Ok(Some((_, body))) = frame::read::<Assignment>(&mut input, MAX_BODY) {
        assert!(body.len() as u64 <= MAX_BODY);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::frames;

    /// A frame with these lengths, right or wrong.
    fn frame(head: &str, head_length: u32, body_length: u32) -> Vec<u8> {
        let mut bytes = head_length.to_le_bytes().to_vec();
        bytes.extend(body_length.to_le_bytes());
        bytes.extend(head.as_bytes());
        bytes
    }

    proptest! {
        // Shows: Threats | What a reader answers, once a document has taken it over, harms the service | answers are frames with limits, read into types
        #[test]
        fn any_bytes_are_answers_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            frames(&bytes);
        }

        // Shows: Threats | What a reader answers…
        #[test]
        fn any_lengths_are_answers_or_an_error(head in 0_u32..90, body in any::<u32>(), html in any::<usize>()) {
            let answer = format!(
                r#"{{"mail":{{"mail":{{"subject":"","authentication":{{"untrusted":""}},"html":{{}},"pages":[],"e_invoices":[],"pdfs":[]}},"lengths":[{html}]}}}}"#
            );
            frames(&frame(&answer, head, body % 300));
            let length = u32::try_from(answer.len()).unwrap();
            frames(&[frame(&answer, length, 4), b"body".to_vec()].concat());
        }
    }
}
