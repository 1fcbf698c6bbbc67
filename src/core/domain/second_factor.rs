//! Second factors: what proves a sign-in beyond its first factor.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Phone;

/// Most second factors of an account.
pub const MAX_FACTORS: usize = 5;
/// Unused recovery codes at which the owner is reminded to make new ones.
pub const FEW_CODES: usize = 3;

/// The kind of a second factor. A new kind is also a [`FactorSecret`] and a [`FactorProof`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactorKind {
    /// An authenticator app with one-time codes (RFC 6238).
    Totp,
    /// A telephone number that gets one-time codes by text message.
    Sms,
    /// A passkey.
    Passkey,
}

impl FactorKind {
    /// The name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::Sms => "sms",
            Self::Passkey => "passkey",
        }
    }
}

/// What proved the second factor of a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactorProof {
    Totp,
    Sms,
    RecoveryCode,
    /// A passkey that verified its user, which is both factors at once.
    Passkey,
}

/// The second factors of an account. Without any, its sign-ins need only a first factor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactors {
    /// Oldest first.
    pub enrolled: Vec<Factor>,
    /// Digests of the unused recovery codes.
    pub recovery_codes: Vec<String>,
}

/// An enrolled second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    pub id: Uuid,
    /// Chosen by the owner; may be empty.
    pub name: String,
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    pub secret: FactorSecret,
}

/// What the server keeps to check a factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactorSecret {
    Totp {
        /// The secret shared with the app, sealed for this account and factor.
        sealed: String,
        /// The step of the last accepted code; it and earlier ones are refused.
        last_step: u64,
    },
    /// The number, which its user proved to have.
    Sms { phone: Phone },
    /// The id of a passkey of the account.
    Passkey { passkey: String },
}

impl SecondFactors {
    pub fn is_empty(&self) -> bool {
        self.enrolled.is_empty()
    }

    pub fn get(&self, id: Uuid) -> Option<&Factor> {
        self.enrolled.iter().find(|factor| factor.id == id)
    }

    pub fn get_mut(&mut self, id: Uuid) -> Option<&mut Factor> {
        self.enrolled.iter_mut().find(|factor| factor.id == id)
    }

    /// The telephone numbers that get codes.
    pub fn phones(&self) -> impl Iterator<Item = &Phone> {
        self.enrolled.iter().filter_map(Factor::phone)
    }

    /// The factor that is this passkey.
    pub fn of_passkey(&mut self, id: &str) -> Option<&mut Factor> {
        self.enrolled.iter_mut().find(|factor| factor.passkey() == Some(id))
    }

    /// Removes a factor, and with the last one the recovery codes. Returns the factor if it was enrolled.
    pub fn remove(&mut self, id: Uuid) -> Option<Factor> {
        let place = self.enrolled.iter().position(|factor| factor.id == id)?;
        let removed = self.enrolled.remove(place);
        if self.enrolled.is_empty() {
            self.recovery_codes.clear();
        }
        Some(removed)
    }
}

impl Factor {
    pub fn kind(&self) -> FactorKind {
        match self.secret {
            FactorSecret::Totp { .. } => FactorKind::Totp,
            FactorSecret::Sms { .. } => FactorKind::Sms,
            FactorSecret::Passkey { .. } => FactorKind::Passkey,
        }
    }

    /// The phone number of the factor with only its last digits, such as `••• 4567`; `None` for kinds without one.
    pub fn masked(&self) -> Option<String> {
        self.phone().map(|phone| format!("••• {}", phone.last_digits()))
    }

    /// The telephone number that gets the codes; `None` for kinds without one.
    pub fn phone(&self) -> Option<&Phone> {
        match &self.secret {
            FactorSecret::Totp { .. } | FactorSecret::Passkey { .. } => None,
            FactorSecret::Sms { phone } => Some(phone),
        }
    }

    /// The sealed secret of an authenticator app; `None` for other kinds.
    pub fn sealed(&self) -> Option<&str> {
        match &self.secret {
            FactorSecret::Totp { sealed, .. } => Some(sealed),
            FactorSecret::Sms { .. } | FactorSecret::Passkey { .. } => None,
        }
    }

    /// The id of the passkey that the factor is; `None` for other kinds.
    pub fn passkey(&self) -> Option<&str> {
        match &self.secret {
            FactorSecret::Totp { .. } | FactorSecret::Sms { .. } => None,
            FactorSecret::Passkey { passkey } => Some(passkey),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_named_by_its_last_digits() {
        let phone = Phone::try_from("+40722123456".to_owned()).expect("a number");
        let factor = Factor {
            id: Uuid::nil(),
            name: String::new(),
            created_at: Timestamp::UNIX_EPOCH,
            last_used_at: None,
            secret: FactorSecret::Sms { phone: phone.clone() },
        };
        assert_eq!((factor.kind(), factor.masked().as_deref()), (FactorKind::Sms, Some("••• 3456")));
        let factors = SecondFactors { enrolled: vec![factor], recovery_codes: vec![] };
        assert_eq!(factors.phones().collect::<Vec<_>>(), [&phone]);
    }

    #[test]
    fn recovery_codes_go_with_the_last_factor() {
        let factor = |id| Factor {
            id: Uuid::from_u128(id),
            name: String::new(),
            created_at: Timestamp::UNIX_EPOCH,
            last_used_at: None,
            secret: FactorSecret::Totp { sealed: String::new(), last_step: 0 },
        };
        let mut factors = SecondFactors { enrolled: vec![factor(1), factor(2)], recovery_codes: vec!["digest".into()] };
        assert_eq!(factors.remove(Uuid::from_u128(3)), None);
        assert_eq!(factors.remove(Uuid::from_u128(1)), Some(factor(1)));
        assert_eq!(factors.recovery_codes.len(), 1);
        assert_eq!(factors.remove(Uuid::from_u128(2)), Some(factor(2)));
        assert_eq!(factors, SecondFactors::default());
    }
}
