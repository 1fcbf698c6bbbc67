//! What the executable adds to this crate: the files of the pages and the stamp of the build.
//!
//! They are in `paragraf_bundle`, which only the executable and the unit tests need: a text of the pages or a commit
//! compiles no operation again, but for the texts of Administration that mails have (docs/decisions/0588).

use std::borrow::Cow;
use std::sync::OnceLock;

use rust_embed::{EmbeddedFile, RustEmbed};

/// The files of the pages and the stamp of the build.
pub struct Program {
    build: &'static str,
    long_version: &'static str,
    file: fn(&str) -> Option<EmbeddedFile>,
    names: fn() -> Vec<Cow<'static, str>>,
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

impl Program {
    /// The program with the files of this bundle, this build ([`build`]) and this version ([`long_version`]).
    pub fn new<Bundle: RustEmbed>(build: &'static str, long_version: &'static str) -> Self {
        Self { build, long_version, file: Bundle::get, names: || Bundle::iter().collect() }
    }

    /// Makes this the program of the process. The first one stays: tests start many servers.
    pub fn install(self) {
        PROGRAM.set(self).ok();
    }
}

#[cfg(not(test))]
fn program() -> &'static Program {
    PROGRAM.get().expect("there is a program: `main` installs it first")
}

#[cfg(test)]
fn program() -> &'static Program {
    use paragraf_bundle::{BUILD, Bundle, LONG_VERSION};

    PROGRAM.get_or_init(|| Program::new::<Bundle>(BUILD, LONG_VERSION))
}

/// The version and commit (`dev` in a development build), shown in the footer and compared by the control socket.
pub fn build() -> &'static str {
    program().build
}

/// The version with the commit and its day (`dev` in a development build), which `--version` prints.
pub fn long_version() -> &'static str {
    program().long_version
}

/// A file of the pages.
pub fn file(name: &str) -> Option<EmbeddedFile> {
    (program().file)(name)
}

/// The names of the files of the pages.
pub fn file_names() -> Vec<Cow<'static, str>> {
    (program().names)()
}
