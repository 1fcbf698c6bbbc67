/** Masks an address: keeps the first and last letter of the local part. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = [...email.slice(0, at)];
  if (at < 0 || local.length < 3) return email;
  return `${local[0]}${'*'.repeat(local.length - 2)}${local.at(-1)}${email.slice(at)}`;
}
