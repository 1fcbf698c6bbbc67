const names: Record<string, string> = {
  'google.com': 'Google',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
  'twitter.com': 'X',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
  'apple.com': 'Apple',
};

/** A provider's display name; for SAML and OIDC the part after the prefix. */
export function nameOf({ provider, providerName }: { provider: string; providerName?: string }) {
  return providerName ?? names[provider] ?? provider.replace(/^(saml|oidc)\./, '');
}
