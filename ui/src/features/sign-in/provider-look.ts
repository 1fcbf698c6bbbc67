import type { SignInOption } from './config-types.ts';

/** The colours of a provider's button. */
interface Look {
  background: string;
  text: string;
}

const white = '#ffffff';

/* The colours by which people recognise the providers; every text has a contrast of 4.5 or more. */
const looks: Record<string, Look> = {
  'google.com': { background: white, text: '#1f1f1f' },
  'github.com': { background: '#333333', text: white },
  'facebook.com': { background: '#3b5998', text: white },
  'twitter.com': { background: '#0f1419', text: white },
  'microsoft.com': { background: '#2f2f2f', text: white },
  'yahoo.com': { background: '#720e9e', text: white },
  'apple.com': { background: '#000000', text: white },
};
const generic: Look = { background: '#0b5cad', text: white };

const own = ['password', 'phone', 'passkey', 'anonymous'];

/** The kind of a provider with another ID than the usual one, such as `google.firma`. */
function usualId(provider: string): string {
  const [kind = ''] = provider.split('.');
  const id = kind === 'x' ? 'twitter.com' : `${kind}.com`;
  return id in looks ? id : provider;
}

/** The ID by which a provider's colours and mark are known; `undefined` for one of our own methods. */
export function knownId(provider: string): string | undefined {
  return own.includes(provider) ? undefined : usualId(provider);
}

/** The colours of an option's button; our own methods have those of the page. */
export function lookOf({ provider, buttonColor, textColor }: SignInOption): Look | undefined {
  const known = knownId(provider);
  if (known === undefined && buttonColor === undefined) return undefined;
  const usual = looks[known ?? ''] ?? generic;
  return { background: buttonColor ?? usual.background, text: textColor ?? usual.text };
}
