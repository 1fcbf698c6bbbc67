//! The terms of an article, read from its texts in one pass.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::analysis::LONGEST_TYPED;
use super::known_words::{KnownWord, KnownWords, WordList};
use super::statistics::BeginningCounts;
use super::synonyms::english_of;
use super::words::places;
use crate::catalogue::article::ArticleView;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::domain::topic::Topic;
use paragraf_law::lookup::names_of;

/// Number of words at the start of a title that count more than the rest.
const HEAD_WORDS: usize = 4;

/// Terms, one a line.
pub(super) type TermLines = String;

/// Folded words, each with its spelling.
pub(super) type SpelledWords = FxHashMap<Arc<str>, Arc<str>>;

/// The terms of an article.
#[derive(Default)]
pub(super) struct ArticleTerms {
    /// Stems, by language.
    pub titles: [TermLines; Language::ALL.len()],
    /// The stems of the first words of titles.
    pub heads: [TermLines; Language::ALL.len()],
    pub texts: [TermLines; Language::ALL.len()],
    /// Beginnings of the words of both languages, one for each word.
    pub beginnings: TermLines,
    pub title_beginnings: TermLines,
    /// Every beginning of the words of titles, each once.
    pub typed: TermLines,
    /// The words that readers may mistype.
    pub spelled: SpelledWords,
    /// How many words have a beginning, each counted as often as the texts have it.
    pub counts: BeginningCounts,
    /// The folded words of the titles.
    title_words: Vec<Arc<str>>,
}

/// Reads the terms of one article after another.
pub(super) struct TermReader {
    known: [KnownWords; Language::ALL.len()],
    /// The number of the article that is read.
    article: u32,
    terms: ArticleTerms,
}

impl TermReader {
    pub(super) fn new() -> Self {
        let known = Language::ALL.map(KnownWords::new);
        Self { known, article: 0, terms: ArticleTerms::default() }
    }

    /// The terms of an article.
    pub(super) fn read(&mut self, revision: &Revision, topic: Option<&Topic>) -> &ArticleTerms {
        self.article += 1;
        self.terms.clear();
        let languages = revision.article.languages();
        for language in &languages {
            let view = ArticleView::new(revision, *language);
            self.read_title(view.title, *language);
            self.read_texts(&view, *language);
        }
        if !languages.contains(&Language::En) {
            let english = english_words(&ArticleView::new(revision, Language::En), topic);
            self.each_word(&english, Language::En, |terms, word, _| {
                add(&mut terms.texts[Language::En as usize], &word.stem);
            });
        }
        self.terms.finish();
        &self.terms
    }

    fn each_word(
        &mut self,
        text: &str,
        language: Language,
        mut visit: impl FnMut(&mut ArticleTerms, &mut KnownWord, u32),
    ) {
        let known = &mut self.known[language as usize];
        for place in places(text) {
            if let Some(word) = known.word(&text[place]) {
                visit(&mut self.terms, word, self.article);
            }
        }
    }

    fn read_title(&mut self, title: &str, language: Language) {
        let mut words = 0;
        self.each_word(title, language, |terms, word, article| {
            add(&mut terms.titles[language as usize], &word.stem);
            if words < HEAD_WORDS {
                add(&mut terms.heads[language as usize], &word.stem);
            }
            words += 1;
            let is_new = word.is_new_in(WordList::TitleBeginnings, article);
            terms.counts.titles += add_beginning(&mut terms.title_beginnings, word, is_new);
            if word.is_new_in(WordList::Typed, article) {
                terms.title_words.push(Arc::clone(&word.folded));
            }
            terms.spell(word, article);
        });
    }

    /// Reads a text that is found by its words; `is_spelled` if readers are corrected to them.
    fn read_text(&mut self, text: &str, language: Language, is_spelled: bool) {
        self.each_word(text, language, |terms, word, article| {
            add(&mut terms.texts[language as usize], &word.stem);
            let is_new = word.is_new_in(WordList::Beginnings, article);
            terms.counts.texts += add_beginning(&mut terms.beginnings, word, is_new);
            if is_spelled {
                terms.spell(word, article);
            }
        });
    }

    /// Reads the texts without the title.
    fn read_texts(&mut self, view: &ArticleView<'_>, language: Language) {
        for text in [view.simple_explanation, view.technical_summary].into_iter().chain(view.in_short) {
            self.read_text(text, language, true);
        }
        for step in view.steps().iter() {
            self.read_text(&step.text, language, true);
        }
        for entry in view.deadlines.iter() {
            self.read_text(&entry.what, language, true);
            for part in [&entry.who, &entry.rule].into_iter().flatten() {
                self.read_text(part, language, false);
            }
        }
        let mut read = |text: &str| self.read_text(text, language, false);
        view.domains.iter().chain(view.audience).for_each(|part| read(part));
        view.roles.iter().for_each(|role| read(role.label(view.language)));
        view.act_citation().iter().for_each(|part| read(part));
        // The slug has the essential words, and often the number of a form.
        read(view.slug.as_str());
        view.act.and_then(|act| act.issuer.as_deref()).into_iter().for_each(read);
    }
}

impl ArticleTerms {
    fn clear(&mut self) {
        let by_language = [&mut self.titles, &mut self.heads, &mut self.texts].into_iter().flatten();
        by_language.for_each(String::clear);
        [&mut self.beginnings, &mut self.title_beginnings, &mut self.typed].into_iter().for_each(String::clear);
        self.spelled.clear();
        self.title_words.clear();
        self.counts = BeginningCounts::default();
    }

    /// Counts a word among those that readers may mistype.
    fn spell(&mut self, word: &mut KnownWord, article: u32) {
        if word.is_new_in(WordList::Spelled, article)
            && let Some(spelling) = &word.spelling
        {
            self.spelled.entry(Arc::clone(&word.folded)).or_insert_with(|| Arc::clone(spelling));
        }
    }

    /// Adds what depends on all words.
    fn finish(&mut self) {
        self.title_words.sort_unstable();
        let mut before = "";
        for word in &self.title_words {
            let longest = &word[..word.len().min(LONGEST_TYPED)];
            let shared = longest.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
            (shared + 1..=longest.len()).for_each(|length| add(&mut self.typed, &longest[..length]));
            before = longest;
        }
    }
}

fn add(lines: &mut TermLines, term: &str) {
    lines.push_str(term);
    lines.push('\n');
}

/// Adds the beginning of a word if it `is_new`, and returns the number of beginnings that the word has.
fn add_beginning(lines: &mut TermLines, word: &KnownWord, is_new: bool) -> u64 {
    let Some(beginning) = &word.beginning else { return 0 };
    if is_new {
        add(lines, beginning);
    }
    1
}

/// What an article without an English translation says in English: its act, its topic, its domains and its readers.
fn english_words(view: &ArticleView<'_>, topic: Option<&Topic>) -> String {
    let mut text = String::new();
    let mut add = |part: &str| {
        text.push_str(part);
        text.push('\n');
    };
    if let Some(act) = view.act {
        add(&act.citation(Language::En));
        names_of(act).for_each(&mut add);
    }
    topic.map(|topic| topic.name(Language::En)).into_iter().for_each(&mut add);
    view.domains.iter().flat_map(|domain| english_of(domain)).for_each(&mut add);
    view.roles.iter().for_each(|role| add(role.label(Language::En)));
    text
}

#[cfg(test)]
mod tests {
    use super::super::analysis::Stems;
    use super::*;
    use crate::domain::topic;

    fn revision(article: serde_json::Value) -> Revision {
        let article = serde_json::from_value(article).expect("an article");
        Revision { revision: 1, updated_at: jiff::Timestamp::UNIX_EPOCH, article }
    }

    fn stems(words: &[&str]) -> TermLines {
        let mut stems = Stems::new();
        words.iter().map(|word| stems.of(word, Language::Ro) + "\n").collect()
    }

    #[test]
    fn the_terms_of_an_article_are_those_of_its_words() {
        let revision = revision(serde_json::json!({
            "slug": "taxe-noi", "title": "Taxele, taxa și TVA pe 2027", "technical_summary": "Proprietarii!",
            "simple_explanation": "Proprietarii depun.", "importance": 3, "publish_date": "2026-11-02", "topic": "munca",
        }));
        let mut reader = TermReader::new();
        for _ in 0..2 {
            let terms = reader.read(&revision, None);
            let ro = Language::Ro as usize;
            assert_eq!(terms.titles[ro], stems(&["taxele", "taxa", "si", "tva", "pe", "2027"]));
            assert_eq!(terms.heads[ro], stems(&["taxele", "taxa", "si", "tva"]));
            assert_eq!(terms.texts[ro], stems(&["proprietarii", "depun", "proprietarii", "taxe", "noi"]));
            assert_eq!(terms.beginnings, "propri\ndepun\n");
            assert_eq!(terms.title_beginnings, "taxe\n");
            assert_eq!(terms.counts, BeginningCounts { texts: 3, titles: 1 }, "a word repeats the first");
            let typed = "2\n20\n202\n2027\np\npe\ns\nsi\nt\nta\ntax\ntaxa\ntaxe\ntaxel\ntaxele\ntv\ntva\n";
            assert_eq!(terms.typed, typed);
            let mut spelled: Vec<_> = terms.spelled.iter().map(|(folded, written)| (&**folded, &**written)).collect();
            spelled.sort_unstable();
            assert_eq!(spelled, ["depun", "proprietarii", "taxa", "taxele"].map(|word| (word, word)));
            assert!(terms.texts[Language::En as usize].is_empty());
        }
    }

    #[test]
    fn an_article_without_english_has_english_words() {
        let article = serde_json::json!({
            "slug": "arenda", "title": "Arenda se declară", "technical_summary": "", "simple_explanation": "",
            "importance": 3, "publish_date": "2026-11-02", "topic": "terenuri", "domains": ["terenuri agricole"],
            "act": {"type": "LEGE", "number": "227", "year": 2015}, "roles": ["land_owner"],
        });
        let revision = revision(article);
        let topics = topic::defaults();
        let topic = topics.iter().find(|topic| topic.id == "terenuri");
        let english = english_words(&ArticleView::new(&revision, Language::En), topic);
        for words in ["Law no. 227/2015", "fiscal code", "Farmland", "farm land", "Land owners"] {
            assert!(english.contains(words), "{words}: {english}");
        }
    }
}
