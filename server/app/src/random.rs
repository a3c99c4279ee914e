//! Random bytes, and random texts that people copy.

use secrecy::SecretString;

use crate::error::Error;

/// 32 characters, none of which looks like another one.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random text of this many characters of 5 bits each, from the operating system's random generator.
pub(crate) fn text(length: usize) -> Result<SecretString, Error> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(error.to_string()))?;
    let characters = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    Ok(characters.collect::<String>().into())
}

/// Random bytes from the randomness of the operating system.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(error.to_string()))?;
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
