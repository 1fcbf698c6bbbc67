//! The icons of pages, drawn as the app draws them: from Lucide (ISC licence).

use maud::{Markup, html};

/// The lines of an icon of 24 by 24, as path data.
#[derive(Clone, Copy)]
pub(super) struct Icon(&'static [&'static str]);

pub(super) const HOUSE: Icon = Icon(&[
    "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8",
    "M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
]);
pub(super) const MENU: Icon = Icon(&["M4 5h16", "M4 12h16", "M4 19h16"]);
pub(super) const SEARCH: Icon = Icon(&["m21 21-4.34-4.34", "M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0"]);
pub(super) const BELL: Icon = Icon(&[
    "M10.268 21a2 2 0 0 0 3.464 0",
    "M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326",
]);
pub(super) const BUBBLE: Icon = Icon(&[
    "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719",
]);
pub(super) const INFO: Icon = Icon(&["M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0", "M12 16v-4", "M12 8h.01"]);
pub(super) const SLIDERS: Icon =
    Icon(&["M10 5H3", "M12 19H3", "M14 3v4", "M16 17v4", "M21 12h-9", "M21 19h-5", "M21 5h-7", "M8 10v4", "M8 12H3"]);
pub(super) const USER: Icon = Icon(&[
    "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0",
    "M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
    "M7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662",
]);
pub(super) const KEY: Icon = Icon(&[
    "M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z",
    "M16 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0",
]);
pub(super) const BRIEFCASE: Icon = Icon(&[
    "M12 12h.01",
    "M16 6V4a2 2 0 0 0-2-2h-4a2 2 0 0 0-2 2v2",
    "M22 13a18.15 18.15 0 0 1-20 0",
    "M4 6h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z",
]);
pub(super) const SPROUT: Icon = Icon(&[
    "M14 9.536V7a4 4 0 0 1 4-4h1.5a.5.5 0 0 1 .5.5V5a4 4 0 0 1-4 4 4 4 0 0 0-4 4c0 2 1 3 1 5a5 5 0 0 1-1 3",
    "M4 9a5 5 0 0 1 8 4 5 5 0 0 1-8-4",
    "M5 21h14",
]);
pub(super) const PLUS: Icon = Icon(&["M5 12h14", "M12 5v14"]);
pub(super) const CHEVRON: Icon = Icon(&["m9 18 6-6-6-6"]);
pub(super) const CLOCK: Icon = Icon(&["M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0", "M12 6v6l4 2"]);
/// Due, starts and ends.
pub(super) const KINDS: [Icon; 3] = [
    Icon(&[
        "M16 14v2.2l1.6 1",
        "M16 2v3",
        "M21 7.338V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h2.338",
        "M3 9h5.859",
        "M8 2v3",
        "M10 16a6 6 0 1 0 12 0a6 6 0 1 0 -12 0",
    ]),
    Icon(&[
        "M 19 3 L 5 3", "M 21 13 L 21 5", "M 21 5 A2 2 0 0 0 19 3", "M 3 19 A2 2 0 0 0 5 21", "M 3 5 L 3 19",
        "M 5 3 A2 2 0 0 0 3 5", "m16 19 2 2 4-4", "M16 2v3", "M3 9h18", "M5 21 L12.5 21", "M8 2v3",
    ]),
    Icon(&[
        "M5 22h14",
        "M5 2h14",
        "M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22",
        "M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2",
    ]),
];

/// An icon beside words with the same meaning.
pub(super) fn icon(Icon(lines): Icon) -> Markup {
    html! {
        svg.lucide width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
            stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" {
            @for line in lines { path d=(line) {} }
        }
    }
}
