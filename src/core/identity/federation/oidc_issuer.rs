//! The issuer of a provider of OpenID Connect, or a group of tenants that are issuers of their own.

use uuid::Uuid;

/// Microsoft's names of groups of tenants, in place of a tenant's ID.
const GROUPS: [&str; 2] = ["/common/", "/organizations/"];

/// Microsoft's placeholder for a tenant's ID in the discovery document of a group.
const TENANT: &str = "{tenantid}";

/// The issuer of a provider.
#[derive(Debug, Clone)]
pub struct OidcIssuer {
    /// As in the discovery document, or with the name of a group of tenants.
    pub issuer: String,
    /// Whether each tenant has an issuer of its own, with its ID in place of the group's name.
    pub has_tenants: bool,
    /// Domains whose addresses the provider assigns. These count as verified even without `email_verified`.
    pub own_domains: Vec<String>,
    /// Whether the pictures of users are copied.
    pub has_pictures: bool,
}

impl OidcIssuer {
    /// Whether a discovery document with this issuer describes the provider. The document of a group of tenants has a
    /// placeholder for the tenant.
    pub(super) fn is_described_by(&self, issuer: &str) -> bool {
        issuer == self.issuer || self.has_tenants && issuer == self.of_tenant(TENANT)
    }

    /// Whether the issuer is the configured one, or that of a tenant of the configured group.
    pub(super) fn includes(&self, issuer: &str) -> bool {
        if !self.has_tenants {
            return issuer == self.issuer;
        }
        let pattern = self.of_tenant(TENANT);
        let (before, after) = pattern.split_once(TENANT).unwrap_or((&pattern, ""));
        let tenant = issuer.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        tenant.is_some_and(|tenant| tenant.len() == 36 && Uuid::try_parse(tenant).is_ok())
    }

    /// Whether the provider assigns the addresses of this address's domain.
    pub(super) fn assigns(&self, email: &str) -> bool {
        email
            .rsplit_once('@')
            .is_some_and(|(_, domain)| self.own_domains.iter().any(|own| own.eq_ignore_ascii_case(domain)))
    }

    /// The issuer of a tenant of the group.
    fn of_tenant(&self, tenant: &str) -> String {
        GROUPS.iter().fold(self.issuer.clone(), |issuer, group| issuer.replace(group, &format!("/{tenant}/")))
    }
}
