//! Checks the texts and colors of the button of a sign-in provider or tenant.

/// Maximum length of a name or label, in characters.
pub(super) const MAX_NAME: usize = 40;

/// The settings of a button.
pub(super) struct Button<'a> {
    pub name: &'a str,
    pub label: &'a str,
    pub button_color: &'a str,
    pub text_color: &'a str,
}

pub(super) fn check(button: &Button<'_>, refuse: &mut impl FnMut(&str, String)) {
    for (key, text) in [("name", button.name), ("label", button.label)] {
        if text.chars().any(char::is_control) || text.chars().count() > MAX_NAME {
            refuse(key, format!("write one line of at most {MAX_NAME} characters"));
        }
    }
    for (key, color) in [("button_color", button.button_color), ("text_color", button.text_color)] {
        let digits = color.strip_prefix('#').filter(|digits| digits.len() == 6);
        if !color.is_empty() && digits.is_none_or(|digits| !digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            refuse(key, format!("{color:?} is not a color, such as #1f6feb"));
        }
    }
    if button.button_color.is_empty() != button.text_color.is_empty() {
        refuse("text_color", "set button_color and text_color together, or neither".into());
    }
}
