import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import type { Article } from '../../api/types.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FollowDomain } from '../../parts/follow-domain.tsx';
import styles from './tags.module.css';

/** The tags, which can be followed; not the one that is the topic under the same name. */
export function Tags({ article }: { article: Article }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = useDomainLabel();
  const { data: topics } = useQuery(queries.topics());
  const topic = topics?.find(({ id }) => id === article.topic)?.name[language].toLowerCase();
  const domains = article.domains.filter((domain) => label(domain).toLowerCase() !== topic);
  if (domains.length === 0) return null;
  return (
    <section className={styles.tags} aria-labelledby="follow" data-print="hide">
      <h2 id="follow" className={styles.heading}>
        {t(($) => $.article.follow_tags)}
      </h2>
      <ul className={styles.list}>
        {domains.map((domain) => (
          <li key={domain}>
            <FollowDomain domain={domain} />
          </li>
        ))}
      </ul>
    </section>
  );
}
