//! The roles in which a change of the law concerns a reader.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use paragraf_law::language::Language;

/// A role in which the law concerns a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AudienceRole {
    Landlord,
    Tenant,
    HomeOwner,
    CarOwner,
    Company,
    VatPayer,
    SelfEmployed,
    Employer,
    Employee,
    Farmer,
    LandOwner,
    Consumer,
    Investor,
    Pensioner,
    Association,
}

impl AudienceRole {
    pub const ALL: [Self; 15] = [
        Self::Landlord,
        Self::Tenant,
        Self::HomeOwner,
        Self::CarOwner,
        Self::Company,
        Self::VatPayer,
        Self::SelfEmployed,
        Self::Employer,
        Self::Employee,
        Self::Farmer,
        Self::LandOwner,
        Self::Consumer,
        Self::Investor,
        Self::Pensioner,
        Self::Association,
    ];

    /// The id in files and in the API.
    pub fn id(self) -> &'static str {
        match self {
            Self::Landlord => "landlord",
            Self::Tenant => "tenant",
            Self::HomeOwner => "home_owner",
            Self::CarOwner => "car_owner",
            Self::Company => "company",
            Self::VatPayer => "vat_payer",
            Self::SelfEmployed => "self_employed",
            Self::Employer => "employer",
            Self::Employee => "employee",
            Self::Farmer => "farmer",
            Self::LandOwner => "land_owner",
            Self::Consumer => "consumer",
            Self::Investor => "investor",
            Self::Pensioner => "pensioner",
            Self::Association => "association",
        }
    }

    /// The readers with this role, in the plural.
    pub fn label(self, language: Language) -> &'static str {
        let (ro, en) = match self {
            Self::Landlord => ("Proprietari care închiriază", "Landlords"),
            Self::Tenant => ("Chiriași", "Tenants"),
            Self::HomeOwner => ("Proprietari de locuințe", "Home owners"),
            Self::CarOwner => ("Proprietari de mașini", "Car owners"),
            Self::Company => ("Firme", "Companies"),
            Self::VatPayer => ("Plătitori de TVA", "VAT payers"),
            Self::SelfEmployed => ("PFA și profesii liberale", "Self-employed people"),
            Self::Employer => ("Angajatori", "Employers"),
            Self::Employee => ("Salariați", "Employees"),
            Self::Farmer => ("Fermieri", "Farmers"),
            Self::LandOwner => ("Proprietari de terenuri", "Land owners"),
            Self::Consumer => ("Consumatori", "Consumers"),
            Self::Investor => ("Investitori", "Investors"),
            Self::Pensioner => ("Pensionari", "Pensioners"),
            Self::Association => ("Asociații", "Associations"),
        };
        language.pick(ro, en)
    }

    /// The readers with one of these roles, as a list within a sentence.
    pub fn list_of(roles: &[Self], language: Language) -> String {
        let names = roles.iter().map(|role| {
            let label = role.label(language);
            let is_abbreviation = label.chars().nth(1).is_some_and(char::is_uppercase);
            let lower = || label.chars().take(1).flat_map(char::to_lowercase).chain(label.chars().skip(1)).collect();
            if is_abbreviation { label.to_owned() } else { lower() }
        });
        names.collect::<Vec<_>>().join(", ")
    }

    /// The role as a sentence to the reader.
    pub fn of_reader(self, language: Language) -> &'static str {
        let (ro, en) = match self {
            Self::Landlord => ("Dai în chirie", "You rent out property"),
            Self::Tenant => ("Stai cu chirie", "You rent your home"),
            Self::HomeOwner => ("Ai o locuință", "You own a home"),
            Self::CarOwner => ("Ai o mașină", "You own a car"),
            Self::Company => ("Ai o firmă", "You have a company"),
            Self::VatPayer => ("Ești plătitor de TVA", "You are registered for VAT"),
            Self::SelfEmployed => ("Lucrezi ca PFA sau liber-profesionist", "You are self-employed"),
            Self::Employer => ("Ai angajați", "You have employees"),
            Self::Employee => ("Ești salariat", "You are an employee"),
            Self::Farmer => ("Ești fermier", "You farm"),
            Self::LandOwner => ("Ai un teren", "You own land"),
            Self::Consumer => ("Ești consumator", "You are a consumer"),
            Self::Investor => ("Investești", "You invest"),
            Self::Pensioner => ("Ești pensionar", "You are a pensioner"),
            Self::Association => ("Conduci o asociație", "You run an association"),
        };
        language.pick(ro, en)
    }

    /// All ids, for messages.
    pub fn list() -> String {
        Self::ALL.map(Self::id).join(", ")
    }
}

impl FromStr for AudienceRole {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|role| role.id() == text);
        found.ok_or_else(|| format!("one of {}", Self::list()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_roles_keeps_abbreviations() {
        let roles = [AudienceRole::SelfEmployed, AudienceRole::VatPayer, AudienceRole::Employer];
        let list = |language| AudienceRole::list_of(&roles, language);
        assert_eq!(list(Language::Ro), "PFA și profesii liberale, plătitori de TVA, angajatori");
        assert_eq!(list(Language::En), "self-employed people, VAT payers, employers");
    }

    #[test]
    fn every_role_is_read_by_its_id() {
        for role in AudienceRole::ALL {
            assert_eq!(role.id().parse(), Ok(role));
            assert_eq!(serde_json::to_value(role).expect("JSON"), role.id());
        }
    }
}
