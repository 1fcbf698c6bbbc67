import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { tagsOf } from '../api/follow-names.ts';
import type { ArticleSummary } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useDomainLabel } from '../i18n/use-domain-label.ts';
import { Toolbar } from '../ui/toolbar.tsx';

/** The tags of a card, which lead to the search for them: one stop for the Tab key. */
export function CardTags({ article }: { article: ArticleSummary }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const label = useDomainLabel();
  const tags = tagsOf(article);
  if (tags.length === 0) return null;
  return (
    <Toolbar label={t(($) => $.feed.tags, { title: article.title })} className="card-tags">
      {tags.map(({ name, follow }, at) => (
        <Fragment key={follow}>
          {at > 0 && ', '}
          <Link to={to.search({ domain: name })} className="card-tag">
            {label(name)}
          </Link>
        </Fragment>
      ))}
    </Toolbar>
  );
}
