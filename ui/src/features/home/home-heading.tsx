import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { readerName } from '../../hooks/reader-name.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { formatDay } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import type { Headline } from './duties.ts';
import { greetingVariant, servedGreeting } from './greeting.ts';
import styles from './home-heading.module.css';

/** One of the specified greetings, in one quiet line. */
export function Greeting() {
  const { t } = useTranslation();
  const session = useSession();
  const to = useAppPaths();
  const [variant] = useState(() => servedGreeting() ?? greetingVariant(new Date()));
  return (
    <p className="home-greeting">
      {session.status === 'loading' ? (
        '\u00a0'
      ) : session.status === 'signed_in' ? (
        t(($) => $.home.greeting.signed_in[variant], { name: readerName(session.reader) })
      ) : (
        <Trans
          i18nKey={($) => $.home.greeting.signed_out[variant]}
          components={{ signin: <Link to={to.screen('auth')} /> }}
        />
      )}
    </p>
  );
}

interface HomeHeadingProps {
  /** A fixed text, or the number of duties; `undefined` while unknown. */
  headline: Headline | string | undefined;
}

/** The greeting, and the headline with the number of duties. */
export function HomeHeading({ headline }: HomeHeadingProps) {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.home.title));
  const words = useHeadline(headline);
  return (
    <header className="home-header">
      <Greeting />
      <h1
        ref={heading}
        tabIndex={-1}
        className={classes('home-headline', words === undefined && styles.waiting)}
      >
        {words ?? (
          <>
            <span className="visually-hidden">{t(($) => $.home.title)}</span>
            {'\u00a0'}
          </>
        )}
      </h1>
    </header>
  );
}

/** The words of a headline: "2 things to do by 31 December 2026". */
export function useHeadline(headline: Headline | string | undefined): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  if (headline === undefined || typeof headline === 'string') return headline;
  const { count, until, possible = 0 } = headline;
  const date = until && formatDay(until, language);
  if (date && count > 0) return t(($) => $.feed.to_do, { count, date });
  if (possible > 0) {
    return date
      ? t(($) => $.feed.nothing_sure_until, { count: possible, date })
      : t(($) => $.feed.nothing_sure, { count: possible });
  }
  return date ? t(($) => $.feed.nothing_until, { date }) : t(($) => $.feed.nothing_now);
}
