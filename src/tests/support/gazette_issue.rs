//! Sets issues of the gazette from real acts, as the gazette sets them: a summary, two columns, divided words.

use super::pdf::{LETTER, PdfLine, pdf};
use super::stand_in_portal::real_records;

const SIZE: f32 = 8.0;
const PITCH: f32 = 10.0;
/// Letters of a line.
const LINE: usize = 52;
const COLUMNS: [f32; 2] = [36.0, 309.0];
const TOP: f32 = 770.0;
const BOTTOM: f32 = 70.0;

/// An act as it is printed.
#[derive(Clone)]
pub struct PrintedAct {
    /// The heading of its section.
    pub section: &'static str,
    /// Its entry in the summary, up to the title.
    pub entry: &'static str,
    pub issuers: Vec<&'static str>,
    /// With spaces between the letters.
    pub kind: &'static str,
    pub title: String,
    pub paragraphs: Vec<String>,
}

/// Number and day of an issue.
#[derive(Clone, Copy)]
pub struct IssueDay {
    /// `I` or `a II-a`.
    pub part: &'static str,
    pub number: &'static str,
    /// `28.V.2026`
    pub header: &'static str,
    /// `Joi, 28 mai 2026`
    pub cover: &'static str,
}

pub const MAY_28: IssueDay = IssueDay { part: "I", number: "456", header: "28.V.2026", cover: "Joi, 28 mai 2026" };

/// Issue 61 of Part II, with debates of that day.
pub const DEBATES: IssueDay = IssueDay { part: "a II-a", number: "61", ..MAY_28 };

/// Legea nr. 87/2026, printed in issue 456 of 28 May 2026.
pub fn law() -> PrintedAct {
    PrintedAct {
        section: "LEGI ȘI DECRETE",
        entry: "87. — Lege ",
        issuers: vec!["PARLAMENTUL ROMÂNIEI", "CAMERA DEPUTAȚILOR SENATUL"],
        kind: "L E G E",
        ..real(1)
    }
}

/// Decretul nr. 305/2026.
pub fn decree() -> PrintedAct {
    PrintedAct {
        section: "LEGI ȘI DECRETE",
        entry: "305. — Decret ",
        issuers: vec!["PREȘEDINTELE ROMÂNIEI"],
        kind: "D E C R E T",
        ..real(0)
    }
}

/// Hotărârea nr. 14/2014 of the Chamber of Deputies.
pub fn resolution() -> PrintedAct {
    PrintedAct {
        section: "HOTĂRÂRI ALE CAMEREI DEPUTAȚILOR",
        entry: "14. — Hotărâre ",
        issuers: vec!["PARLAMENTUL ROMÂNIEI", "CAMERA DEPUTAȚILOR"],
        kind: "HOTĂRÂRE",
        ..real(2)
    }
}

/// Title and text of a record of the portal.
fn real(place: usize) -> PrintedAct {
    let record = &real_records()[place];
    let field = |name: &str| {
        let (_, rest) = record.split_once(&format!("<a:{name}>")).expect("the field");
        comma_below(rest.split("</a:").next().expect("its end"))
    };
    let heading = field("Titlu").replace('\u{feff}', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let start = ["pentru ", "privind "].iter().filter_map(|word| heading.find(word)).min().expect("a subject");
    let title = heading[start..].split(" EMITENT").next().expect("a title").to_owned();
    PrintedAct { section: "", entry: "", issuers: vec![], kind: "", title, paragraphs: paragraphs(&field("Text")) }
}

fn comma_below(text: &str) -> String {
    text.replace('ş', "ș").replace('Ş', "Ș").replace('ţ', "ț").replace('Ţ', "Ț")
}

/// The paragraphs after the heading, without the marks of the portal's pages.
fn paragraphs(text: &str) -> Vec<String> {
    let (_, text) = text.split_once("Publicat în").expect("the gazette");
    let text = text.replace('\u{a0}', " ").replace(['\n', '\t'], "   ");
    // The gazette prints the place and the number on lines of their own.
    let text = text.replace("București, ", "   București, ").replace(" Nr. ", "   Nr. ");
    let parts = text.split("   ").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let kept = parts.skip_while(|part| part.is_empty() || part.starts_with("MONITORUL"));
    kept.filter(|part| !part.is_empty() && !["+", "...", "-----"].contains(&part.as_str())).collect()
}

/// The whole issue as a PDF file.
pub fn issue(day: IssueDay, acts: &[PrintedAct]) -> Vec<u8> {
    pdf(&pages(day, acts))
}

pub fn pages(day: IssueDay, acts: &[PrintedAct]) -> Vec<Vec<PdfLine>> {
    let mut pages = vec![cover(day, acts)];
    let mut setter = Setter { day, pages: vec![], column: 2, y: 0.0, top: TOP };
    let mut section = "";
    for act in acts {
        if act.section != section {
            section = act.section;
            setter.across(&spaced(section));
        }
        act.issuers.iter().for_each(|issuer| setter.centred(issuer));
        setter.centred(act.kind);
        wrap(&act.title, 40).iter().for_each(|line| setter.centred(line));
        act.paragraphs.iter().for_each(|paragraph| setter.paragraph(paragraph));
    }
    setter.across("EDITOR: PARLAMENTUL ROMÂNIEI — CAMERA DEPUTAȚILOR");
    setter.across("Prețul: 5,00 lei");
    pages.append(&mut setter.pages);
    pages
}

fn cover(day: IssueDay, acts: &[PrintedAct]) -> Vec<PdfLine> {
    let mut lines = vec![
        across(560.0, &format!("P A R T E A  {}", day.part)),
        across(545.0, &format!("Anul 194 (XXXVIII) — Nr. {}", day.number)),
        across(530.0, "LEGI, DECRETE, HOTĂRÂRI ȘI ALTE ACTE"),
        across(515.0, day.cover),
        across(480.0, "S U M A R"),
    ];
    for x in COLUMNS {
        lines.push(line(x, 460.0, "Nr."));
        lines.push(line(x + 220.0, 460.0, "Pagina"));
    }
    let mut y = 440.0;
    let mut section = "";
    for (act, page) in acts.iter().zip(2..) {
        if act.section != section {
            section = act.section;
            lines.push(line(COLUMNS[0] + 20.0, y, section));
            y -= PITCH;
        }
        for text in wrap(&format!("{}{} ................ {page}", act.entry, act.title), LINE) {
            lines.push(line(COLUMNS[0], y, &text));
            y -= PITCH;
        }
    }
    lines
}

/// Sets lines into columns and pages.
struct Setter {
    day: IssueDay,
    pages: Vec<Vec<PdfLine>>,
    column: usize,
    y: f32,
    /// Where the columns of the page begin: below the last line across it.
    top: f32,
}

impl Setter {
    fn place(&mut self) -> f32 {
        if self.pages.is_empty() || self.y < BOTTOM {
            self.column += 1;
            self.y = self.top;
        }
        if self.column > 1 {
            (self.column, self.y, self.top) = (0, TOP, TOP);
            let page = self.pages.len() + 2;
            let header = format!(
                "MONITORUL OFICIAL AL ROMÂNIEI, PARTEA {}, Nr. {}/{}",
                self.day.part, self.day.number, self.day.header
            );
            self.pages.push(vec![across(800.0, &header), line(36.0, 800.0, &page.to_string())]);
        }
        let y = self.y;
        self.y -= PITCH;
        y
    }

    fn set(&mut self, indent: f32, text: &str) {
        let y = self.place();
        let x = COLUMNS[self.column] + indent;
        self.pages.last_mut().expect("a page").push(line(x, y, text));
    }

    fn paragraph(&mut self, text: &str) {
        for (place, text) in wrap(&format!("  {text}"), LINE).iter().enumerate() {
            let indent = if place == 0 { 2.0 * SIZE * LETTER } else { 0.0 };
            self.set(indent, text.trim_start());
        }
    }

    fn centred(&mut self, text: &str) {
        let width = text.chars().count() as f32 * SIZE * LETTER;
        self.set((LINE as f32 * SIZE * LETTER - width) / 2.0, text);
    }

    /// A line across the page, below everything else.
    fn across(&mut self, text: &str) {
        if self.column != 0 || self.pages.is_empty() {
            (self.column, self.y) = (2, TOP);
        }
        let y = self.place();
        self.top = self.y;
        self.pages.last_mut().expect("a page").push(across(y, text));
    }
}

fn spaced(text: &str) -> String {
    text.chars().map(|letter| format!("{letter} ")).collect::<String>().trim_end().to_owned()
}

fn across(y: f32, text: &str) -> PdfLine {
    let width = text.chars().count() as f32 * SIZE * LETTER;
    line((595.0 - width) / 2.0, y, text)
}

fn line(x: f32, y: f32, text: &str) -> PdfLine {
    // The gazette's fonts have this ligature.
    PdfLine { x, y, size: SIZE, text: text.replace("fi", "ﬁ") }
}

/// The text in lines, with long words divided.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (place, word) in text.split(' ').enumerate() {
        let open = lines.last_mut().expect("a line");
        let room = width.saturating_sub(open.chars().count() + 1);
        let letters: Vec<char> = word.chars().collect();
        if letters.len() <= room {
            if place > 0 {
                open.push(' ');
            }
            open.push_str(word);
        } else if room > 5 && letters.len() > 8 && letters.iter().all(|letter| letter.is_alphabetic()) {
            let cut = (room - 2).min(letters.len() - 3);
            open.push(' ');
            open.extend(letters[..cut].iter().chain(&['-']));
            lines.push(letters[cut..].iter().collect());
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
