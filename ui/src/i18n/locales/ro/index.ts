import account from './account.json';
import article from './article.json';
import auth_errors from './auth-errors.json';
import common from './common.json';
import consent from './consent.json';
import domains from './domains.json';
import home from './home.json';
import install from './install.json';
import pages from './pages.json';
import reader from './reader.json';
import sign_in from './sign-in.json';
import subscribe from './subscribe.json';

export const texts = {
  common,
  home,
  article,
  pages,
  reader,
  account,
  domains,
  subscribe,
  consent,
  install,
  sign_in,
  auth_errors,
};
