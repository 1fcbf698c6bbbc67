//! Names of fields as people write them: in the header of a table, in headings.

use crate::domain::text::fold;

/// The field that a name means: case, diacritics, spaces and hyphens do not matter, and the Romanian names of the
/// common fields are known. An unknown name is returned in this form.
pub(super) fn field(name: &str) -> String {
    let plain = fold(name.trim()).replace([' ', '-'], "_");
    let field = match plain.as_str() {
        "titlu" | "titlul" => "title",
        "rezumat" | "rezumat_tehnic" => "technical_summary",
        "pe_intelesul_tuturor" | "explicatie" | "explicatie_simpla" => "simple_explanation",
        "pasi" | "pasi_de_urmat" | "implementation_steps" => "steps",
        "importanta" => "importance",
        "data_publicarii" | "publicat" | "publicat_la" => "publish_date",
        "pe_scurt" => "in_short",
        "se_aplica_din" => "applies_from",
        "roluri" => "roles",
        "surse" => "sources",
        "in_vigoare" | "in_vigoare_din" | "data_intrarii_in_vigoare" => "in_force_date",
        "tema" | "subiect" => "topic",
        "domeniu" | "domenii" => "domains",
        "public" | "public_tinta" | "destinatari" => "audience",
        "termen" | "termene" => "deadlines",
        "stare" => "status",
        "sursa" => "source_url",
        "pdf" | "fisier" => "file_url",
        "tip" => "type",
        "numar" | "nr" => "number",
        "an" | "anul" => "year",
        "emitent" => "issuer",
        _ => return plain,
    };
    field.to_owned()
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
            ("Autorul", "autorul"),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
    }
}
