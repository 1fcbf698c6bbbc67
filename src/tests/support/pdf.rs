//! Writes PDF files: pages of lines in Courier, with Romanian letters, raised digits and a ligature.

use std::fmt::Write;

/// A line at a place, measured in points from the lower left corner.
pub struct PdfLine {
    pub x: f32,
    pub y: f32,
    pub size: f32,
    /// Digits after `^` are raised.
    pub text: String,
}

/// Width of every letter, as a part of the font's size.
pub const LETTER: f32 = 0.6;

/// Letters outside of ASCII by their names in PDF files. `tcommaaccent` stands for the letter with cedilla there.
const LETTERS: [(char, &str); 18] = [
    ('ă', "abreve"),
    ('â', "acircumflex"),
    ('î', "icircumflex"),
    ('ș', "scommaaccent"),
    ('ț', "tcommaaccent"),
    ('Ă', "Abreve"),
    ('Â', "Acircumflex"),
    ('Î', "Icircumflex"),
    ('Ș', "Scommaaccent"),
    ('Ț', "Tcommaaccent"),
    ('—', "emdash"),
    ('–', "endash"),
    ('„', "quotedblbase"),
    ('”', "quotedblright"),
    ('“', "quotedblleft"),
    ('ﬁ', "fi"),
    ('ş', "scedilla"),
    ('Ş', "Scedilla"),
];

/// A PDF file with these pages of A4.
pub fn pdf(pages: &[Vec<PdfLine>]) -> Vec<u8> {
    let contents: Vec<_> = pages.iter().map(|lines| content(lines)).collect();
    pdf_of_contents(&contents)
}

/// A PDF file whose pages have these content streams, which may use the font `F1`.
pub fn pdf_of_contents(contents: &[Vec<u8>]) -> Vec<u8> {
    let kids: Vec<_> = (0..contents.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len()).into_bytes(),
        font(),
    ];
    for (page, content) in contents.iter().enumerate() {
        let stream = 5 + 2 * page;
        objects.push(
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {stream} 0 R \
                 /Resources << /Font << /F1 3 0 R >> >> >>"
            )
            .into_bytes(),
        );
        objects.push(stream_object("", content));
    }
    file(&objects, "")
}

/// An object with a stream.
pub fn stream_object(entries: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("<< /Length {} {entries} >>\nstream\n", bytes.len());
    [head.as_bytes(), bytes, b"\nendstream"].concat()
}

/// A file of these objects, numbered from 1; the first is the catalogue.
pub fn file(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (object, number) in objects.iter().zip(1..) {
        offsets.push(file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        writeln!(table, "{offset:010} 00000 n ").expect("a text takes everything");
    }
    let count = objects.len() + 1;
    write!(table, "trailer\n<< /Size {count} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n").expect("a text");
    file.extend(table.bytes());
    file
}

fn font() -> Vec<u8> {
    let names: Vec<_> = LETTERS.iter().map(|(_, name)| format!("/{name}")).collect();
    let widths = vec!["600"; 256 - 32].join(" ");
    format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 32 /LastChar 255 /Widths [{widths}] \
         /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [192 {}] >> >>",
        names.join(" ")
    )
    .into_bytes()
}

fn content(lines: &[PdfLine]) -> Vec<u8> {
    let mut content = Vec::new();
    for PdfLine { x, y, size, text } in lines {
        content.extend(format!("BT {x} {y} Td ").bytes());
        for (place, part) in text.split('^').enumerate() {
            let raised = if place == 0 { 0 } else { part.bytes().take_while(u8::is_ascii_digit).count() };
            if raised > 0 {
                show(&mut content, size * 0.65, size * 0.4, &part[..raised]);
            }
            show(&mut content, *size, 0.0, &part[raised..]);
        }
        content.extend(b"ET\n");
    }
    content
}

fn show(content: &mut Vec<u8>, size: f32, rise: f32, text: &str) {
    content.extend(format!("/F1 {size} Tf {rise} Ts <").bytes());
    for letter in text.chars() {
        content.extend(format!("{:02X}", code(letter)).bytes());
    }
    content.extend(b"> Tj ");
}

fn code(letter: char) -> u8 {
    let place = LETTERS.iter().zip(192..).find(|((known, _), _)| *known == letter).map(|(_, code)| code);
    place.unwrap_or_else(|| u8::try_from(letter).ok().filter(u8::is_ascii).unwrap_or(b'?'))
}
