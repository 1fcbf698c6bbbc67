/* Trusted Types are not in TypeScript's library yet (https://www.w3.org/TR/trusted-types/). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => unknown };
}

/* The only policy that the content security policy allows. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'paragraf',
  { createScriptURL: requireOwn },
);

function requireOwn(address: string): string {
  const { origin } = window.location;
  if (new URL(address, origin).origin !== origin) {
    throw new TypeError(`${address} is not a script of this site.`);
  }
  return address;
}

/** The address of a worker's script in the form that Trusted Types require; throws for another site. */
export function ownScript(address: string): string {
  return policy ? (policy.createScriptURL(address) as string) : requireOwn(address);
}
