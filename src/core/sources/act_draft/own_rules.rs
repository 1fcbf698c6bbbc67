//! The rules that an act sets itself: all of a new act, or those beside its changes of other acts.

use super::changes::plain;
use super::passages::excerpt;
use super::phrase::{ChangePhrase, said};
use super::reading::{ActReading, without_formula};
use super::weight::{is_formula, weight};
use crate::domain::article::limits;
use crate::domain::text;
use paragraf_law::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use paragraf_law::form::{Form, FormArticle};

/// A paragraph of the act itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OwnRule {
    /// `art. III alin. (4)`.
    pub(super) place: String,
    text: String,
}

impl OwnRule {
    pub(super) fn weight(&self) -> u8 {
        weight(&self.text)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the rule is a sentence that a title can say.
    pub(super) fn is_sentence(&self) -> bool {
        !self.what(limits::TITLE).is_place
    }

    /// Whether the rule only says what the act is about: "Scopul prezentei legi este …".
    pub(super) fn is_purpose(&self) -> bool {
        let folded = text::fold(&self.text);
        let act = ["prezenta lege ", "prezenta ordonanta "].iter().find_map(|act| folded.strip_prefix(act));
        let verbs = ["reglementeaza ", "stabileste ", "are ca scop ", "are ca obiect ", "instituie "];
        let begins = ["scopul prezentei ", "obiectul prezentei "];
        act.is_some_and(|rest| verbs.iter().any(|verb| rest.starts_with(verb)))
            || begins.iter().any(|words| folded.starts_with(words))
    }

    /// The rule in a few words.
    pub(super) fn what(&self, room: usize) -> ChangePhrase {
        said(&self.text, &self.place, room)
    }

    pub(super) fn line(&self, most: usize) -> String {
        format!("**{}**: {}", plain(&self.place), plain(&excerpt(&self.text, most)))
    }
}

/// The rules of the act itself in their order, without what it transposes.
pub(super) fn own_rules(reading: &ActReading<'_>) -> Vec<OwnRule> {
    let rules = own_articles(reading).into_iter().flat_map(paragraphs);
    rules.filter(|rule| says_something(&text::fold(&rule.text))).collect()
}

/// Whether a folded rule says more than the day of the act, which stands elsewhere.
fn says_something(folded: &str) -> bool {
    let is_only_day = folded.starts_with("prezenta lege intra in vigoare") && !folded.contains("except");
    !folded.is_empty() && !is_only_day && !is_formula(folded)
}

/// The lines of at most `most` items that weigh most, as far as there is room, in their order, and the other items.
pub(super) fn within_room<T>(
    items: Vec<T>,
    most: usize,
    mut room: usize,
    weight: impl Fn(&T) -> u8,
    line: impl Fn(&T) -> String,
) -> (Vec<String>, Vec<T>) {
    let mut order: Vec<_> = items.into_iter().enumerate().collect();
    order.sort_by_key(|(_, item)| std::cmp::Reverse(weight(item)));
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut others: Vec<(usize, T)> = Vec::new();
    for (at, item) in order {
        let line = line(&item);
        let length = line.chars().count();
        if lines.len() < most && (lines.is_empty() || length <= room) {
            room = room.saturating_sub(length);
            lines.push((at, line));
        } else {
            others.push((at, item));
        }
    }
    lines.sort_by_key(|(at, _)| *at);
    others.sort_by_key(|(at, _)| *at);
    (lines.into_iter().map(|(_, line)| line).collect(), others.into_iter().map(|(_, item)| item).collect())
}

/// The articles without an operation. Beside operations, those with a number of another kind belong to a new text:
/// "Articolul 14" between "Articolul I" and "Articolul II".
fn own_articles<'r>(reading: &'r ActReading<'_>) -> Vec<&'r FormArticle> {
    let articles = || reading.form.iter().flat_map(Form::articles);
    let is_article = |article: &&FormArticle| article.unit.kind == ClauseKind::Article && article.series == 0;
    let changes = |article: &FormArticle| {
        let label = place(&article.unit);
        let mut sources = reading.operations.iter().map(|operation| operation.source.as_str());
        sources.any(|source| source.strip_prefix(&label).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    };
    let kind = |article: &FormArticle| article.unit.label.as_ref().map(|label| std::mem::discriminant(&label.base));
    let of_changes = articles().filter(is_article).find(|article| changes(article)).map(kind);
    let own = articles().filter(is_article).filter(|article| !changes(article));
    own.filter(|article| of_changes.is_none_or(|of_changes| kind(article) == of_changes)).collect()
}

fn place(unit: &Clause) -> String {
    Place::of(vec![PlaceStep::new(unit.kind, unit.label.clone())]).to_string()
}

/// The paragraphs of an article, or the whole article.
fn paragraphs(article: &FormArticle) -> Vec<OwnRule> {
    let unit = &article.unit;
    let step = |unit: &Clause| PlaceStep::new(unit.kind, unit.label.clone());
    let of =
        |steps: Vec<PlaceStep>, text: String| OwnRule { place: Place::of(steps).to_string(), text: own_text(&text) };
    let is_paragraph = |part: &&Clause| part.kind == ClauseKind::Paragraph;
    if !unit.parts.iter().any(|part| is_paragraph(&part)) {
        let whole = unit.flat();
        return vec![of(vec![step(unit)], whole.strip_prefix(&unit.mark).unwrap_or(&whole).to_owned())];
    }
    let part = |part: &Clause| {
        let whole = part.flat();
        of(vec![step(unit), step(part)], whole.strip_prefix(&part.mark).unwrap_or(&whole).to_owned())
    };
    unit.parts.iter().filter(is_paragraph).map(part).collect()
}

fn own_text(text: &str) -> String {
    without_formula(text).trim_start_matches(['.', ':', '-', '–', ' ']).trim_end_matches(['-', '–', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{drafted, law};

    /// Legea nr. 246/2025, shortened.
    const MEADOWS: &str = "Articolul I\nLa articolul 10 din Ordonanța de urgență a Guvernului nr. 34/2013 privind organizarea, administrarea și exploatarea pajiștilor permanente, publicată în Monitorul Oficial al României, Partea I, nr. 267 din 13 mai 2013, alineatul (2) se modifică și va avea următorul cuprins: (2) Fermierii, persoane fizice și juridice, în calitate de proprietari ai pajiștilor, au obligația să asigure cosirea cel puțin o dată pe an a vegetației, fără a avea obligația asigurării încărcăturii minime de animale.\nArticolul II\nArticolul II din Legea nr. 32/2025 pentru modificarea art. 10 alin. (1) din Ordonanța de urgență a Guvernului nr. 34/2013, publicată în Monitorul Oficial al României, Partea I, nr. 265 din 26 martie 2025, se modifică și va avea următorul cuprins: Articolul II Aplicarea amenajamentelor pastorale este obligatorie începând cu data de 1 ianuarie 2028.\nArticolul III\n(1) Se înființează Registrul electronic al pajiștilor. (2) Persoanele fizice și juridice care dețin suprafețe de pajiști au obligația să declare anual datele la primărie, între data de 5 ianuarie și ultima zi lucrătoare a lunii februarie. (3) Constituie contravenție și se sancționează cu amendă de la 100 lei la 500 lei nedeclararea datelor.\nAceastă lege a fost adoptată de Parlamentul României, cu respectarea prevederilor art. 75 din Constituție.";

    fn meadows() -> crate::domain::Article {
        let title = "LEGE nr. 246 din 23 decembrie 2025 pentru modificarea art. 10 din Ordonanța de urgență a Guvernului nr. 34/2013 privind organizarea, administrarea și exploatarea pajiștilor permanente";
        drafted(&law("246", title, "2025-12-23", MEADOWS)).article
    }

    #[test]
    fn rules_of_the_act_itself_stand_beside_its_changes_of_others() {
        let article = meadows();
        for text in [&article.technical_summary, &article.simple_explanation] {
            assert!(text.contains("- **art. III alin. (2)**: Persoanele fizice și juridice care dețin"), "{text}");
            assert!(text.contains("- **art. III alin. (3)**: Constituie contravenție"), "{text}");
            assert!(
                text.contains("- **art. III alin. (1)**: Se înființează") && !text.contains("fost adoptată"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_provision_of_another_act_is_named_with_its_act() {
        let article = meadows();
        let line = "- **art. II din Legea 32/2025**: Aplicarea amenajamentelor pastorale";
        for text in [&article.technical_summary, &article.simple_explanation] {
            assert!(text.contains(line), "{text}");
        }
        assert!(
            article.simple_explanation.contains("- **art. 10 alin. (2)**: Fermierii"),
            "{}",
            article.simple_explanation
        );
    }

    #[test]
    fn a_new_act_is_explained_by_the_rules_that_bind() {
        let text = "Articolul 1\nPrezenta lege reglementează evidența câinilor de companie.\nArticolul 2\n(1) Proprietarii de câini au obligația să îi înregistreze la medic.\n(2) Modelul fișei este în anexă.\nArticolul 3\nNeînregistrarea constituie contravenție și se sancționează cu amendă de la 500 lei la 1.000 lei.\nPREȘEDINTELE SENATULUI";
        let source = law("7", "LEGE nr. 7 din 3 martie 2025 privind evidența câinilor de companie", "2025-03-05", text);
        let explanation = drafted(&source).article.simple_explanation;
        assert!(explanation.contains("- **art. 2 alin. (1)**: Proprietarii de câini au obligația"), "{explanation}");
        assert!(explanation.contains("- **art. 3**: Neînregistrarea constituie"), "{explanation}");
        assert!(!explanation.contains("PREȘEDINTELE") && !explanation.contains("redactor"), "{explanation}");
    }
}
