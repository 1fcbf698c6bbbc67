import { Link } from 'react-router';
import type { Headline } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { formatDay } from '../i18n/format.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import { Dots } from '../ui/dots.tsx';
import { KeptWords } from '../ui/kept-words.tsx';
import { toneClass } from '../ui/tone.ts';
import styles from './headline-list.module.css';

/** Articles in a line or two each: importance, title, act and day. */
export function HeadlineList({ headlines }: { headlines: Headline[] }) {
  const language = useLanguage();
  const importance = useImportance();
  const to = useAppPaths();
  return (
    <ul className={styles.list}>
      {headlines.map((headline) => (
        <li key={headline.slug} className={styles.item}>
          <Link to={to.article(headline.slug)} lang={headline.lang} className={styles.title}>
            <KeptWords text={headline.title} />
          </Link>
          <p className={styles.facts}>
            <span className={classes(styles.importance, toneClass(headline.importance))}>
              <Dots level={headline.importance} />
              {importance(headline.importance).word}
            </span>
            {headline.act_citation && (
              <span>
                <KeptWords text={headline.act_citation} />
              </span>
            )}
            <time dateTime={headline.publish_date}>
              {formatDay(headline.publish_date, language)}
            </time>
          </p>
        </li>
      ))}
    </ul>
  );
}
