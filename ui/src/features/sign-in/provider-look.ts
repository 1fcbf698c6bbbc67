import type { SignInOption } from './config-types.ts';

/* The colours by which people recognise the providers. */
const colours: Record<string, string> = {
  'google.com': '#4285f4',
  'github.com': '#333333',
  'facebook.com': '#3b5998',
  'twitter.com': '#55acee',
  password: '#db4437',
  phone: '#02bd7e',
  anonymous: '#f4b400',
  'microsoft.com': '#2f2f2f',
  'yahoo.com': '#720e9e',
  'apple.com': '#000000',
};
const generic = '#007bff';

/** The colour of a provider's button, as a stripe, so that the text stays readable. */
export function colourOf({ provider, buttonColor }: SignInOption): string {
  return buttonColor ?? colours[provider] ?? generic;
}
