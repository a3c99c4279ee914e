//! The words of a page.

/// Glyphs without a gap between them.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub x0: f32,
    pub x1: f32,
    /// The y coordinate of the middle of its letters.
    pub middle: f32,
    pub height: f32,
    /// Whether a space was drawn before it.
    pub after_space: bool,
}
