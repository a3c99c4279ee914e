//! Decompresses zlib data with one decompressor for a whole file. Creating one takes longer than most streams take.

use std::cell::RefCell;

use flate2::{Decompress, FlushDecompress, Status};

pub struct Inflater(RefCell<Decompress>);

impl Default for Inflater {
    fn default() -> Self {
        Inflater(RefCell::new(Decompress::new(true)))
    }
}

impl Inflater {
    /// The decompressed bytes. `None` if the stream is damaged or has more than `limit` of them.
    pub fn inflate(&self, stream: &[u8], limit: usize) -> Option<Vec<u8>> {
        let mut state = self.0.borrow_mut();
        state.reset(true);
        let mut plain = Vec::with_capacity((stream.len().saturating_mul(4)).min(limit));
        while plain.len() <= limit {
            if plain.len() == plain.capacity() {
                plain.reserve(plain.len().max(1_024));
            }
            let before = (state.total_in(), state.total_out());
            let rest = stream.get(usize::try_from(before.0).ok()?..)?;
            let status = state.decompress_vec(rest, &mut plain, FlushDecompress::None).ok()?;
            match status {
                Status::StreamEnd => return (plain.len() <= limit).then_some(plain),
                _ if before == (state.total_in(), state.total_out()) => return None,
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn compressed(plain: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain).expect("writing to memory does not fail");
        encoder.finish().expect("writing to memory does not fail")
    }

    #[test]
    fn intact_streams_are_decompressed_one_after_the_other_up_to_the_limit() {
        let inflater = Inflater::default();
        for length in [0, 1, 5_000, 300_000] {
            let plain = vec![b'x'; length];
            let stream = compressed(&plain);
            assert_eq!(inflater.inflate(&stream, length), Some(plain));
            assert_eq!(inflater.inflate(&stream[..stream.len() - 1], length), None, "cut off");
            if length > 0 {
                assert_eq!(inflater.inflate(&stream, length - 1), None, "too long");
            }
        }
        assert_eq!(inflater.inflate(b"not zlib", 100), None);
    }
}
