//! The heading of an act: `LEGE nr. 87 din 28 mai 2026 pentru ... EMITENT ... PUBLICAT ÎN Monitorul Oficial nr. ...`.

use jiff::civil::Date;

use super::clean;
use crate::domain::gazette::Gazette;
use paragraf_law::MentionValue;
use paragraf_law::title::plain_title;

/// The parts of a heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PortalHeading {
    /// Type, number, date and subject in one line.
    pub(super) title: String,
    /// The day of the act.
    pub(super) date: Option<Date>,
    pub(super) issuer: Option<String>,
    pub(super) gazette: Option<Gazette>,
}

/// Reads a heading as the service sends it.
pub(super) fn read(raw: &str) -> PortalHeading {
    let line = clean::line(raw);
    let (title, rest) = line.split_once("EMITENT").unwrap_or((&line, ""));
    let (issuer, published) = rest.split_once("PUBLICAT ÎN").unwrap_or((rest, ""));
    let title = plain_title(title);
    let issuer = issuer.trim_start_matches(':').trim();
    PortalHeading {
        date: date(&title),
        issuer: (!issuer.is_empty()).then(|| issuer.to_owned()),
        gazette: gazette(published),
        title,
    }
}

/// The day of the act that the heading begins with.
fn date(title: &str) -> Option<Date> {
    let dates = paragraf_law::read_text(title).into_iter().map(|mention| match mention.value {
        MentionValue::Citation(act) => act.date,
        MentionValue::Date { date } => Some(date),
        _ => None,
    });
    dates.take(1).flatten().next()
}

/// Reads `Monitorul Oficial nr. 457 bis din 29 mai 2026`.
pub(super) fn gazette(published: &str) -> Option<Gazette> {
    paragraf_law::read_text(published).into_iter().find_map(|mention| match mention.value {
        MentionValue::Gazette(mention) => Some(mention.gazette),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<Date> {
        Some(text.parse().expect("a day"))
    }

    #[test]
    fn a_heading_gives_date_issuer_and_gazette() {
        let heading = read(
            "\tDECRET nr. 190 din 1 februarie 2018  pentru conferirea unei decoraţii      EMITENT      Preşedintele României       PUBLICAT ÎN \n\t\t\t  Monitorul Oficial nr. 104 din 02 februarie 2018",
        );
        assert_eq!(heading.title, "DECRET nr. 190 din 1 februarie 2018 pentru conferirea unei decorații");
        assert_eq!((heading.date, heading.issuer.as_deref()), (day("2018-02-01"), Some("Președintele României")));
        let gazette = heading.gazette.expect("a gazette");
        assert_eq!((gazette.number.as_str(), gazette.bis, Some(gazette.date)), ("104", false, day("2018-02-02")));
    }

    #[test]
    fn an_older_heading_has_colons_and_a_decision_another_year_than_its_gazette() {
        let heading = read(
            "\u{feff} HOTĂRÂRE nr. 14 din 25 martie 2014 privind x EMITENT: CAMERA DEPUTAŢILOR PUBLICAT ÎN: MONITORUL OFICIAL nr. 1.215 bis din 26 martie 2015",
        );
        assert_eq!((heading.date, heading.issuer.as_deref()), (day("2014-03-25"), Some("CAMERA DEPUTAȚILOR")));
        let gazette = heading.gazette.expect("a gazette");
        assert_eq!((gazette.number.as_str(), gazette.bis, Some(gazette.date)), ("1215", true, day("2015-03-26")));
    }

    #[test]
    fn a_title_has_no_marks() {
        let heading = read("LEGE nr. 31 din 16 noiembrie 1990 (**republicată**) privind societățile *) EMITENT x");
        assert_eq!(heading.title, "LEGE nr. 31 din 16 noiembrie 1990 (republicată) privind societățile");
    }

    #[test]
    fn missing_parts_stay_empty() {
        assert_eq!(read("ANUNȚ"), PortalHeading { title: "ANUNȚ".into(), ..PortalHeading::default() });
        assert_eq!(gazette("Monitorul Oficial"), None);
        assert_eq!(gazette("Monitorul Oficial nr. x din 2 mai 2018"), None);
        assert_eq!(gazette("Monitorul Oficial nr. 5 din 32 mai 2018"), None);
    }
}
