//! The pages that Vite builds from `ui`, embedded, and the stamp of the build. `build.rs` makes both.

use rust_embed::RustEmbed;

/// The files of the pages.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui"]
pub struct Bundle;

/// The version and commit; `dev` for the commit in a development build.
pub const BUILD: &str = env!("PARAGRAF_BUILD");

/// The version with the commit and its day; `dev` in a development build.
pub const LONG_VERSION: &str = env!("PARAGRAF_LONG_VERSION");
