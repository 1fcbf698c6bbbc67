import article from './article.json';
import common from './common.json';
import consent from './consent.json';
import domains from './domains.json';
import home from './home.json';
import install from './install.json';
import pages from './pages.json';
import reader from './reader.json';
import subscribe from './subscribe.json';

export const texts = {
  common,
  home,
  article,
  pages,
  reader,
  domains,
  subscribe,
  consent,
  install,
};
