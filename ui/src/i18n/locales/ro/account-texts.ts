import account from './account.json';
import auth_errors from './auth-errors.json';
import sign_in from './sign-in.json';

/** Texts for sign-in and account screens only. */
export const texts = { account, auth_errors, sign_in };
