//! Lists of approved ordinances, each with its own changes: "Se aprobă următoarele ordonanțe: - Ordonanța ..., cu
//! următoarele modificări: a) ...; - Ordonanța ...".

use super::OperationScanner;
use crate::amend::header::ApprovedItem;
use crate::amend::verb::Verb;
use crate::form::clause::ClauseKind;
use crate::form::mark::UnitMark;

impl OperationScanner<'_> {
    /// Where to look next, if a list of approved ordinances, or an ordinance of that list, begins at `start`.
    pub(super) fn visit_approvals(&mut self, mark: Option<&UnitMark>, start: usize, body: usize) -> Option<usize> {
        let Some(mark) = mark.filter(|mark| self.is_of_approvals && mark.kind != ClauseKind::Paragraph) else {
            let end = self.source.lead_of_approvals(body).filter(|_| self.open.is_none())?;
            self.is_of_approvals = true;
            return Some(end);
        };
        let item = self.source.approved_item(body)?;
        if self.is_quoted(start)
            && let Some(open) = &mut self.open
        {
            // The ordinance may be one of a list in the new text, or a quotation mark is missing.
            open.header.verb = Verb::Unknown("its new text may go on in the next ordinance");
        }
        self.close(start);
        self.end_lead(start);
        (self.last_point, self.last_letter) = (None, None);
        self.outer.clear();
        match item {
            ApprovedItem::Changed(header) if matches!(header.verb, Verb::Follow(_)) => {
                Some(self.lead(None, start, header))
            }
            ApprovedItem::Changed(header) => {
                let mark = (mark.kind == ClauseKind::Letter).then(|| mark.clone());
                let next = self.begin(mark, start, header);
                (self.is_listed, self.last_letter) = (false, None);
                Some(next)
            }
            ApprovedItem::Unchanged(end) => {
                (self.act, self.is_listed, self.is_inner) = (None, false, false);
                Some(end)
            }
        }
    }
}

impl OperationScanner<'_> {
    /// Whether the new text of the open operation has a quotation mark before a place that closes behind it.
    pub(super) fn is_quoted(&mut self, at: usize) -> bool {
        let Some(open) = &self.open else { return false };
        if !self.source.lower[open.header.end..].trim_start().starts_with('"') {
            return false;
        }
        // Each part of the text is counted once.
        let (from, is_open) = if self.quotes.0 >= open.header.end { self.quotes } else { (open.header.end, false) };
        let is_even = self.source.slice(from, at).bytes().filter(|byte| *byte == b'"').count().is_multiple_of(2);
        self.quotes = (at.max(from), is_open == is_even);
        self.quotes.1
    }
}

#[cfg(test)]
mod tests {
    use super::super::operations;
    use super::super::outline::outline;
    use crate::amend::operation::{AmendingOperation, Change};

    /// The acts and places of the operations, each with `?` if no rule understands it.
    fn read(text: &str) -> Vec<String> {
        let line = |it: &AmendingOperation| {
            let act = it.act.as_ref().map(ToString::to_string).unwrap_or_default();
            let (source, places) = outline(it);
            format!("{source}: {act} {places}")
        };
        operations("art. 1", text, None).iter().map(line).collect()
    }

    #[test]
    fn an_ordinance_behind_an_open_quotation_mark_lists_the_operation_before_it() {
        let text = "Se aprobă următoarele ordonanțe: - Ordonanța Guvernului nr. 28 din 22 iulie 1994 privind plata, cu \
            următoarele modificări: a) Articolul 2 va avea următorul cuprins: „Se prorogă: - Ordonanța Guvernului nr. 5 \
            din 3 mai 1990 privind taxa; b) altele.” b) Articolul 3 se abrogă.";
        let found = read(text);
        assert!(found[0].starts_with("art. 1 lit. a)?:"), "{found:?}");
    }

    #[test]
    fn each_ordinance_of_a_list_has_its_own_changes() {
        let text = "Se aprobă următoarele ordonanțe emise în temeiul art. 1 din Legea nr. 72/1994: \
            - Ordonanța Guvernului nr. 23 din 18 iulie 1994 privind unele măsuri; \
            - Ordonanța Guvernului nr. 28 din 22 iulie 1994 privind plata, cu următoarele modificări: a) Articolul 2 se \
            abrogă. b) Articolul 3 va avea următorul cuprins: Plata este liberă; - Ordonanța Guvernului nr. 46 din 12 \
            august 1994 privind alte măsuri; - Ordonanța Guvernului nr. 58 din 19 august 1994, cu următoarele completări: \
            1. La articolul 4 se introduce alineatul (3) cu următorul cuprins: „(3) Trei.” 2. Articolul 7 se abrogă. \
            - Ordonanța Guvernului nr. 60 din 24 august 1994, publicată în Monitorul Oficial nr. 245 din 30 august 1994, cu \
            completarea articolului 2 cu un nou alineat 2, care va avea următorul cuprins: Suma se plătește. \
            - Ordonanța Guvernului nr. 67 din 24 august 1994, cu modificarea articolului 5, care va avea următorul cuprins: \
            Exercițiul se încheie. - Ordonanța Guvernului nr. 68 din 25 august 1994, cu modificarea unor termene.";
        assert_eq!(
            read(text),
            [
                "art. 1 lit. a): OG 28/1994 art. 2",
                "art. 1 lit. b): OG 28/1994 art. 3",
                "art. 1 pct. 1: OG 58/1994 art. 4 alin. (3)",
                "art. 1 pct. 2: OG 58/1994 art. 7",
                "art. 1: OG 60/1994 art. 2 alin. (2)",
                "art. 1: OG 67/1994 art. 5",
                "art. 1?: OG 68/1994 ",
            ]
        );
    }

    #[test]
    fn a_new_text_ends_before_the_next_ordinance() {
        let text = "Se aprobă ordonanțele de urgență ale Guvernului: a) Ordonanța de urgență a Guvernului nr. 3/2001, cu \
            următoarea modificare: 1. Articolul 2 va avea următorul cuprins: „Art. 2. - Da.” b) Ordonanța de urgență a \
            Guvernului nr. 5/2001 privind unele măsuri; c) Ordonanța de urgență a Guvernului nr. 7/2001.";
        let found = operations("art. 1", text, None);
        let [operation] = &found[..] else { panic!("{found:?}") };
        let Change::Modify { content, .. } = &operation.change else { panic!("{operation:?}") };
        assert_eq!(content.trim_matches(['"', '„', '”']), "Art. 2. - Da.");
    }

    #[test]
    fn ordinances_that_are_approved_without_changes_have_no_operations() {
        let text = "Se aprobă următoarele ordonanțe: - Ordonanța Guvernului nr. 23 din 18 iulie 1994 pentru modificarea \
            Legii nr. 5/1990; - Ordonanța Guvernului nr. 28 din 22 iulie 1994 privind plata.";
        assert_eq!(read(text), Vec::<String>::new());
        let changed = text.replace(" privind plata.", ", cu următoarele modificări: a) Articolul 2 se abrogă.");
        assert_eq!(read(&changed), ["art. 1 lit. a): OG 28/1994 art. 2"]);
    }
}
