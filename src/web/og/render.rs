//! Renders a card: laid out as SVG, rasterized in the process.

use maud::{Markup, html};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::card::PreviewCard;
use super::fonts::{self, Face};
use super::text::{TextBlock, fit, one_line};
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
pub(super) fn png(card: &PreviewCard) -> Result<Vec<u8>, String> {
    let options = Options { fontdb: fonts::database(), ..Options::default() };
    let tree = Tree::from_str(&svg(card).into_string(), &options).map_err(|error| error.to_string())?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or("no memory for the image")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

fn svg(card: &PreviewCard) -> Markup {
    let color = card.importance.map_or(ACTION, |(level, _)| IMPORTANCE[usize::from(level.clamp(1, 5)) - 1]);
    let note = one_line(Face::Sans, &card.note, NOTE_SIZE, TEXT_WIDTH);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(HEIGHT) {
            rect width=(WIDTH) height=(HEIGHT) fill=(PAGE) {}
            rect width="20" height=(HEIGHT) fill=(color) {}
            (header(card))
            @match card.importance {
                Some((level, word)) => {
                    (importance(level, word, color))
                    (title(&card.title, &TITLE_SIZES, TITLE_MIDDLE))
                }
                None => (title(&card.title, &SITE_TITLE_SIZES, SITE_TITLE_MIDDLE)),
            }
            rect x=(LEFT) y="538" width=(TEXT_WIDTH) height="2" fill=(RULE) {}
            (text(Face::Sans, NOTE_SIZE, Point { x: LEFT, y: 586.0 }, MUTED, &note))
        }
    }
}

/// The logo, the site's name and its host, if it has one.
fn header(card: &PreviewCard) -> Markup {
    let mark = LEFT + (56.0 - Face::Serif.width(MARK, 42.0)) / 2.0;
    html! {
        rect x=(LEFT) y="56" width="56" height="56" rx="11" fill=(ACTION) {}
        (text(Face::Serif, 42.0, Point { x: mark, y: 97.0 }, "#ffffff", MARK))
        (text(Face::Serif, 40.0, Point { x: LEFT + 76.0, y: 98.0 }, TEXT, SITE_NAME))
        @if let Some(own) = &card.host { (host(own)) }
    }
}

fn host(host: &str) -> Markup {
    let host = one_line(Face::Sans, host, NOTE_SIZE, 600.0);
    let right = LEFT + TEXT_WIDTH - Face::Sans.width(&host, NOTE_SIZE);
    text(Face::Sans, NOTE_SIZE, Point { x: right, y: 95.0 }, MUTED, &host)
}

/// The importance as dots, word and colour, so that no reader depends on one of them.
fn importance(level: u8, word: &str, color: &str) -> Markup {
    html! {
        @for dot in 0..5_u8 {
            circle cx=(LEFT + 10.0 + f32::from(dot) * 28.0) cy="184" r="8.5"
                fill=(if dot < level { color } else { "none" }) stroke=(color) stroke-width="2.5" {}
        }
        (text(Face::SansBold, 30.0, Point { x: LEFT + 156.0, y: 195.0 }, color, word))
    }
}

fn title(title: &str, sizes: &[(f32, usize)], middle: f32) -> Markup {
    let TextBlock { lines, size } = fit(Face::Serif, title, TEXT_WIDTH, sizes);
    let leading = size * TITLE_LEADING;
    // The block reaches from the top of the first capital to the last baseline.
    let height = leading * (lines.len() as f32 - 1.0) + size * 0.67;
    let first = middle - height / 2.0 + size * 0.67;
    html! {
        @for (line, index) in lines.iter().zip(0_u8..) {
            (text(Face::Serif, size, Point { x: LEFT, y: first + f32::from(index) * leading }, TEXT, line))
        }
    }
}

/// A place of the picture, in pixels from its upper left corner.
struct Point {
    x: f32,
    y: f32,
}

fn text(face: Face, size: f32, Point { x, y }: Point, color: &str, text: &str) -> Markup {
    html! { text x=(x) y=(y) font-family=(face.family()) font-size=(size) fill=(color) { (text) } }
}
