import article from './article.json';
import common from './common.json';
import concerns from './concerns.json';
import consent from './consent.json';
import dates from './dates.json';
import domains from './domains.json';
import feed from './feed.json';
import home from './home.json';
import insights from './insights.json';
import install from './install.json';
import pages from './pages.json';
import reader from './reader.json';
import roles from './roles.json';
import subscribe from './subscribe.json';

export const texts = {
  common,
  concerns,
  feed,
  home,
  article,
  pages,
  insights,
  reader,
  domains,
  dates,
  roles,
  subscribe,
  consent,
  install,
};
