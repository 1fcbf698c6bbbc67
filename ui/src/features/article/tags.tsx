import { useTranslation } from 'react-i18next';
import { tagsOf } from '../../api/follow-names.ts';
import type { Article } from '../../api/types.ts';
import { FollowDomain } from '../../parts/follow-domain.tsx';
import { classes } from '../../ui/classes.ts';
import { Folded, tall } from '../../ui/folded.tsx';
import { above, cluster, plain } from '../../ui/layout.ts';
import styles from './tags.module.css';

/** The tags of an article, folded away; they lead to the search for them and can be followed. */
export function Tags({ article }: { article: Article }) {
  const { t } = useTranslation();
  const tags = tagsOf(article);
  if (tags.length === 0) return null;
  return (
    <section className={styles.tags} aria-labelledby="tags" data-print="hide">
      <Folded
        className={tall}
        summary={
          <h2 id="tags" className={styles.heading}>
            {t(($) => $.article.tags)}
          </h2>
        }
      >
        <ul className={classes(cluster(2), plain, above(3))}>
          {tags.map((tag) => (
            <li key={tag.follow}>
              <FollowDomain tag={tag} />
            </li>
          ))}
        </ul>
      </Folded>
    </section>
  );
}
