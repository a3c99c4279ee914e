//! Following indirect references to the objects they name.

use std::ops::Deref;
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId};

use crate::steps;

/// A value after its reference was followed.
pub enum Resolved<'d> {
    /// Part of another object.
    Direct(&'d Object),
    /// An indirect object with its id, or a copy of a direct one without.
    Shared(Option<ObjectId>, Rc<Object>),
}

impl Deref for Resolved<'_> {
    type Target = Object;
    fn deref(&self) -> &Object {
        match self {
            Resolved::Direct(object) => object,
            Resolved::Shared(_, object) => object,
        }
    }
}

impl Resolved<'_> {
    pub fn id(&self) -> Option<ObjectId> {
        match self {
            Resolved::Direct(_) => None,
            Resolved::Shared(id, _) => *id,
        }
    }

    pub fn name(&self) -> Option<&[u8]> {
        self.as_name().ok()
    }

    /// The elements of an array; none of another object.
    pub fn items(&self) -> &[Object] {
        self.as_array().map_or(&[], Vec::as_slice)
    }

    /// The dictionary of a dictionary or stream object.
    pub fn dict(&self) -> Option<&Dictionary> {
        dict_of(self)
    }
}

pub fn dict_of(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dict) => Some(dict),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// A copy of an object. `None` if too few steps are left: the same object can be copied for every operator of a page.
pub fn copied(object: &Object) -> Option<Object> {
    steps::spend(steps_of_copy(object)).then(|| object.clone())
}

fn steps_of_copy(object: &Object) -> usize {
    8 + match object {
        Object::Array(items) => items.iter().map(steps_of_copy).sum(),
        Object::Dictionary(dict) => dict.iter().map(|(key, value)| key.len() + steps_of_copy(value)).sum(),
        Object::Name(text) | Object::String(text, _) => text.len(),
        _ => 0,
    }
}

/// Finds indirect objects. A missing object and the null object are both `None`.
pub trait Resolve {
    fn object(&self, id: ObjectId) -> Option<Resolved<'static>>;

    /// The object itself, or the one it refers to.
    fn resolve<'d>(&self, object: &'d Object) -> Option<Resolved<'d>> {
        match object {
            Object::Reference(id) => self.object(*id),
            Object::Null => None,
            direct => Some(Resolved::Direct(direct)),
        }
    }

    fn get<'d>(&self, dict: &'d Dictionary, key: &[u8]) -> Option<Resolved<'d>> {
        self.resolve(dict.get(key).ok()?)
    }

    /// The resolved value of a key, copied if it is direct, so that it outlives the dictionary.
    fn get_owned(&self, dict: &Dictionary, key: &[u8]) -> Option<Resolved<'static>> {
        match dict.get(key).ok()? {
            Object::Reference(id) => self.object(*id),
            direct => Some(Resolved::Shared(None, Rc::new(copied(direct)?))),
        }
    }

    fn has_name(&self, dict: &Dictionary, key: &[u8], name: &[u8]) -> bool {
        self.get(dict, key).is_some_and(|value| value.name() == Some(name))
    }

    fn number(&self, dict: &Dictionary, key: &[u8]) -> Option<f32> {
        self.get(dict, key)?.as_float().ok()
    }

    /// The first `N` elements of an array of numbers. `None` if it has fewer.
    fn numbers<const N: usize>(&self, dict: &Dictionary, key: &[u8]) -> Option<[f32; N]> {
        let array = self.get(dict, key)?;
        let array = array.as_array().ok()?;
        let mut numbers = [0.0; N];
        for (slot, item) in numbers.iter_mut().zip(array) {
            *slot = self.resolve(item)?.as_float().ok()?;
        }
        (array.len() >= N).then_some(numbers)
    }
}
