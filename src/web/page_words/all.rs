//! The list of all words of served pages.

use std::sync::LazyLock;

use super::PageWords;
use crate::domain::Language;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::web::search::words::SearchWords;
use crate::web::shell::act_words::ActWords;
use crate::web::shell::amendments::AmendmentWords;
use crate::web::shell::consent::ConsentWords;
use crate::web::shell::deadline_words::DeadlineWords;
use crate::web::shell::gazette::GazetteWords;
use crate::web::shell::home::words::HomeWords;
use crate::web::shell::insights::InsightsWords;
use crate::web::shell::law_figures::FigureWords;
use crate::web::shell::mail_words::MailWords;
use crate::web::shell::overview::OverviewWords;
use crate::web::shell::places::PlaceWords;
use crate::web::shell::tags::TagWords;
use crate::web::shell::words::ShellWords;

/// Makes words usable, and checks them.
macro_rules! all {
    ($($words:ty,)*) => {
        $(impl PageWords for $words {
            fn read_once() -> &'static [std::result::Result<Self, String>; 2] {
                static READ: LazyLock<[std::result::Result<$words, String>; 2]> =
                    LazyLock::new(|| Language::ALL.map(<$words>::read));
                &READ
            }
        })*

        fn check_each() -> Result<()> {
            $(is_complete::<$words>()?;)*
            Ok(())
        }
    };
}

all! {
    ActWords,
    AmendmentWords,
    ConsentWords,
    DeadlineWords,
    FigureWords,
    GazetteWords,
    HomeWords,
    InsightsWords,
    MailWords,
    OverviewWords,
    PlaceWords,
    SearchWords,
    ShellWords,
    TagWords,
}

/// Checks that the bundle has every text.
///
/// # Errors
/// `ui_bundle` with the key of a text that is missing.
pub(in crate::web) fn check() -> Result<()> {
    check_each()
}

fn is_complete<W: PageWords>() -> Result<()> {
    for (words, language) in W::read_once().iter().zip(Language::ALL) {
        if let Err(key) = words {
            let message = format!("the UI bundle has no text {key} in the language {language}");
            return Err(Error::new(Kind::Internal, ErrorCode::UiBundle, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundle_has_all_words() {
        assert_eq!(check().map_err(|error| error.to_string()), Ok(()));
    }
}
