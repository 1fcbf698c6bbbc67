//! The fonts of the images, embedded in the binary (`fonts/README.md`).

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

/// A font by its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    Serif,
    Sans,
    SansBold,
}

impl Face {
    pub(super) const ALL: [Self; 3] = [Self::Serif, Self::Sans, Self::SansBold];

    /// The family name in the SVG.
    pub(super) fn family(self) -> &'static str {
        match self {
            Self::Serif => "Paragraf OG Serif",
            Self::Sans => "Paragraf OG Sans",
            Self::SansBold => "Paragraf OG Sans Bold",
        }
    }

    fn file(self) -> &'static [u8] {
        match self {
            Self::Serif => include_bytes!("fonts/serif.ttf"),
            Self::Sans => include_bytes!("fonts/sans.ttf"),
            Self::SansBold => include_bytes!("fonts/sans-bold.ttf"),
        }
    }

    fn font(self) -> Option<FontRef<'static>> {
        FontRef::new(self.file()).ok()
    }

    /// Width of a line of text. Kerning is left out: it changes the width by less than a hundredth.
    pub(super) fn width(self, text: &str, size: f32) -> f32 {
        let Some(font) = self.font() else { return 0.0 };
        let (letters, metrics) = (font.charmap(), GlyphMetrics::new(&font, Size::new(size), LocationRef::default()));
        text.chars().filter_map(|c| metrics.advance_width(letters.map(c)?)).sum()
    }
}

/// Whether every font has this character.
pub(super) fn covers(letter: char) -> bool {
    let has = |face: &Face| face.font().is_some_and(|font| font.charmap().map(letter).is_some());
    Face::ALL.iter().all(has)
}

/// The font database of the renderer; system fonts are not used.
pub(super) fn database() -> Arc<Database> {
    static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut database = Database::new();
        for face in Face::ALL {
            database.load_font_data(face.file().to_vec());
        }
        Arc::new(database)
    });
    Arc::clone(&DATABASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_demo_titles_is_there() {
        let mut titles = 0;
        for article in crate::ops::demo::articles(&crate::config::Config::default()) {
            for title in std::iter::once(&article.title).chain(article.translations.values().map(|own| &own.title)) {
                let strangers: String = title.chars().filter(|c| !covers(*c)).collect();
                assert_eq!(strangers, "", "{title}");
                titles += 1;
            }
        }
        assert!(titles > 90, "{titles}");
    }
}
