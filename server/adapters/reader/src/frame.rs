//! What crosses the pipes between the service and a reader: a head in JSON and a body of bytes, each after its length.
//!
//! Both lengths come first, as four bytes each, little-endian. The receiver states how much it accepts, and takes memory
//! only for bytes that have arrived, so that a wrong length costs nothing.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The longest head, in bytes. A reading has a few kilobytes.
pub const MAX_HEAD: u64 = 4 * 1024 * 1024;

/// Capacity of a pipe. A frame that fits wakes its receiver once.
pub const BUFFER: usize = 64 * 1024;

/// Writes a frame whose body is these parts in a row. Fails if one of the two is longer than a length can say.
pub fn write(output: &mut impl Write, head: &impl Serialize, body: &[&[u8]]) -> io::Result<()> {
    let head = serde_json::to_vec(head)?;
    let length = |bytes: usize| u32::try_from(bytes).map_err(io::Error::other);
    output.write_all(&length(head.len())?.to_le_bytes())?;
    output.write_all(&length(body.iter().map(|part| part.len()).sum())?.to_le_bytes())?;
    output.write_all(&head)?;
    for part in body {
        output.write_all(part)?;
    }
    output.flush()
}

/// Reads a frame. `None` if the input ends before the first byte.
///
/// Fails if the input ends early, if the head is longer than [`MAX_HEAD`] or the body longer than `max_body`, or if the
/// head is not a `T`.
pub fn read<T: DeserializeOwned>(input: &mut impl Read, max_body: u64) -> io::Result<Option<(T, Vec<u8>)>> {
    let (mut head, mut body) = ([0; 4], [0; 4]);
    if input.read(&mut head[..1])? == 0 {
        return Ok(None);
    }
    input.read_exact(&mut head[1..])?;
    input.read_exact(&mut body)?;
    let head = section(input, u32::from_le_bytes(head), MAX_HEAD)?;
    let body = section(input, u32::from_le_bytes(body), max_body)?;
    Ok(Some((serde_json::from_slice(&head)?, body)))
}

fn section(input: &mut impl Read, length: u32, limit: u64) -> io::Result<Vec<u8>> {
    let length = u64::from(length);
    if length > limit {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "a frame is longer than its limit",
        ));
    }
    let mut bytes = Vec::new();
    if input.take(length).read_to_end(&mut bytes)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_arrives_as_it_was_sent() {
        let mut wire = Vec::new();
        write(&mut wire, &"head", &[b"bo", b"", b"dy"]).unwrap();
        write(&mut wire, &7, &[]).unwrap();
        let mut input = wire.as_slice();
        assert_eq!(
            read::<String>(&mut input, 4).unwrap(),
            Some(("head".to_owned(), b"body".to_vec()))
        );
        assert_eq!(read::<u8>(&mut input, 0).unwrap(), Some((7, Vec::new())));
        assert_eq!(read::<u8>(&mut input, 0).unwrap(), None);
    }

    #[test]
    fn a_wrong_frame_is_an_error() {
        let mut wire = Vec::new();
        write(&mut wire, &"head", &[b"body"]).unwrap();
        assert!(read::<String>(&mut wire.as_slice(), 3).is_err(), "longer than accepted");
        assert!(read::<u8>(&mut wire.as_slice(), 4).is_err(), "another type");
        for cut in 1..wire.len() {
            assert!(read::<String>(&mut &wire[..cut], 4).is_err(), "cut at {cut}");
        }
        assert!(
            read::<String>(&mut &[0xff; 64][..], u64::MAX).is_err(),
            "lengths of four gigabytes"
        );
    }
}
