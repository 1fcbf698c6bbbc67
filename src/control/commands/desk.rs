//! `paragraf articles show --with-source|edit|publish|reject`

use crate::control::declaration::declare_commands;
use crate::domain::Slug;
use crate::ops::desk::drafts::{self, Draft};
use crate::ops::desk::edit::{self, Edited, SaveOutcome};
use crate::ops::desk::publish::{self, Publication, Published};
use crate::ops::desk::reject::{self, NewRejection};

declare_commands! {
    /// Replies with an article of any status as the desk sees it.
    "desk.show": ShowDraft(Slug) -> Draft = drafts::show, read_only;
    "desk.save": SaveArticle(Edited) -> SaveOutcome = edit::save;
    "desk.publish": PublishArticles(Publication) -> Vec<Published> = publish::publish;
    "desk.reject": RejectDraftArticle(NewRejection) -> Draft = reject::reject;
    /// Takes a rejected draft back.
    "desk.reopen": ReopenDraft(Slug) -> Draft = reject::reopen;
}
