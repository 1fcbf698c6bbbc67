//! Renders a card: laid out as SVG, rasterized in the process.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::card::Card;
use super::fonts::{self, Face};
use super::text::{Block, fit, one_line};
use crate::ops::browse::SITE_NAME;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Left margin and width of the text.
const LEFT: f32 = 88.0;
const TEXT_WIDTH: f32 = 1032.0;
/// Font sizes of an article's title with the number of lines that fit.
const TITLE_SIZES: [(f32, usize); 5] = [(76.0, 2), (68.0, 3), (60.0, 3), (54.0, 4), (48.0, 4)];
const TITLE_LEADING: f32 = 1.17;
/// Vertical centre of an article's title, which stands below the importance, and of the site's.
const TITLE_MIDDLE: f32 = 366.0;
const SITE_TITLE_MIDDLE: f32 = 328.0;
/// As [`TITLE_SIZES`], for the site's title.
const SITE_TITLE_SIZES: [(f32, usize); 1] = [(92.0, 3)];
const NOTE_SIZE: f32 = 27.0;

// Colours of the light theme, as in the UI's tokens.
const PAGE: &str = "#faf8f3";
const TEXT: &str = "#1b1916";
const MUTED: &str = "#5a544a";
const RULE: &str = "#dfd8ca";
const ACTION: &str = "#1f3f6e";
const MARK: &str = "§";
/// Colours of the five levels of importance, as in the UI's tokens.
const IMPORTANCE: [&str; 5] = ["#2c6b32", "#1e5aa0", "#735600", "#9c3f00", "#a8201a"];

/// Renders the card as a PNG file.
pub(super) fn png(card: &Card) -> Result<Vec<u8>, String> {
    let options = Options { fontdb: fonts::database(), ..Options::default() };
    let tree = Tree::from_str(&svg(card), &options).map_err(|error| error.to_string())?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or("no memory for the image")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

fn svg(card: &Card) -> String {
    let color = card.importance.map_or(ACTION, |(level, _)| IMPORTANCE[usize::from(level.clamp(1, 5)) - 1]);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAGE}\"/>\
         <rect width=\"20\" height=\"{HEIGHT}\" fill=\"{color}\"/>"
    );
    header(&mut svg, card);
    if let Some((level, word)) = card.importance {
        importance(&mut svg, level, word, color);
    }
    match card.importance {
        Some(_) => title(&mut svg, &card.title, &TITLE_SIZES, TITLE_MIDDLE),
        None => title(&mut svg, &card.title, &SITE_TITLE_SIZES, SITE_TITLE_MIDDLE),
    }
    svg.push_str(&format!("<rect x=\"{LEFT}\" y=\"538\" width=\"{TEXT_WIDTH}\" height=\"2\" fill=\"{RULE}\"/>"));
    let note = one_line(Face::Sans, &card.note, NOTE_SIZE, TEXT_WIDTH);
    text(&mut svg, Face::Sans, NOTE_SIZE, (LEFT, 586.0), MUTED, &note);
    svg + "</svg>"
}

/// Writes the logo, the site's name and its host.
fn header(svg: &mut String, card: &Card) {
    svg.push_str(&format!("<rect x=\"{LEFT}\" y=\"56\" width=\"56\" height=\"56\" rx=\"11\" fill=\"{ACTION}\"/>"));
    let x = LEFT + (56.0 - Face::Serif.width(MARK, 42.0)) / 2.0;
    text(svg, Face::Serif, 42.0, (x, 97.0), "#ffffff", MARK);
    text(svg, Face::Serif, 40.0, (LEFT + 76.0, 98.0), TEXT, SITE_NAME);
    let host = one_line(Face::Sans, &card.host, NOTE_SIZE, 600.0);
    let x = LEFT + TEXT_WIDTH - Face::Sans.width(&host, NOTE_SIZE);
    text(svg, Face::Sans, NOTE_SIZE, (x, 95.0), MUTED, &host);
}

/// Writes the importance as dots, word and colour, so that no reader depends on one of them.
fn importance(svg: &mut String, level: u8, word: &str, color: &str) {
    for dot in 0..5_u8 {
        let fill = if dot < level { color } else { "none" };
        let x = LEFT + 10.0 + f32::from(dot) * 28.0;
        svg.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"184\" r=\"8.5\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"2.5\"/>"
        ));
    }
    text(svg, Face::SansBold, 30.0, (LEFT + 156.0, 195.0), color, word);
}

fn title(svg: &mut String, title: &str, sizes: &[(f32, usize)], middle: f32) {
    let Block { lines, size } = fit(Face::Serif, title, TEXT_WIDTH, sizes);
    let leading = size * TITLE_LEADING;
    // The block reaches from the top of the first capital to the last baseline.
    let height = leading * (lines.len() as f32 - 1.0) + size * 0.67;
    let mut y = middle - height / 2.0 + size * 0.67;
    for line in &lines {
        text(svg, Face::Serif, size, (LEFT, y), TEXT, line);
        y += leading;
    }
}

fn text(svg: &mut String, face: Face, size: f32, (x, y): (f32, f32), color: &str, text: &str) {
    let family = face.family();
    svg.push_str(&format!(
        "<text x=\"{x}\" y=\"{y}\" font-family=\"{family}\" font-size=\"{size}\" fill=\"{color}\">{}</text>",
        quick_xml::escape::escape(text)
    ));
}
