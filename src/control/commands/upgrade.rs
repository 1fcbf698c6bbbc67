//! Copies of the store for `paragraf upgrade`.

use crate::control::declaration::declare_commands;
use crate::ops::upgrade::store::{self, CopiedStore};

declare_commands! {
    /// Keeps the store to which an update can return.
    "upgrade.keep": KeepStore -> CopiedStore = store::keep;
    /// Copies the store for a rehearsal.
    "upgrade.copy": CopyStore -> CopiedStore = store::copy_for_rehearsal;
}
