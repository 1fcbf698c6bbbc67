//! Keys as bytes that sort like their parts.
//!
//! Text that is not the last part of a key ends with a NUL, which no text in a key contains. `key_parts` has the types
//! of parts.

use std::marker::PhantomData;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// A key of a table: one [`KeyPart`], or a tuple of them.
pub(super) trait Key: Sized {
    fn encode(&self) -> Vec<u8>;

    fn decode(bytes: &[u8]) -> Option<Self>;

    /// The key as errors and findings show it; they are logged, and no log contains an address.
    fn show(bytes: &[u8]) -> String;
}

/// One part of a key.
pub(super) trait KeyPart: Sized {
    /// Length in bytes; `None` for text.
    const LEN: Option<usize>;

    fn push(&self, key: &mut Vec<u8>);

    fn parse(bytes: &[u8]) -> Option<Self>;

    fn show(bytes: &[u8]) -> String {
        bytes.escape_ascii().to_string()
    }
}

/// A value that stands for a key of type `K`: a key of one part, a tuple of references to its parts, or a reference
/// to a tuple of its parts.
pub(super) trait ToKey<K> {
    fn to_key(&self) -> Vec<u8>;
}

impl<A: KeyPart, B: KeyPart> ToKey<(A, B)> for &(A, B) {
    fn to_key(&self) -> Vec<u8> {
        self.encode()
    }
}

impl<A: KeyPart, B: KeyPart, C: KeyPart> ToKey<(A, B, C)> for &(A, B, C) {
    fn to_key(&self) -> Vec<u8> {
        self.encode()
    }
}

/// A value that stands for a part of type `P`.
pub(super) trait ToPart<P> {
    fn push_part(&self, key: &mut Vec<u8>);
}

/// A key whose first part is of type `P`.
pub(super) trait StartsWith<P> {}

/// The keys from one bound to another. A range always ends.
pub(super) struct KeyRange<K> {
    pub(super) start: Vec<u8>,
    /// Exclusive.
    pub(super) end: Vec<u8>,
    keys: PhantomData<fn() -> K>,
}

impl<K> KeyRange<K> {
    fn new(start: Vec<u8>, end: Vec<u8>) -> Self {
        Self { start, end, keys: PhantomData }
    }

    /// The keys whose first part is `part`.
    pub(super) fn prefix<P: KeyPart, X: ToPart<P> + ?Sized>(part: &X) -> Self
    where
        K: StartsWith<P>,
    {
        let start = first::<P, X>(part);
        Self::new(start.clone(), successor(start))
    }

    /// The keys whose first part is at least `from` and less than `to`.
    pub(super) fn between<P: KeyPart, X: ToPart<P> + ?Sized>(from: &X, to: &X) -> Self
    where
        K: StartsWith<P>,
    {
        Self::new(first::<P, X>(from), first::<P, X>(to))
    }

    /// The keys whose first part is an instant up to this one, inclusive.
    pub(super) fn until(instant: Timestamp) -> Self
    where
        K: StartsWith<Timestamp>,
    {
        // Keys have milliseconds, and the end of a range is exclusive.
        let end = instant.saturating_add(SignedDuration::from_millis(1)).unwrap_or(instant);
        Self::between(&Timestamp::MIN, &end)
    }

    /// The keys before `key`.
    pub(super) fn below(key: &impl ToKey<K>) -> Self {
        Self::new(Vec::new(), key.to_key())
    }

    /// The part of this range after `key`.
    pub(super) fn after(mut self, key: &impl ToKey<K>) -> Self {
        let mut start = key.to_key();
        start.push(0);
        self.start = self.start.max(start);
        self
    }
}

/// The common prefix of all keys with this first part.
fn first<P: KeyPart, X: ToPart<P> + ?Sized>(part: &X) -> Vec<u8> {
    let mut bytes = Vec::new();
    push::<P, X>(part, &mut bytes);
    bytes
}

/// The least key that is greater than all keys with this prefix.
fn successor(mut prefix: Vec<u8>) -> Vec<u8> {
    while let Some(last) = prefix.pop() {
        if let Some(next) = last.checked_add(1) {
            prefix.push(next);
            return prefix;
        }
    }
    // No key begins with this many 0xff.
    vec![0xff; 64]
}

/// Appends a part that is not the last one.
pub(super) fn push<P: KeyPart, X: ToPart<P> + ?Sized>(part: &X, key: &mut Vec<u8>) {
    part.push_part(key);
    if P::LEN.is_none() {
        key.push(0);
    }
}

/// Splits a part that is not the last one from the rest.
pub(super) fn split<P: KeyPart>(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    match P::LEN {
        Some(len) => bytes.split_at_checked(len),
        None => {
            let end = bytes.iter().position(|byte| *byte == 0)?;
            Some((bytes.get(..end)?, bytes.get(end + 1..)?))
        }
    }
}

impl<P: KeyPart> ToPart<P> for P {
    fn push_part(&self, key: &mut Vec<u8>) {
        self.push(key);
    }
}

/// A key of one part starts with it.
impl StartsWith<Self> for Uuid {}
impl StartsWith<Self> for String {}

impl<P: KeyPart> Key for P {
    fn encode(&self) -> Vec<u8> {
        let mut key = Vec::new();
        self.push(&mut key);
        key
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        P::parse(bytes)
    }

    fn show(bytes: &[u8]) -> String {
        <P as KeyPart>::show(bytes)
    }
}

impl<P: KeyPart, X: ToPart<P> + ?Sized> ToKey<P> for X {
    fn to_key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        self.push_part(&mut key);
        key
    }
}

impl<A: KeyPart, B: KeyPart> Key for (A, B) {
    fn encode(&self) -> Vec<u8> {
        ToKey::<Self>::to_key(&(&self.0, &self.1))
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (a, b) = split::<A>(bytes)?;
        Some((A::parse(a)?, B::parse(b)?))
    }

    fn show(bytes: &[u8]) -> String {
        match split::<A>(bytes) {
            Some((a, b)) => format!("{} {}", <A as KeyPart>::show(a), <B as KeyPart>::show(b)),
            None => bytes.escape_ascii().to_string(),
        }
    }
}

impl<A: KeyPart, B: KeyPart> StartsWith<A> for (A, B) {}

impl<A: KeyPart, B: KeyPart, X: ToPart<A> + ?Sized, Y: ToPart<B> + ?Sized> ToKey<(A, B)> for (&X, &Y) {
    fn to_key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        push::<A, X>(self.0, &mut key);
        self.1.push_part(&mut key);
        key
    }
}

impl<A: KeyPart, B: KeyPart, C: KeyPart> Key for (A, B, C) {
    fn encode(&self) -> Vec<u8> {
        ToKey::<Self>::to_key(&(&self.0, &self.1, &self.2))
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (a, rest) = split::<A>(bytes)?;
        let (b, c) = split::<B>(rest)?;
        Some((A::parse(a)?, B::parse(b)?, C::parse(c)?))
    }

    fn show(bytes: &[u8]) -> String {
        match split::<A>(bytes) {
            Some((a, rest)) => format!("{} {}", <A as KeyPart>::show(a), <(B, C) as Key>::show(rest)),
            None => bytes.escape_ascii().to_string(),
        }
    }
}

impl<A: KeyPart, B: KeyPart, C: KeyPart> StartsWith<A> for (A, B, C) {}

impl<A: KeyPart, B: KeyPart, C: KeyPart, X, Y, Z> ToKey<(A, B, C)> for (&X, &Y, &Z)
where
    X: ToPart<A> + ?Sized,
    Y: ToPart<B> + ?Sized,
    Z: ToPart<C> + ?Sized,
{
    fn to_key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        push::<A, X>(self.0, &mut key);
        push::<B, Y>(self.1, &mut key);
        self.2.push_part(&mut key);
        key
    }
}

#[cfg(test)]
mod tests;
