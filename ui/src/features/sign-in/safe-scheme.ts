import { logWarning } from './console.ts';

/** Returns the address unless it would run a script. */
export function withSafeScheme(url: string): string | undefined {
  // Browsers skip control characters and spaces before and within a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(
    [...url].filter((letter) => letter > ' ').join(''),
  )?.[1];
  if (!scheme || ['http', 'https', 'mailto'].includes(scheme.toLowerCase())) return url;
  logWarning(`An address with the scheme ${scheme} is not used.`);
  return undefined;
}
