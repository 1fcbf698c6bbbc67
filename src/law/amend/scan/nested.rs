//! Lists of operations within a new text: an article that an act adds may itself amend other acts.

use super::OperationScanner;
use crate::amend::header::Header;
use crate::amend::nested_list::NestedList;
use crate::amend::source::sentence_end;
use crate::amend::verb::{Verb, marked_step};
use crate::form::clause::{ClauseKind, Place, PlaceStep};
use crate::form::mark::UnitMark;
use crate::label::{Label, LabelBase};

/// How far behind a point the new text of the operation before it may go on, in bytes.
const LONGEST_NEW_TEXT: usize = 100_000;

/// Most points of an article that are looked for behind others, since each search reads the text behind.
const MOST_DOUBTS: u32 = 50;

/// The list of a point that may follow the last one of either.
enum PointOf {
    NewText,
    OwnList,
    Unclear,
}

impl OperationScanner<'_> {
    /// Where to look next, if a list within the new text of the open operation begins or goes on at `start`.
    pub(super) fn visit_nested(&mut self, mark: Option<&UnitMark>, start: usize, body: usize) -> Option<usize> {
        let Some(open) = &self.open else {
            self.nested = None;
            return None;
        };
        let Some(mark) = mark else {
            if !adds_articles(&open.header.verb) || !self.is_lead(start) {
                return None;
            }
            self.nested = Some(NestedList::default());
            return Some(start + 1);
        };
        let nested = self.nested.as_ref().filter(|_| mark.kind == ClauseKind::Point)?;
        let goes_on = nested.last.as_ref().map_or(mark.is_first(), |last| mark.follows(Some(last)));
        if !goes_on {
            return None;
        }
        let header = self.source.header(body);
        let article = header.as_ref().and_then(|header| first_article(&header.verb));
        let may_be_own = mark.follows(self.last_point.as_ref());
        let whose = if may_be_own { self.point_of(nested, mark, body, article.as_ref()) } else { PointOf::NewText };
        self.doubts += u32::from(may_be_own);
        if matches!(whose, PointOf::OwnList) {
            self.nested = None;
            return None;
        }
        let goes_on = Some(NestedList { last: mark.label.clone(), article });
        if matches!(whose, PointOf::NewText) {
            self.nested = goes_on;
            return Some(start + 1);
        }
        // A new text that is cut would be applied, so that both are left to a person.
        if let Some(open) = &mut self.open {
            open.header.verb = Verb::Unknown("its new text may go on in the next point");
        }
        let end = body + sentence_end(&self.source.lower[body..]);
        let unclear = Header::of_verb(Verb::Unknown("it may belong to the new text before it"), end);
        let next = self.begin(Some(mark.clone()), start, unclear);
        self.nested = goes_on;
        Some(next)
    }

    /// Whether the mark is a point in the new text of the open operation, which has not had it before.
    pub(super) fn is_new_text(&self, mark: &UnitMark, start: usize) -> bool {
        let (Some(open), Some(label)) = (&self.open, &mark.label) else { return false };
        let labels: Vec<_> = match &open.header.verb {
            Verb::Modify(places) => places.iter().filter_map(marked_step).collect(),
            Verb::Insert { added, .. } => added.steps.iter().collect(),
            _ => return false,
        };
        let point = |step: &&PlaceStep| step.kind == ClauseKind::Point && step.label.as_ref() == Some(label);
        let Some(place) = labels.iter().position(point) else { return false };
        let before = self.source.slice(open.header.end, start);
        let stands_before = |label: &Label| {
            let mark = format!("{label}. ");
            let mut found = before.match_indices(&mark);
            found.any(|(at, _)| !before[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '^' | '.')))
        };
        // The added point before this one stands in the new text, and this one does not yet.
        let goes_on = place.checked_sub(1).and_then(|last| labels[last].label.as_ref()).is_some_and(stands_before);
        // An added point has an index, as in 2^2. After the new text, the header of an operation is the next point of the
        // list itself.
        let body = start + format!("{label}. ").len();
        let is_next = !before.trim_matches([' ', '\n', '"']).is_empty()
            && label.index.is_empty()
            && self.source.header(body).is_some();
        !stands_before(label) && (goes_on || !is_next)
    }

    /// Whether the lead of a list begins here that names its act.
    fn is_lead(&self, start: usize) -> bool {
        let header = self.source.header(start);
        header.is_some_and(|header| header.act.is_some() && matches!(header.verb, Verb::Follow(_)))
    }

    /// The list of the point: lists go through the articles of their acts in order.
    fn point_of(&self, nested: &NestedList, mark: &UnitMark, body: usize, article: Option<&Label>) -> PointOf {
        let Some(open) = &self.open else { return PointOf::OwnList };
        let own = first_article(&open.header.verb);
        // The articles of an amending ordinance are roman, those of the act that it amends are not.
        let is_of =
            |other: Option<&Label>| article.zip(other).map(|(article, other)| is_roman(article) == is_roman(other));
        match (is_of(nested.article.as_ref()), is_of(own.as_ref())) {
            (Some(true), Some(false)) => return PointOf::NewText,
            (Some(false), Some(true)) => return PointOf::OwnList,
            _ => {}
        }
        let is_before = |other: Option<&Label>| {
            article.zip(other).is_some_and(|(article, other)| article.number() < other.number())
        };
        if is_before(nested.article.as_ref()) {
            return PointOf::OwnList;
        }
        if self.doubts > MOST_DOUBTS {
            return PointOf::Unclear;
        }
        let to = (body + LONGEST_NEW_TEXT).min(self.source.lower.len());
        let rest = self.source.lower.get(body..to).unwrap_or_default();
        // An article that the operation adds is still to come.
        let is_to_come = |label: &Label| {
            let title = format!("articolul {label} ").to_ascii_lowercase();
            rest.match_indices(&title).any(|(at, _)| rest[..at].trim_end().ends_with(['.', ';', '"']))
        };
        let new_articles = added_articles(&open.header.verb);
        if new_articles.iter().any(|step| step.label.as_ref().is_some_and(is_to_come)) {
            return PointOf::NewText;
        }
        if is_before(own.as_ref()) {
            return PointOf::NewText;
        }
        // The own list has its next point behind this one, and no other list begins before.
        let number = mark.label.as_ref().map(Label::to_string).unwrap_or_default();
        let next = ["la ", "dupa ", "articol", "alineat", "anex", "titlul", "in "]
            .iter()
            .filter_map(|word| rest.find(&format!(" {number}. {word}")))
            .min();
        match next {
            Some(next) if !rest[..next].contains(" 1. ") => PointOf::NewText,
            _ => PointOf::Unclear,
        }
    }
}

/// Whether the new text of an operation has whole articles.
fn adds_articles(verb: &Verb) -> bool {
    !added_articles(verb).is_empty() || matches!(verb, Verb::Insert { added, .. } if added.kind == ClauseKind::Article)
}

/// The articles in the new text of an operation.
fn added_articles(verb: &Verb) -> Vec<&PlaceStep> {
    let steps: Vec<&PlaceStep> = match verb {
        Verb::Modify(places) => places.iter().filter_map(marked_step).collect(),
        Verb::Insert { added, .. } => added.steps.iter().collect(),
        _ => return Vec::new(),
    };
    steps.into_iter().filter(|step| step.kind == ClauseKind::Article).collect()
}

fn is_roman(label: &Label) -> bool {
    matches!(label.base, LabelBase::Roman(_) | LabelBase::Sole)
}

/// The first article that an operation names.
fn first_article(verb: &Verb) -> Option<Label> {
    let place: &Place = match verb {
        Verb::Modify(places) | Verb::Repeal(places) | Verb::ReplaceWords { places, .. } => places.first()?,
        Verb::Insert { place, .. } => place,
        _ => return None,
    };
    let article = place.steps.iter().find(|step| step.kind == ClauseKind::Article)?;
    article.label.clone()
}

#[cfg(test)]
mod tests {
    use super::super::operations;
    use super::super::outline::outline;

    const LEAD: &str = "Se aprobă Ordonanța Guvernului nr. 6 din 31 ianuarie 2025, cu următoarele modificări: ";
    const NESTED: &str = "Legea nr. 212/2022 privind unele măsuri se modifică după cum urmează: ";

    /// The sources of the operations, each with `?` if no rule understands it.
    fn sources(text: &str) -> Vec<String> {
        operations("", &format!("{LEAD}{text}"), None).iter().map(|it| outline(it).0).collect()
    }

    #[test]
    fn points_of_a_list_in_a_new_text_are_none_of_the_act_itself() {
        let two = format!(
            "1. Articolul 1 se abrogă. 2. După articolul 8 se introduc două noi articole, art. 9 și 10, cu următorul \
             cuprins: Articolul 9 {NESTED}1. La articolul 14, litera a) se abrogă. 2. Articolul 15 se abrogă. \
             3. Articolul 16 se abrogă. Articolul 10 Termenul este de 5 zile. 3. Articolul 12 se abrogă."
        );
        assert_eq!(sources(&two), ["pct. 1", "pct. 2", "pct. 3"]);
        let later = format!(
            "1. După articolul 8 se introduce un nou articol, art. 9, cu următorul cuprins: Articolul 9 {NESTED}\
             1. Articolul 2 se abrogă. 2. Articolul 5 se abrogă. 3. Articolul 20 se abrogă. 2. Articolul 30 se abrogă."
        );
        assert_eq!(sources(&later), ["pct. 1", "pct. 2"]);
    }

    #[test]
    fn a_point_that_may_be_of_either_list_is_listed_with_the_one_before() {
        let text = format!(
            "1. După articolul 8 se introduce un nou articol, art. 9, cu următorul cuprins: Articolul 9 {NESTED}\
             1. Articolul 2 se abrogă. 2. Articolul 15 se abrogă. 3. Articolul 16 se abrogă."
        );
        assert_eq!(sources(&text), ["pct. 1?", "pct. 2?", "pct. 3?"]);
        let own = text.replace("2. Articolul 15", "2. Articolul 1");
        let roman = text.replace("După articolul 8", "După articolul II").replace("3. Articolul 16", "2. Articolul IV");
        assert_eq!(sources(&roman), ["pct. 1", "pct. 2"]);
        assert_eq!(sources(&own)[..2], ["pct. 1", "pct. 2"]);
    }

    #[test]
    fn a_point_after_a_table_and_words_in_a_whole_act_are_operations() {
        let table = "1. La anexa nr. 1, după numărul curent 104 se introduce un nou număr curent, nr. crt. 105, cu următorul \
            cuprins: 105. Asociația 1998 2. La anexa nr. 2.2, la subcapitolul „Ape“, după numărul curent 1 se introduce \
            un nou număr curent, nr. crt. 2, cu următorul cuprins: 2. Asociația dolari 1.600";
        assert_eq!(sources(table).len(), 2, "{:?}", sources(table));
        let words = "(1) La data intrării în vigoare a prezentei legi se abrogă art. 2 din Legea nr. 5/2008, precum și orice \
            alte dispoziții. (2) În tot cuprinsul Legii nr. 5/2008, sintagma „a“ se înlocuiește cu sintagma „b“.";
        let found = operations("art. 7", words, None);
        assert_eq!(
            found.iter().map(|it| it.source.as_str()).collect::<Vec<_>>(),
            ["art. 7 alin. (1)", "art. 7 alin. (2)"]
        );
    }

    #[test]
    fn points_that_an_operation_adds_end_no_list() {
        let text = "1. La articolul I, după punctul 2 se introduc două noi puncte, punctele 2^1 și 2^2, cu următorul \
            cuprins: 2^1. La articolul 25, alineatul (6) se abrogă. 2^2. La articolul 50, alineatul (1) se abrogă. \
            2. La articolul I, după punctul 7 se introduce un nou punct, punctul 7^1, cu următorul cuprins: \
            7^1. La articolul 119, alineatul (1) se abrogă.";
        assert_eq!(sources(text), ["pct. 1", "pct. 2"]);
        let counted = "1. La articolul I, după punctul 1 se introduc două noi puncte, punctele 2 și 3, cu următorul cuprins: \
            2. La articolul 25, alineatul (6) se abrogă. 3. La articolul 50, alineatul (1) se abrogă. 2. Articolul II se \
            abrogă.";
        assert_eq!(sources(counted), ["pct. 1", "pct. 2"]);
    }
}
