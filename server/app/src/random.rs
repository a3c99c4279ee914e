//! Random bytes, and random texts that people copy.

use invoices_domain::ids::sha256_hex;
use invoices_domain::random;
pub(crate) use invoices_domain::random::uuid;
use secrecy::SecretString;

use crate::error::Error;

/// 32 characters, none of which looks like another one.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random text of this many characters of 5 bits each.
pub(crate) fn text(length: usize) -> Result<SecretString, Error> {
    let mut bytes = vec![0; length];
    random::fill(&mut bytes).map_err(Error::internal)?;
    let characters = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    Ok(characters.collect::<String>().into())
}

/// What the database keeps of a token or a part of one. It is random and long, so it needs no salt and no slow hash.
pub(crate) fn hash(token: &str) -> String {
    sha256_hex(token.as_bytes())
}

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    random::fill(&mut bytes).map_err(Error::internal)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn every_text_is_another_one_of_that_length() {
        let texts: HashSet<String> = (0..100).map(|_| text(26).unwrap().expose_secret().to_owned()).collect();
        assert_eq!(texts.len(), 100);
        let characters: HashSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
        assert_eq!(characters.len(), 32);
        assert!(texts.iter().all(|text| text.len() == 26));
    }
}
