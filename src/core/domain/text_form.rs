//! Types that are stored and sent as a text.

/// Implements the conversions of a type whose serde attribute is `try_from = "String", into = "String"`: how its text
/// is read, with the type of the error, and how it is written.
macro_rules! text_form {
    ($type:ty, $error:ty; from $text:ident => $read:expr; into $value:ident => $write:expr;) => {
        impl TryFrom<String> for $type {
            type Error = $error;

            fn try_from($text: String) -> Result<Self, Self::Error> {
                $read
            }
        }

        impl From<$type> for String {
            fn from($value: $type) -> Self {
                $write
            }
        }
    };
}

pub(crate) use text_form;
