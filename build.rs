//! Options of the linker for the executable. `src/bundle/build.rs` builds the pages.

use std::env;

/// Functions of the same code are kept once, and relocations are packed, which takes glibc 2.36 (Debian 12): the release
/// program is a tenth smaller. For the linker that Rust uses by default on this platform.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|set| set == value);
    if is("TARGET", "x86_64-unknown-linux-gnu") && is("PROFILE", "release") {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
