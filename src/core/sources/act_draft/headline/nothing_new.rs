//! The texts of an act that leaves nothing new to do: a treaty, an approval, a rejection, a named day.

use super::{HeadlineFacts, HeadlineTexts, OBJECT};
use crate::domain::article::limits;
use crate::domain::text::sentence_case;
use crate::sources::act_draft::changes::plain;
use crate::sources::act_draft::purpose::{ActPurpose, lead};
use crate::sources::act_draft::subject::{brief, brief_to, first_sentence, matter_of, object, short_name};

/// The end of the explanation.
const NOTHING: &str = "**Ce ai de făcut.** Nimic nou.";

impl HeadlineFacts<'_> {
    /// The texts of an act that leaves nothing new to do.
    pub(super) fn of_nothing_new(&self) -> Option<HeadlineTexts> {
        let own = self.own();
        let (title, what, why) = match self.purpose {
            ActPurpose::Approves | ActPurpose::Rejects => self.of_ordinance()?,
            ActPurpose::Ratifies => {
                let ratified = object(self.source, "Se ratifică ").map(|object| format!("România ratifică {object}"));
                let first = || first_sentence(&lead(&self.source.text)).replace("*)", "");
                let what = brief_to(&ratified.unwrap_or_else(first), OBJECT);
                (what.clone(), what, format!("{own} dă acordul României și nu cere nimic cititorilor."))
            }
            ActPurpose::Celebrates => {
                let object =
                    ["instituie ", "declară ", "consacră "].iter().find_map(|verb| object(self.source, verb))?;
                let (day, name) = object.split_once(" ca ")?;
                let name = brief(name.split(',').next()?).replace(['„', '”', '“', '"'], "");
                let day = day.trim_start_matches("ziua de ").trim_start_matches("ziua ").to_owned();
                let why = "Autoritățile și asociațiile pot organiza evenimente; nimeni nu are o obligație nouă.";
                (format!("{name}: {day}"), format!("se instituie {name}: {day}"), why.to_owned())
            }
            ActPurpose::Empowers => {
                let what = "Guvernul poate emite ordonanțe în domeniile din lege";
                (
                    format!("{}: {what}", short_name(&self.source.act)),
                    what.to_owned(),
                    "Legea nu schimbă ea însăși nicio regulă; o schimbă ordonanțele, dacă vin.".to_owned(),
                )
            }
            _ => {
                let matter = object(self.source, "se aprobă ").map(|object| format!("se aprobă {object}"));
                let matter = brief_to(&matter.unwrap_or_else(|| lead(&self.source.text)), OBJECT);
                (
                    format!("{}: {matter}", short_name(&self.source.act)),
                    matter,
                    "Actul privește numai bunuri ale statului.".to_owned(),
                )
            }
        };
        let in_short = self.in_short_nothing(&what);
        let explanation = format!("{}\n\n{NOTHING}", plain_paragraphs(&[&format!("{}.", sentence_case(&what)), &why]));
        Some((title, in_short, explanation))
    }

    fn in_short_nothing(&self, what: &str) -> Option<String> {
        const WORDS: &str = "Nimic nou de făcut.";
        let room = limits::IN_SHORT - WORDS.chars().count() - 2;
        let what = brief_to(&sentence_case(what.trim_end_matches(['.', ';', ',', ' '])), room);
        Some(format!("{what}. {WORDS}")).filter(|text| text.chars().count() <= limits::IN_SHORT)
    }

    /// Title, short line and reason of an approval or a rejection.
    fn of_ordinance(&self) -> Option<(String, String, String)> {
        let ordinance = self.changed.first()?;
        let name = short_name(ordinance);
        let matter = matter_of(self.source, ordinance);
        let about = matter.map(|matter| format!(" ({matter})")).unwrap_or_default();
        Some(if self.purpose == ActPurpose::Approves {
            let why = "Legea aprobă ordonanța așa cum este: ce se aplica până acum se aplică la fel și de acum.";
            (
                format!("{name} rămâne neschimbată{about}"),
                format!("legea aprobă fără modificări {name}{about}"),
                why.to_owned(),
            )
        } else {
            let why = "Ordonanța nu se mai aplică de la intrarea în vigoare a legii.";
            (format!("{name} este respinsă{about}"), format!("legea respinge {name}{about}"), why.to_owned())
        })
    }
}

fn plain_paragraphs(paragraphs: &[&str]) -> String {
    paragraphs.iter().map(|words| plain(words)).collect::<Vec<_>>().join("\n\n")
}
