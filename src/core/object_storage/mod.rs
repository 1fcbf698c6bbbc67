//! A storage with the interface of S3: a folder of files in a bucket, at the address that the operator configured.

mod client;
mod parts;

pub use self::client::{ObjectDigest, ObjectStorage};
pub use self::parts::needs_parts;
