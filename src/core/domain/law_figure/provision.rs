//! The act and the provision of a value, found in texts.

use paragraf_law::form;
use paragraf_law::lookup::{self, LearnedNames, Target};

use super::FigureValue;
use crate::domain::act_key::ActKey;

impl FigureValue {
    /// The identity of the act; `None` for one whose name has no number and year.
    pub fn act_key(&self) -> Option<ActKey> {
        let references = lookup::read(&self.act, &LearnedNames::default()).references;
        let act = references.into_iter().find_map(|reference| match reference.target {
            Target::Act(act) => act.to_act(),
            _ => None,
        });
        ActKey::of(&act?)
    }

    /// The text of the articles that the provision names, in a text of the act; without a provision, the whole text.
    /// `None` if the text has no such article.
    pub fn provision_of(&self, text: &str) -> Option<String> {
        let Some(named) = &self.provision else { return Some(text.to_owned()) };
        let form = form::read::read(text).ok()?;
        let numbers = named.split("art. ").skip(1).filter_map(|part| part.split([' ', ',', ';']).next());
        let labels: Vec<_> = numbers.filter_map(form::read::article_label).collect();
        let articles = form.articles().filter(|article| {
            article.unit.label.as_ref().is_some_and(|label| article.series == 0 && labels.contains(label))
        });
        let found = articles.map(|article| article.unit.flat()).collect::<Vec<_>>().join("\n");
        (!found.is_empty()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::law_figure::defaults;

    fn value(act: &str, provision: Option<&str>) -> FigureValue {
        let (act, provision) = (act.to_owned(), provision.map(str::to_owned));
        FigureValue { act, provision, ..defaults()[0].values[0].clone() }
    }

    #[test]
    fn a_provision_is_the_text_of_its_articles() {
        let text = "Articolul I\nSe modifică.\nArticolul II\n(1) Suma este de 45 lei.\nArticolul III\nAlta.";
        let found = |named| value("Legea nr. 1/2026", named).provision_of(text).unwrap_or_default();
        assert!(found(Some("art. II")).contains("45 lei") && !found(Some("art. II")).contains("Alta"));
        assert!(found(Some("art. I, art. III alin. (1)")).contains("Alta"));
        assert!(!found(Some("art. I")).contains("45"));
        assert_eq!((found(Some("art. 9")), found(Some("anexa 2"))), (String::new(), String::new()));
        assert_eq!(found(None), text);
    }

    #[test]
    fn an_act_is_identified_by_its_name() {
        let key = |act: &str| value(act, None).act_key().map(|key| key.to_string());
        assert_eq!(key("Legea nr. 201/2025").as_deref(), Some("lege/2025/201"));
        assert_eq!(key("HG nr. 146/2026").as_deref(), Some("hg/2026/146"));
        assert_eq!(key("Legea nr. 227/2015 (Codul fiscal)").as_deref(), Some("lege/2015/227"));
        assert_eq!(key("Planul strategic"), None);
    }
}
