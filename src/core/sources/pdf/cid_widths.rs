//! Widths of fonts with many letters, in the form that `pdf-extract` reads.
//!
//! A font lists widths as `first [w w ...]` or `first last w`. The reader ignores the second form, and stops at a
//! default width that is not an integer. With wrong widths, words are split.

use pdf_extract::{Dictionary, Document, Object, ObjectId};

/// Letters of the largest font.
const MAX_LETTERS: i64 = 65_536;

/// Writes the widths of every font in the first form.
pub(super) fn rewrite(document: &mut Document) {
    let fonts: Vec<(ObjectId, Vec<Object>)> =
        document.objects.iter().filter_map(|(id, object)| Some((*id, widths(document, object)?))).collect();
    for (id, widths) in fonts {
        if let Some(Object::Dictionary(font)) = document.objects.get_mut(&id) {
            let default = font.get(b"DW").ok().and_then(number).unwrap_or(1000.0);
            font.set("W", Object::Array(widths));
            font.set("DW", Object::Integer(default as i64));
        }
    }
}

fn widths(document: &Document, object: &Object) -> Option<Vec<Object>> {
    let font = object.as_dict().ok().filter(|font| is_font(font))?;
    let listed = match font.get(b"W").ok()? {
        Object::Reference(id) => document.get_object(*id).ok()?,
        listed => listed,
    };
    Some(expanded(document, listed.as_array().ok()?))
}

fn is_font(font: &Dictionary) -> bool {
    let subtype = font.get(b"Subtype").ok().and_then(|name| name.as_name().ok());
    matches!(subtype, Some(b"CIDFontType0" | b"CIDFontType2"))
}

/// The list without entries of the second form. A damaged entry and the rest after it are left out.
fn expanded(document: &Document, listed: &[Object]) -> Vec<Object> {
    let (mut widths, mut letters, mut rest) = (Vec::new(), 0, listed);
    while let [first, second, after @ ..] = rest {
        let second = match second {
            Object::Reference(id) => document.get_object(*id).unwrap_or(second),
            second => second,
        };
        if let Object::Array(_) = second {
            widths.extend([first.clone(), second.clone()]);
            rest = after;
            continue;
        }
        let (Ok(from), Ok(to), [width, after @ ..]) = (first.as_i64(), second.as_i64(), after) else { break };
        let count = to.saturating_sub(from).saturating_add(1);
        letters = count.saturating_add(letters);
        if count < 1 || letters > MAX_LETTERS {
            break;
        }
        widths.extend([first.clone(), Object::Array((0..count).map(|_| width.clone()).collect())]);
        rest = after;
    }
    widths
}

fn number(object: &Object) -> Option<f64> {
    match object {
        Object::Integer(number) => Some(*number as f64),
        Object::Real(number) => Some(f64::from(*number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_become_lists() {
        let number = Object::Integer;
        let listed = [number(3), Object::Array(vec![number(500)]), number(10), number(12), number(696), number(20)];
        let written = expanded(&Document::new(), &listed);
        let expected = [number(3), Object::Array(vec![number(500)]), number(10), Object::Array(vec![number(696); 3])];
        assert_eq!(written, expected);
        assert_eq!(expanded(&Document::new(), &[number(0), number(9_000_000), number(1)]), []);
        let endless = [number(0), number(0), number(1), number(1), number(i64::MAX), number(1)];
        assert_eq!(expanded(&Document::new(), &endless).len(), 2);
    }
}
