//! Typed access to the operands of an operator.

use lopdf::Object;

use crate::pdf::geometry::Matrix;

/// The operand as a finite number, 0.0 if it is missing or none.
pub fn number(operands: &[Object], index: usize) -> f32 {
    let value = operands.get(index).and_then(|o| o.as_float().ok()).unwrap_or(0.0);
    if value.is_finite() { value } else { 0.0 }
}

/// The operand as a name.
pub fn name(operands: &[Object], index: usize) -> Option<&[u8]> {
    operands.get(index)?.as_name().ok()
}

/// The first six operands as a matrix.
pub fn matrix(operands: &[Object]) -> Matrix {
    Matrix(std::array::from_fn(|index| number(operands, index)))
}
