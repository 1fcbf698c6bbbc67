/** The address in an ID token, as a hint only: the server verifies the token. */
export function addressIn(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { email } = JSON.parse(atob(payload)) as { email?: unknown };
    return typeof email === 'string' ? email : undefined;
  } catch {
    return undefined;
  }
}
