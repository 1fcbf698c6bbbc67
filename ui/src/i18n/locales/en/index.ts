import article from './article.json';
import common from './common.json';
import domains from './domains.json';
import home from './home.json';
import pages from './pages.json';

export const texts = { common, home, article, pages, domains };
