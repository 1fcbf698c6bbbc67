//! Lists of operations within a point, whose numbers begin again: "4. Anexa se modifică după cum urmează: 1. La litera B".

use super::OperationScanner;
use super::open_list::OuterList;
use crate::amend::header::Header;
use crate::amend::verb::Verb;
use crate::form::clause::ClauseKind;
use crate::form::mark::UnitMark;
use crate::label::{Label, LabelBase};

/// Most lists that stand in each other.
const DEEPEST: usize = 4;

/// The list that a point belongs to.
#[derive(Debug, PartialEq, Eq)]
enum ListOf {
    Inner,
    /// The outer one with this index.
    Outer(usize),
    Unclear,
}

impl OperationScanner<'_> {
    /// Whether the list of a point begins here: right after the lead that the point is.
    pub(super) fn begins_list(&self, mark: &UnitMark, start: usize) -> bool {
        let lead = self.lead.as_ref().filter(|_| self.is_inner && self.outer.len() < DEEPEST);
        let is_numbered = mark.kind == ClauseKind::Point && mark.is_first() && self.last_point.is_some();
        is_numbered && lead.is_some_and(|lead| self.source.slice(lead.header.end, start).trim().is_empty())
    }

    /// Whether a point is the next one of an outer list.
    pub(super) fn follows_outer(&self, mark: &UnitMark) -> bool {
        self.outer.iter().any(|list| mark.follows(Some(&list.last)))
    }

    /// Whether a point may be of an outer list, the next one or a later one.
    pub(super) fn may_follow_outer(&self, mark: &UnitMark, body: usize) -> bool {
        self.outer.iter().any(|list| self.may_follow(mark, &list.last, body))
    }

    /// The numbers of the points that hold the list, as in "pct. 4 ".
    pub(super) fn outer_points(&self) -> String {
        self.outer.iter().map(|list| format!("pct. {} ", list.point)).collect()
    }

    /// The numbers of the points that hold a point, and its own; none for another mark.
    pub(super) fn labels(&self, mark: Option<&UnitMark>) -> Vec<Label> {
        let own = mark.filter(|mark| mark.kind == ClauseKind::Point).and_then(|mark| mark.label.clone());
        let Some(own) = own else { return Vec::new() };
        self.outer.iter().map(|list| list.last.clone()).chain([own]).collect()
    }

    /// Goes into the list of the last lead, or back to the outer list that a point belongs to. An operation that may be of
    /// either list is left to a person.
    pub(super) fn choose_list(&mut self, mark: Option<&UnitMark>, start: usize, header: &mut Header) {
        let Some(mark) = mark.filter(|mark| mark.kind == ClauseKind::Point) else { return };
        if self.begins_list(mark, start) {
            let Some(point) = self.last_point.take() else { return };
            let context = std::mem::replace(&mut self.list_context, self.context.clone());
            let names_act = self.lead.as_ref().is_some_and(|lead| lead.header.act.is_some());
            self.outer.push(OuterList { last: point.clone(), point, context, names_act, is_doubtful: false });
            // The operations of the list follow, so that the lead is not listed.
            (self.is_inner, self.lead) = (false, None);
            return;
        }
        match self.list_of(mark, header) {
            ListOf::Inner => {}
            ListOf::Outer(at) => {
                // The lead of the inner list may hold nothing.
                self.end_lead(start);
                if let Some(list) = self.outer.drain(at..).next() {
                    (self.last_point, self.list_context) = (Some(list.last), list.context.clone());
                    (self.context, self.is_inner) = (list.context, false);
                }
            }
            ListOf::Unclear => {
                header.verb = Verb::Unknown("it may be of the list in the point before or of the list around it");
                for list in self.outer.iter_mut().filter(|list| mark.is_after(Some(&list.last))) {
                    list.is_doubtful = true;
                    if let Some(label) = &mark.label {
                        label.clone_into(&mut list.last);
                    }
                }
            }
        }
    }

    fn list_of(&self, mark: &UnitMark, header: &Header) -> ListOf {
        let is_dotted = |label: Option<&Label>| label.is_some_and(|label| matches!(label.base, LabelBase::Dotted(_)));
        let changes_form = is_dotted(self.last_point.as_ref()) && !is_dotted(mark.label.as_ref());
        let follows_inner = mark.follows(self.last_point.as_ref()) && !changes_form;
        let next_of = self.outer.iter().rposition(|list| mark.follows(Some(&list.last)));
        // Later acts may have removed the points before it.
        let later_of = || self.outer.iter().rposition(|list| mark.is_after(Some(&list.last)));
        let at = match (follows_inner, next_of) {
            (false, Some(at)) => return ListOf::Outer(at),
            (true, at) => at,
            (false, None) => later_of(),
        };
        let Some(at) = at else { return ListOf::Inner };
        let list = &self.outer[at];
        if list.names_act && !list.is_doubtful {
            // "2. Legea nr. 6/2000 se modifică": the points of the outer list name their acts.
            return match (&header.act, &header.verb) {
                (None, _) => ListOf::Inner,
                (Some(_), Verb::Follow(_)) => ListOf::Outer(at),
                _ => ListOf::Unclear,
            };
        }
        let named = first_kind(&header.verb);
        let holder = self.list_context.steps.get(list.context.steps.len()..).and_then(<[_]>::first);
        let (Some(named), Some(holder)) = (named, holder) else { return ListOf::Unclear };
        if named == holder.kind && named != ClauseKind::Point {
            return ListOf::Outer(at);
        }
        let is_whole = |kind: ClauseKind| kind <= ClauseKind::Article;
        match (is_whole(named), is_whole(holder.kind)) {
            // "5. Articolul 7" after a list in the point on article 6, or on annex 1.
            (true, true) if named < holder.kind => ListOf::Outer(at),
            // "5. Litera c)" is no place in an act, so that it stands in the article or the annex of the list.
            (false, true) if list.context.steps.is_empty() && !list.is_doubtful => ListOf::Inner,
            _ => ListOf::Unclear,
        }
    }
}

/// The kind of the largest unit that an operation names.
fn first_kind(verb: &Verb) -> Option<ClauseKind> {
    let place = match verb {
        Verb::Modify(places) | Verb::Repeal(places) => places.first()?,
        Verb::ReplaceWords { places, .. } | Verb::Prorogue { places, .. } => places.first()?,
        Verb::Insert { place, .. } | Verb::Follow(place) => place,
        Verb::Renumber(pairs) => &pairs.first()?.0,
        Verb::Unknown(_) => return None,
    };
    place.steps.first().map(|step| step.kind)
}

#[cfg(test)]
mod tests {
    use super::super::operations;
    use super::super::outline::line;
    use crate::amend::operation::AmendingOperation;

    const LEAD: &str = "Legea nr. 15/1998 se modifică și se completează după cum urmează: ";

    /// The sources of the operations with their places, each with `?` if no rule understands it.
    fn read(text: &str) -> Vec<String> {
        operations("art. I", &format!("{LEAD}{text}"), None).iter().map(line).collect()
    }

    #[test]
    fn the_points_of_a_list_in_a_point_begin_again_at_one() {
        let text = "1. Articolul 1 se abrogă. 2. Anexa se modifică după cum urmează: 1. La litera B, punctul 9 va avea \
            următorul cuprins: „9. personal;” 2. La litera B, punctul 10 se abrogă. 3. La litera C, punctele 7 și 8 se \
            abrogă. 4. Litera D se abrogă. 3. Articolul 9 se abrogă.";
        assert_eq!(
            read(text),
            [
                "art. I pct. 1: art. 1",
                "art. I pct. 2 pct. 1: anexa lit. B) pct. 9",
                "art. I pct. 2 pct. 2: anexa lit. B) pct. 10",
                "art. I pct. 2 pct. 3: anexa lit. C) pct. 7; anexa lit. C) pct. 8",
                "art. I pct. 2 pct. 4: anexa lit. D)",
                "art. I pct. 3: art. 9",
            ]
        );
    }

    #[test]
    fn a_list_in_a_point_of_a_list_in_a_point_has_the_places_of_both() {
        let text = "1. Anexa se modifică după cum urmează: 1. Litera A se abrogă. 2. Litera B se modifică după cum urmează: \
            1. Punctul 3 se abrogă. 2. Punctul 5 se abrogă. 3. Litera C se abrogă. 2. Articolul 4 se modifică după cum \
            urmează: a) alineatul (1) se abrogă; b) alineatul (3) se abrogă. 3. Articolul 9 se abrogă.";
        assert_eq!(
            read(text),
            [
                "art. I pct. 1 pct. 1: anexa lit. A)",
                "art. I pct. 1 pct. 2 pct. 1: anexa lit. B) pct. 3",
                "art. I pct. 1 pct. 2 pct. 2: anexa lit. B) pct. 5",
                "art. I pct. 1 pct. 3: anexa lit. C)",
                "art. I lit. a): art. 4 alin. (1)",
                "art. I lit. b): art. 4 alin. (3)",
                "art. I pct. 3: art. 9",
            ]
        );
    }

    #[test]
    fn points_that_name_acts_hold_lists_of_their_own() {
        let text = "1. Legea nr. 5/2000 se modifică după cum urmează: 1. Articolul 2 se abrogă. 2. Articolul 3 se abrogă. \
            2. Legea nr. 6/2000 se modifică după cum urmează: 1. Articolul 4 se abrogă. 2. Articolul 8 se abrogă. \
            3. Legea nr. 7/2000 se modifică după cum urmează: a) articolul 9 se abrogă.";
        let act = |it: &AmendingOperation| format!("{} {}", it.act.as_ref().expect("an act"), it.change.places()[0]);
        let found: Vec<_> = operations("art. I", &format!("{LEAD}{text}"), None).iter().map(act).collect();
        assert_eq!(
            found,
            [
                "Legea 5/2000 art. 2", "Legea 5/2000 art. 3", "Legea 6/2000 art. 4", "Legea 6/2000 art. 8",
                "Legea 7/2000 art. 9"
            ]
        );
    }

    #[test]
    fn a_point_that_either_list_may_have_is_listed() {
        let text = "1. Capitolul II se modifică după cum urmează: 1. Articolul 5 se abrogă. 2. Articolul 7 se abrogă. \
            3. Articolul 8 se abrogă.";
        assert_eq!(
            read(text),
            ["art. I pct. 1 pct. 1: cap. II art. 5", "art. I pct. 1 pct. 2?: ", "art. I pct. 1 pct. 3?: "]
        );
    }

    #[test]
    fn the_next_point_of_an_article_ends_the_list_in_the_one_before() {
        let text = "1. Articolul 5 se modifică după cum urmează: 1. Alineatul (1) se abrogă. 2. Articolul 7 se abrogă. \
            3. Articolul 8 se abrogă.";
        assert_eq!(
            read(text),
            ["art. I pct. 1 pct. 1: art. 5 alin. (1)", "art. I pct. 2: art. 7", "art. I pct. 3: art. 8"]
        );
    }
}
