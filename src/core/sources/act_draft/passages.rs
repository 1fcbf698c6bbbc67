//! The passages of a new text: its paragraphs with their places, and a shorter text that names what it leaves out.

use std::fmt::Write;

use super::reading::{names_operation, sentences};
use super::weight::weight;
use paragraf_law::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use paragraf_law::form::read::article_label;
use paragraf_law::form::split;

/// Characters of the heading of an article.
pub(super) const LONGEST_HEADING: usize = 120;

/// The weight of a sentence with a duty, a limit or a sanction.
const BINDS: u8 = 3;

/// A paragraph of a new text, or the whole text if it has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewParagraph {
    /// `art. 22 alin. (3)`.
    pub(super) place: String,
    /// The text without its mark.
    pub(super) text: String,
}

impl NewParagraph {
    pub(super) fn weight(&self) -> u8 {
        weight(&self.text)
    }
}

/// The passages of a new text of these places, whose name as a whole is `name`.
pub(super) fn passages(text: &str, places: &[Place], name: &str) -> Vec<NewParagraph> {
    // The articles in an operation within the new text are of another act.
    let articles = if names_operation(text) { Vec::new() } else { articles(text) };
    let whole = || vec![NewParagraph { place: name.to_owned(), text: text.to_owned() }];
    let is_article = |place: &Place| place.kind().is_none_or(|kind| kind == ClauseKind::Article || kind.is_group());
    let found: Vec<_> = match places {
        [place] if place.kind() == Some(ClauseKind::Article) && articles.len() < 2 => {
            let sole = ["ARTICOL UNIC ", "Articol unic "].iter().find_map(|label| text.strip_prefix(label));
            let body = articles.first().map_or(sole.unwrap_or(text), |article| article.1);
            of_article(place, body)
        }
        places if places.iter().all(is_article) && !articles.is_empty() => {
            articles.iter().flat_map(|(step, body)| of_article(&Place::of(vec![step.clone()]), body)).collect()
        }
        [_] | [] => Vec::new(),
        // The label of the article may stand before its paragraphs.
        places => of_listed(if let [(_, body)] = &articles[..] { body } else { text }, places),
    };
    if found.is_empty() { whole() } else { found }
}

/// The paragraphs of a listed new text: `(6) … (7) …` of two paragraphs.
fn of_listed(text: &str, places: &[Place]) -> Vec<NewParagraph> {
    // The words before a list bear the mark of their paragraph.
    let is_lead = |place: &Place| place.kind() == Some(ClauseKind::Introduction);
    let units: Vec<_> =
        places.iter().map(|place| if is_lead(place) { place.parent() } else { place.clone() }).collect();
    let steps: Vec<_> = units.iter().filter_map(|place| place.last().cloned()).collect();
    let (lead, clauses) = split::split_expecting(text, &steps);
    let outer = units.first().map(Place::parent).unwrap_or_default();
    let named = |clause: &Clause| {
        let known = units.iter().position(|place| place.last().is_some_and(|step| step.names(clause)));
        known.map_or_else(|| outer.with(step_of(clause)), |at| places[at].clone()).to_string()
    };
    let is_marked = clauses.iter().all(|clause| clause.label.is_some() && clause.kind != ClauseKind::Text);
    if !lead.is_empty() || !is_marked {
        return Vec::new();
    }
    clauses.iter().map(|clause| NewParagraph { place: named(clause), text: unmarked(clause) }).collect()
}

/// The paragraphs of an article, whose heading is left out. None without paragraphs.
fn of_article(place: &Place, body: &str) -> Vec<NewParagraph> {
    let (lead, clauses) = split::split(body);
    if clauses.is_empty() || clauses.iter().any(|clause| clause.kind != ClauseKind::Paragraph) {
        return vec![NewParagraph { place: place.to_string(), text: body.to_owned() }];
    }
    let is_heading = lead.chars().count() <= LONGEST_HEADING && !lead.ends_with(['.', ';', ':']);
    let lead = (!is_heading).then(|| NewParagraph { place: place.to_string(), text: lead });
    let paragraph =
        |clause: &Clause| NewParagraph { place: place.with(step_of(clause)).to_string(), text: unmarked(clause) };
    lead.into_iter().chain(clauses.iter().map(paragraph)).collect()
}

/// The articles of a text, each with its number and what stands under it.
fn articles(text: &str) -> Vec<(PlaceStep, &str)> {
    const WORD: &str = "Articolul ";
    let starts = |(at, _): (usize, &str)| {
        let rest = &text[at + WORD.len()..];
        let number = rest.split(' ').next()?.trim_end_matches('.');
        let label = article_label(number)?;
        Some((at, at + WORD.len() + number.len(), PlaceStep::new(ClauseKind::Article, Some(label))))
    };
    let found: Vec<_> = text.match_indices(WORD).filter_map(starts).collect();
    let end = |number: usize| found.get(number + 1).map_or(text.len(), |next| next.0);
    let begins = |body| str::trim_start_matches(body, [' ', '.', '-', '–']);
    let body = |from: usize, to: usize| begins(&text[from..to]).trim_end_matches([' ', '”', '"']);
    found.iter().enumerate().map(|(number, (_, from, step))| (step.clone(), body(*from, end(number)))).collect()
}

fn step_of(clause: &Clause) -> PlaceStep {
    PlaceStep::new(clause.kind, clause.label.clone())
}

fn unmarked(clause: &Clause) -> String {
    let whole = clause.flat();
    let text = whole.strip_prefix(&clause.mark).unwrap_or(&whole).trim_matches([' ', ';']);
    // A line of dots stands for paragraphs that do not change.
    let is_dotted = text.ends_with("....");
    if is_dotted { format!("{}.", text.trim_end_matches(['.', ' '])) } else { text.to_owned() }
}

/// A sentence or an item of a text.
struct ExcerptPiece {
    /// The item's name, `lit. b)`; empty for a sentence.
    name: String,
    text: String,
    depth: usize,
}

/// A text of about `most` characters: whole sentences and items, those that ask most of their readers, with the words
/// that lead to them. What is left out is named, or marked where it has no name.
pub(super) fn excerpt(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let pieces = pieces(text);
    let mut kept = vec![false; pieces.len()];
    let mut room = most;
    let mut order: Vec<_> = (0..pieces.len()).collect();
    // The first words say who and what.
    order.sort_by_key(|at| (*at != 0, std::cmp::Reverse(weight(&pieces[*at].text))));
    // The sentence that binds most stays, even if it takes twice the room.
    let binds = order.iter().copied().skip(1).find(|at| weight(&pieces[*at].text) >= BINDS);
    for at in order {
        let added: Vec<_> = with_leads(&pieces, at).into_iter().filter(|at| !kept[*at]).collect();
        let length: usize = added.iter().map(|at| pieces[*at].text.chars().count() + 1).sum();
        if at == 0 || length <= room || Some(at) == binds && length <= 2 * most {
            added.iter().for_each(|at| kept[*at] = true);
            room = room.saturating_sub(length);
        }
    }
    joined(&pieces, &kept)
}

/// A piece with the words that lead to its list, and to the list around it.
fn with_leads(pieces: &[ExcerptPiece], at: usize) -> Vec<usize> {
    let mut found = vec![at];
    let mut depth = pieces[at].depth;
    for earlier in (0..at).rev() {
        if pieces[earlier].depth < depth {
            depth = pieces[earlier].depth;
            found.push(earlier);
        }
    }
    found
}

/// The kept pieces with a mark where others are left out, and the names of those at the end.
fn joined(pieces: &[ExcerptPiece], kept: &[bool]) -> String {
    let mut written = String::new();
    let mut names: Vec<String> = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let run = pieces[at..].iter().zip(&kept[at..]).take_while(|(_, is_kept)| **is_kept == kept[at]).count();
        let gap = if written.is_empty() { "" } else { " " };
        if kept[at] {
            let texts: Vec<_> = pieces[at..at + run].iter().map(|piece| piece.text.as_str()).collect();
            // Writing to a text cannot fail.
            write!(written, "{gap}{}", texts.join(" ")).ok();
        } else {
            write!(written, "{gap}…").ok();
            names.extend(name_of(&pieces[at..at + run]));
        }
        at += run;
    }
    let written = written.trim_end_matches([';', ',']);
    if names.is_empty() {
        written.to_owned()
    } else {
        format!("{written} (în textul actului și: {})", names.join(", "))
    }
}

/// The name of the outermost pieces that are left out together: `lit. b)-f)`.
fn name_of(pieces: &[ExcerptPiece]) -> Option<String> {
    let outermost = pieces.iter().map(|piece| piece.depth).min()?;
    let is_outermost = |piece: &&ExcerptPiece| piece.depth == outermost && !piece.name.is_empty();
    let names: Vec<_> = pieces.iter().filter(is_outermost).map(|piece| piece.name.as_str()).collect();
    match names[..] {
        [] => None,
        [only] => Some(only.to_owned()),
        [first, .., last] => {
            let label =
                last.split_once(' ').filter(|(kind, _)| first.starts_with(kind)).map_or(last, |(_, label)| label);
            Some(format!("{first}-{label}"))
        }
    }
}

fn pieces(text: &str) -> Vec<ExcerptPiece> {
    let (lead, clauses) = split::split(text);
    let mut found = Vec::new();
    add_sentences(&mut found, "", "", &lead, 0);
    clauses.iter().for_each(|clause| add_clause(&mut found, clause, usize::from(!lead.is_empty())));
    found
}

fn add_clause(found: &mut Vec<ExcerptPiece>, clause: &Clause, depth: usize) {
    let name = if clause.mark.is_empty() { String::new() } else { step_of(clause).to_string() };
    add_sentences(found, &name, &clause.mark, &clause.text, depth);
    clause.parts.iter().for_each(|part| add_clause(found, part, depth + 1));
}

fn add_sentences(found: &mut Vec<ExcerptPiece>, name: &str, mark: &str, text: &str, depth: usize) {
    for (number, sentence) in sentences(text).into_iter().enumerate() {
        let is_first = number == 0;
        let text = if is_first && !mark.is_empty() { format!("{mark} {sentence}") } else { sentence.to_owned() };
        let name = if is_first { name.to_owned() } else { String::new() };
        found.push(ExcerptPiece { name, text, depth });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paragraf_law::label::Label;

    fn place(article: u32) -> Place {
        Place::of(vec![PlaceStep::new(ClauseKind::Article, Some(Label::arabic(article)))])
    }

    #[test]
    fn each_paragraph_of_a_new_text_has_its_place() {
        let text = "Articolul 5 Licența (1) Cererile se soluționează fără documente. (2) Furnizorii au obligația: a) de a continua; b) de a transmite.";
        let found = passages(text, &[place(5)], "art. 5");
        let found: Vec<_> = found.iter().map(|passage| (passage.place.as_str(), passage.text.as_str())).collect();
        assert_eq!(
            found,
            [
                ("art. 5 alin. (1)", "Cererile se soluționează fără documente."),
                ("art. 5 alin. (2)", "Furnizorii au obligația: a) de a continua; b) de a transmite."),
            ]
        );
        let two = "Articolul 46^1 (1) Unu. (2) Doi. Articolul 46^2 Trei.";
        let places: Vec<_> = passages(two, &[place(46), place(47)], "art. 46").into_iter().map(|it| it.place).collect();
        assert_eq!(places, ["art. 46^1 alin. (1)", "art. 46^1 alin. (2)", "art. 46^2"]);
    }

    #[test]
    fn an_excerpt_keeps_the_limit_even_if_it_takes_more_room() {
        // Legea nr. 158/2025.
        let limit = "Componenta variabilă nu poate depăși de două ori media pe ultimele 12 luni a câștigului salarial mediu brut lunar pentru activitatea desfășurată.";
        let text = format!(
            "Remunerația directorilor este formată dintr-o indemnizație fixă lunară. {limit} Regulamentul se publică pe pagina societății."
        );
        let kept = excerpt(&text, 90);
        assert!(kept.starts_with("Remunerația directorilor") && kept.contains(limit), "{kept}");
    }

    #[test]
    fn an_excerpt_keeps_the_items_that_bind_and_names_the_others() {
        let text = "Dezvoltatorii au următoarele sarcini: a) stabilirea nivelului calitativ prin proiectare; b) urmărirea lucrărilor; c) sumele încasate nu pot depăși 5% din preț, sub sancțiunea nulității; d) predarea cărții tehnice.";
        assert_eq!(
            excerpt(text, 120),
            "Dezvoltatorii au următoarele sarcini: … c) sumele încasate nu pot depăși 5% din preț, sub sancțiunea nulității; … (în textul actului și: lit. a)-b), lit. d))"
        );
        let sentences = "Prima regulă vorbește despre registru și despre forma lui. Persoanele au obligația să declare datele. A treia regulă vorbește despre altceva.";
        assert_eq!(
            excerpt(sentences, 110),
            "Prima regulă vorbește despre registru și despre forma lui. Persoanele au obligația să declare datele. …"
        );
    }
}
