import account from './account.json';
import auth_errors from './auth-errors.json';
import sign_in from './sign-in.json';

/** What only who signs in, or looks after an account, ever reads. */
export const texts = { account, auth_errors, sign_in };
