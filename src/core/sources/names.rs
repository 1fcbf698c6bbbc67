//! Names of fields as people write them: in the header of a table, in headings.

use crate::domain::text::fold;

/// The fields with their Romanian names, which are written without diacritics here.
pub const ROMANIAN_NAMES: [(&str, &[&str]); 22] = [
    ("title", &["titlu", "titlul"]),
    ("technical_summary", &["rezumat", "rezumat_tehnic"]),
    ("simple_explanation", &["pe_intelesul_tuturor", "explicatie", "explicatie_simpla"]),
    ("steps", &["pasi", "pasi_de_urmat"]),
    ("importance", &["importanta"]),
    ("publish_date", &["data", "data_publicarii", "publicat", "publicat_la"]),
    ("topic", &["tema", "tematica", "subiect"]),
    ("in_short", &["pe_scurt"]),
    ("applies_from", &["se_aplica_din"]),
    ("in_force_date", &["in_vigoare", "in_vigoare_din", "data_intrarii_in_vigoare"]),
    ("roles", &["roluri"]),
    ("domains", &["domeniu", "domenii"]),
    ("audience", &["public", "public_tinta", "destinatari"]),
    ("deadlines", &["termen", "termene"]),
    ("status", &["stare"]),
    ("sources", &["surse"]),
    ("source_url", &["sursa"]),
    ("file_url", &["pdf", "fisier"]),
    ("type", &["tip"]),
    ("number", &["numar", "nr"]),
    ("year", &["an", "anul"]),
    ("issuer", &["emitent"]),
];

/// The field that a name means: case, diacritics, spaces and hyphens do not matter, and the Romanian names of the
/// common fields are known. An unknown name is returned in this form.
pub(super) fn field(name: &str) -> String {
    let plain = fold(name.trim()).replace([' ', '-'], "_");
    if plain == "implementation_steps" {
        return "steps".to_owned();
    }
    let known = ROMANIAN_NAMES.iter().find(|(_, names)| names.contains(&plain.as_str()));
    known.map_or(plain, |(field, _)| (*field).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_several_spellings() {
        for (name, expected) in [
            ("Title", "title"),
            (" TITLU ", "title"),
            ("Pe înțelesul tuturor", "simple_explanation"),
            ("Pași de urmat", "steps"),
            ("Importanţă", "importance"),
            ("Publish-Date", "publish_date"),
            ("Data publicării", "publish_date"),
            ("Data", "publish_date"),
            ("Tematică", "topic"),
            ("Autorul", "autorul"),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
    }
}
