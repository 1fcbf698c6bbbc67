//! Reading a form from Markdown, JSON or plain text.

use crate::amend::act::ActName;
use crate::document::{self, DocumentFormat};
use crate::form::clause::{Clause, ClauseKind};
use crate::form::{Form, FormArticle, Heading, Section, split, strip};
use crate::label::{Label, LabelBase};
use crate::normalise::clean;
use crate::title::plain_title;

/// Longest line that is the heading of an annex or of an article.
const LONGEST_HEADING: usize = 200;

/// Reads a form in any of the known formats.
///
/// # Errors
/// Says what is wrong with the text: it is empty, has several laws, or has no article or annex.
pub fn read(text: &str) -> Result<Form, String> {
    let text = strip::index_marks(text.trim_start_matches('\u{feff}').trim());
    let text = text.as_ref();
    if text.is_empty() {
        return Err("the text is empty".to_owned());
    }
    if text.starts_with('[') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return Err("the JSON is a list; give the record of one law".to_owned());
    }
    let mut form = if text.starts_with('{') {
        json(text)?
    } else if is_markdown(text) {
        markdown(text)
    } else {
        plain(text)
    };
    form.title = plain_title(&form.title);
    form.act = ActName::of_title(&form.title);
    form.number_series();
    if form.is_empty() {
        return Err("no article or annex was found in the text".to_owned());
    }
    Ok(form)
}

/// Whether the text has front matter or an article or annex under a heading of Markdown, of any level.
fn is_markdown(text: &str) -> bool {
    let is_provision = |line: &str| {
        let heading = line.trim_start_matches('#').trim();
        line.starts_with('#') && (article_mark(&clean(heading)).is_some() || annex_mark(heading).is_some())
    };
    text.starts_with("---\n") || text.starts_with("---\r") || text.lines().any(is_provision)
}

fn json(text: &str) -> Result<Form, String> {
    let laws = document::parse(text, DocumentFormat::of_text(text)).map_err(|error| error.problem)?;
    let [law] = &laws[..] else { return Err("the file has several laws; give one of its lines".to_owned()) };
    let sections = law.parts.iter().map(|part| {
        let (mark, rest) = part.label.as_deref().and_then(|label| article_mark(&clean(label))).unwrap_or_default();
        let body = part.text.lines().map(strip::block).collect::<Vec<_>>().join("\n");
        let unit = article(&mark, &rest, &body);
        Section::Article(FormArticle { unit, source: String::new(), text: body, series: 0 })
    });
    let title = plain_title(law.title.as_deref().unwrap_or_default());
    let heading = (!title.is_empty()).then(|| Section::Other(format!("# {title}")));
    let sections = heading.into_iter().chain(sections).collect();
    Ok(Form { title, act: None, is_markdown: true, sections })
}

/// The mark of an article at the beginning of a line, and the rest of the line.
pub fn article_mark(line: &str) -> Option<(String, String)> {
    mark_and_rest(line).map(|(mark, rest)| (mark, rest.to_owned()))
}

/// As [`article_mark`]; the rest may be the rest of a whole act.
fn mark_and_rest(line: &str) -> Option<(String, &str)> {
    let begins = |word: &&str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let word = ["articolul", "articol", "art.", "art"].into_iter().find(begins)?;
    let after = line.get(word.len()..)?.trim_start();
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '^' && c != '.').unwrap_or(after.len());
    let number = after[..end].trim_end_matches('.');
    article_label(number)?;
    let rest = after[number.len()..].trim_start_matches(['.', ' ', '-', '–', '—', ':']);
    let mark = match word {
        "art." | "art" => format!("Art. {number}"),
        _ => format!("{} {number}", &line[..word.len()]),
    };
    Some((mark, rest))
}

/// The label of an article.
pub fn article_label(number: &str) -> Option<Label> {
    numbered(number).map(Label::of_article)
}

/// A label that is no letter.
fn numbered(number: &str) -> Option<Label> {
    let label: Label = if number.eq_ignore_ascii_case("unic") { "unic" } else { number }.parse().ok()?;
    (!matches!(label.base, LabelBase::Letter(_))).then_some(label)
}

/// Makes an article of its mark and the text of its blocks.
pub fn article(mark: &str, heading: &str, body: &str) -> Clause {
    let mut unit = Clause::new(ClauseKind::Article, label_of(mark), mark);
    heading.clone_into(&mut unit.heading);
    fill(&mut unit, body);
    unit
}

/// Sets the text and the parts of a unit from the text of its blocks.
pub fn fill(unit: &mut Clause, body: &str) {
    (unit.text, unit.parts) = split::split(body);
}

fn markdown(text: &str) -> Form {
    let (title, body) = front_matter(text);
    let front = text[..text.len() - body.len()].trim();
    let mut form = Form { title, is_markdown: true, ..Form::default() };
    if !front.is_empty() {
        form.sections.push(Section::Other(front.to_owned()));
    }
    let mut reader = MarkdownReader { form, open: None };
    for line in body.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        reader.line(line);
    }
    reader.close();
    reader.form
}

/// The title in the front matter, and the text after it.
fn front_matter(text: &str) -> (String, &str) {
    let Some((front, body)) = text.strip_prefix("---").and_then(|rest| rest.split_once("\n---")) else {
        let heading = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        return (clean(heading), text);
    };
    let named = front.lines().find_map(|line| line.trim().strip_prefix("title:")).unwrap_or_default();
    (clean(named.trim().trim_matches('"')), body)
}

struct MarkdownReader {
    form: Form,
    /// The article that is being read.
    open: Option<OpenArticle>,
}

struct OpenArticle {
    mark: String,
    heading: String,
    kind: ClauseKind,
    lines: Vec<String>,
    blocks: Vec<String>,
}

impl MarkdownReader {
    fn line(&mut self, line: &str) {
        let heading = line.trim_start_matches('#').trim();
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if level >= 1 && line[level..].starts_with(' ') {
            self.close();
            match (article_mark(&clean(heading)), annex_mark(heading)) {
                (Some((mark, rest)), _) => self.begin(mark, rest, ClauseKind::Article, line),
                (None, Some(mark)) => self.begin(mark, String::new(), ClauseKind::Annex, line),
                (None, None) => self.form.sections.push(heading_section(line, heading)),
            }
        } else if let Some(mark) = annex_mark(line) {
            self.close();
            self.begin(mark, String::new(), ClauseKind::Annex, line);
        } else if let Some(open) = &mut self.open {
            open.lines.push(line.to_owned());
            if !line.starts_with('>') {
                open.add(strip::block(line));
            }
        } else {
            self.form.sections.push(Section::Other(line.to_owned()));
        }
    }

    fn begin(&mut self, mark: String, heading: String, kind: ClauseKind, line: &str) {
        self.open = Some(OpenArticle::begin(mark, heading, kind, line));
    }

    fn close(&mut self) {
        self.form.sections.extend(self.open.take().map(|open| open.into_section("\n\n")));
    }
}

impl OpenArticle {
    /// The label of an article in the new text of an operation, which begins with its mark; `None` for the next article
    /// of the act itself. `last` is the article before it in the new text.
    fn added(&self, mark: &str, last: Option<&Label>) -> Option<Label> {
        let label = label_of(mark)?;
        let is_own = label_of(&self.mark).is_some_and(|own| super::mark::follows(&label, &own));
        let begins = self.blocks.last().is_some_and(|block| block.ends_with("cuprins:"));
        let goes_on = last.is_some_and(|last| super::mark::follows(&label, last));
        (!is_own && (begins || goes_on)).then_some(label)
    }

    fn begin(mark: String, heading: String, kind: ClauseKind, line: &str) -> Self {
        Self { mark, heading, kind, lines: vec![line.to_owned()], blocks: Vec::new() }
    }

    /// The article or annex; `separator` stands between its lines in the form's source.
    fn into_section(mut self, separator: &str) -> Section {
        self.blocks.retain(|block| !block.is_empty());
        self.take_heading();
        let text = self.blocks.join("\n");
        let unit = match self.kind {
            ClauseKind::Annex => annex(&self.mark, &text),
            _ => article(&self.mark, &self.heading, &text),
        };
        Section::Article(FormArticle { unit, source: self.lines.join(separator), text, series: 0 })
    }

    /// Takes the first block as the heading, if it has the form of one.
    fn take_heading(&mut self) {
        let [first, second, ..] = &self.blocks[..] else { return };
        let is_heading = self.kind == ClauseKind::Article
            && self.heading.is_empty()
            && first.len() < LONGEST_HEADING
            && !first.contains('\n')
            && first.starts_with(char::is_uppercase)
            && !first.ends_with(['.', ';', ':', ','])
            && second.starts_with(|c: char| c.is_uppercase() || c == '(');
        if is_heading {
            self.heading = self.blocks.remove(0);
        }
    }

    /// Adds a block; the portal prints the items of a list twice, in the paragraph and below it.
    fn add(&mut self, block: String) {
        let is_item = super::mark::read(&block).is_some_and(|mark| mark.kind != ClauseKind::Paragraph);
        let flat = strip::comparable(&block.replace('\n', " "));
        let repeated = |earlier: &String| strip::comparable(&earlier.replace('\n', " ")).contains(&flat);
        if block.is_empty()
            || (is_item
                && self.blocks.iter().rev().take(60).any(|earlier| earlier.len() > block.len() && repeated(earlier)))
        {
            return;
        }
        self.blocks.push(block);
    }
}

/// The section of a heading of a chapter or another group.
fn heading_section(line: &str, heading: &str) -> Section {
    let text = strip::block(heading);
    match group_unit(&text) {
        Some(unit) => Section::Heading(Heading { unit, source: line.to_owned() }),
        None => Section::Other(line.to_owned()),
    }
}

/// Reads a heading such as `Capitolul III^1 Dispoziții comune`.
pub fn group_unit(text: &str) -> Option<Clause> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let kind = match clean(word).to_lowercase().as_str() {
        "cartea" => ClauseKind::Book,
        "titlul" => ClauseKind::Title,
        "capitolul" => ClauseKind::Chapter,
        "secțiunea" => ClauseKind::Section,
        "subsecțiunea" => ClauseKind::Subsection,
        _ => return None,
    };
    let mut number = words.next()?;
    // The portal prints the word before a heading that begins with it.
    if number.to_lowercase() == word.to_lowercase() {
        number = words.next()?;
    }
    let mut mark = format!("{word} {number}");
    if number == "a" {
        number = words.next()?;
        mark = format!("{mark} {number}");
    }
    let label = number.trim_end_matches("-a").parse().ok()?;
    let mut unit = Clause::new(kind, Some(label), mark);
    unit.heading = words.collect::<Vec<_>>().join(" ");
    Some(unit)
}

/// The mark of an annex, if the line is its first.
fn annex_mark(line: &str) -> Option<String> {
    let text = clean(line.trim_matches(['*', '#', ' ']));
    let is_annex = text.starts_with("ANEX") || text.starts_with("Anexa");
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    let number =
        rest.trim_start_matches("nr. ").trim_start_matches("Nr. ").split([' ', '*']).next().unwrap_or_default();
    let known = number.is_empty() || numbered(number).is_some();
    (is_annex && known && text.len() < LONGEST_HEADING).then_some(text)
}

/// Makes an annex of its first line and the text of its blocks; lines of tables whose first cell is a number are rows.
pub fn annex(mark: &str, body: &str) -> Clause {
    let number = mark.split_whitespace().skip(1).find(|word| !word.eq_ignore_ascii_case("nr.") && !word.is_empty());
    let mut unit = Clause::new(ClauseKind::Annex, number.and_then(|number| numbered(number.trim_matches('*'))), mark);
    let rows = body.lines().filter_map(row).collect::<Vec<_>>();
    let rest: Vec<_> = body.lines().filter(|line| row(line).is_none()).collect();
    fill(&mut unit, &rest.join("\n"));
    unit.parts.extend(rows);
    unit
}

/// A line of a table whose first cell is a number.
fn row(line: &str) -> Option<Clause> {
    let cells = line.trim().strip_prefix('|')?;
    let (first, rest) = cells.split_once('|')?;
    let label = numbered(first.trim().trim_end_matches('.'))?;
    let mut unit = Clause::new(ClauseKind::Row, Some(label), format!("| {} |", first.trim()));
    unit.text = clean(rest);
    Some(unit)
}

fn plain(text: &str) -> Form {
    let lines = unwrapped(text.lines().map(clean).filter(|line| !line.is_empty()));
    let title = lines.iter().take(12).find(|line| ActName::of_title(line).is_some()).cloned().unwrap_or_default();
    let lines = if lines.iter().any(|line| own_mark(line).is_some()) { lines } else { divided(&lines.join(" ")) };
    let mut form = Form { title, ..Form::default() };
    let mut open: Option<OpenArticle> = None;
    let has_roman = lines.iter().any(|line| own_mark(line).is_some_and(|(mark, _)| is_roman(&mark)));
    // The last article of the new text of an operation.
    let mut added: Option<Label> = None;
    for line in lines {
        let found = own_mark(&line).filter(|(mark, _)| !has_roman || is_roman(mark));
        let new = found.as_ref().zip(open.as_ref()).and_then(|((mark, _), open)| open.added(mark, added.as_ref()));
        if let Some((mark, rest)) = found.filter(|_| new.is_none()) {
            added = None;
            let mut next = OpenArticle::begin(mark, String::new(), ClauseKind::Article, &line);
            next.blocks.push(strip::block(rest));
            close_plain(&mut form, open.replace(next));
        } else if let Some(mark) = annex_mark(&line) {
            let next = OpenArticle::begin(mark, String::new(), ClauseKind::Annex, &line);
            close_plain(&mut form, open.replace(next));
        } else if let Some(group) = group_unit(&line).filter(|_| line.len() < LONGEST_HEADING && !has_roman) {
            close_plain(&mut form, open.take());
            form.sections.push(Section::Heading(Heading { unit: group, source: line }));
        } else if let Some(open) = &mut open {
            added = new.or(added);
            open.blocks.push(strip::block(&line));
            open.lines.push(line);
        } else {
            form.sections.push(Section::Other(line));
        }
    }
    close_plain(&mut form, open);
    if form.articles().next().is_none() {
        whole(&mut form);
    }
    form
}

/// Joins the lines of sentences that were broken at the width of a page.
fn unwrapped(lines: impl Iterator<Item = String>) -> Vec<String> {
    const FULL_LINE: usize = 60;
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        let begins = super::mark::read(&line).is_some()
            || article_mark(&line).is_some()
            || annex_mark(&line).is_some()
            || group_unit(&line).is_some();
        let lower = line.starts_with(char::is_lowercase);
        match joined.last_mut() {
            Some(last) if !begins && !last.ends_with(['.', ';', ':', '!', '?', '”', '"']) => {
                if lower || last.len() > FULL_LINE {
                    last.push(' ');
                    last.push_str(&line);
                } else {
                    joined.push(line);
                }
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// Makes one article of a text that has none.
fn whole(form: &mut Form) {
    let text: Vec<_> = form
        .sections
        .iter()
        .filter_map(|section| match section {
            Section::Other(text) if *text != form.title => Some(strip::block(text)),
            _ => None,
        })
        .collect();
    let text = text.join("\n");
    let unit = article("", "", &text);
    form.sections = vec![Section::Article(FormArticle { unit, source: String::new(), text, series: 0 })];
}

fn close_plain(form: &mut Form, open: Option<OpenArticle>) {
    form.sections.extend(open.map(|open| open.into_section("\n")));
}

/// The label in the mark of an article.
fn label_of(mark: &str) -> Option<Label> {
    mark.rsplit(' ').next().and_then(article_label)
}

fn is_roman(mark: &str) -> bool {
    label_of(mark).is_some_and(|label| matches!(label.base, LabelBase::Roman(_) | LabelBase::Sole))
}

/// The mark of an article at the beginning of a line, unless the line goes on as a reference to an article.
fn own_mark(line: &str) -> Option<(String, &str)> {
    let (mark, rest) = mark_and_rest(line)?;
    let reference = rest.starts_with(|c: char| c.is_lowercase() || c == ',' || c == ';');
    (!reference).then_some((mark, rest))
}

/// Divides a text in one line at its articles.
fn divided(text: &str) -> Vec<String> {
    let mut starts = Vec::new();
    for (at, _) in text.match_indices(" Art").chain(text.match_indices(" ART")) {
        let begins = text[..at].ends_with(['.', ';', ':', '”', '"']) || at < LONGEST_HEADING;
        if begins && own_mark(&text[at + 1..]).is_some() {
            starts.push(at + 1);
        }
    }
    starts.sort_unstable();
    let ends = starts.iter().copied().chain([text.len()]);
    let starts = [0].into_iter().chain(starts.iter().copied());
    starts.zip(ends).map(|(start, end)| text[start..end].trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_no_marks_of_bold_words() {
        let plain = "LEGE nr. 31 din 16 noiembrie 1990 (republicată)";
        let marked = "LEGE nr. 31 din 16 noiembrie 1990 (**republicată**)";
        for text in [format!("---\ntitle: \"{marked}\"\n---\n## Art. 1\nX."), format!("# {marked}\n\n## Art. 1\nX.")] {
            assert_eq!(read(&text).expect("a form").title, plain);
        }
        let of_lines = "LEGE nr. 31 din 16 noiembrie 1990 *)\nArt. 1\nX.";
        assert_eq!(read(of_lines).expect("a form").title, "LEGE nr. 31 din 16 noiembrie 1990");
    }
}
