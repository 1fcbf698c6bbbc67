import type { FieldErrors, Fields, Message } from './pages.ts';

/* Specified: letters, digits and some signs, one @, at least one dot, a last label of 2 to 63. */
const emailPattern = /^[a-z0-9._+!#$%&'*/=?^`{|}~-]+@(?:[a-z0-9-]+\.)+[a-z0-9]{2,63}$/i;

/** The codes with which the server refuses a new password; only the server holds the rules. */
export const refusedPassword: readonly string[] = [
  'weak_password',
  'password_too_long',
  'common_password',
  'personal_password',
  'password_does_not_meet_requirements',
];

export function trimmed(text: string | undefined): string {
  return (text ?? '').trim();
}

/** Returns the error code for an e-mail address, if any. */
export function emailProblem(email: string): Message | undefined {
  if (email === '') return 'email_required';
  return emailPattern.test(email) ? undefined : 'email_incorrect';
}

interface Wanted {
  email?: boolean;
  name?: boolean;
  password?: boolean;
  newPassword?: boolean;
}

/** Returns the errors of all fields; `undefined` when there are none. */
export function fieldErrors(fields: Fields, wanted: Wanted): FieldErrors | undefined {
  const email = wanted.email && emailProblem(trimmed(fields.email));
  const errors: FieldErrors = {
    ...(email && { email }),
    ...(wanted.name && trimmed(fields.name) === '' && { name: 'name_required' }),
    ...(wanted.password && !fields.password && { password: 'password_required' }),
    ...(wanted.newPassword && !fields.newPassword && { newPassword: 'password_required' }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}
