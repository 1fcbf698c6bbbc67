import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { readerName } from '../../hooks/reader-name.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { classes } from '../../ui/classes.ts';
import { Tagged } from '../../ui/tagged.tsx';
import { greetingVariant, invitesToSee, servedGreeting } from './greeting.ts';
import type { HomeAnswer } from './home-answer.ts';
import styles from './home-heading.module.css';
import { useAnswerLines } from './use-answer-lines.ts';

interface GreetingProps {
  /** The reader has answered: nothing is promised that Home already shows. */
  answered: boolean;
}

/** One of the specified greetings, in one quiet line. */
export function Greeting({ answered }: GreetingProps) {
  const { t } = useTranslation();
  const session = useSession();
  const to = useAppPaths();
  const [variant] = useState(() => servedGreeting() ?? greetingVariant(new Date()));
  return (
    <p className="home-greeting">
      {session.status === 'loading' || session.status === 'unreachable' ? (
        '\u00a0'
      ) : session.status === 'signed_in' ? (
        t(($) => $.home.greeting.signed_in[variant], { name: readerName(session.reader) })
      ) : (
        <Trans
          i18nKey={($) =>
            answered && invitesToSee(variant)
              ? $.home.greeting.answered[variant]
              : $.home.greeting.signed_out[variant]
          }
          components={{ signin: <Link to={to.screen('auth')} /> }}
        />
      )}
    </p>
  );
}

interface HomeHeadingProps extends GreetingProps {
  /** `undefined` while unknown. */
  answer: HomeAnswer | undefined;
}

/** The greeting, the answer as the headline, and what comes first. */
export function HomeHeading({ answer, answered }: HomeHeadingProps) {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.home.title));
  const words = useAnswerLines();
  const lines = answer && words(answer);
  return (
    <header className="home-header" aria-busy={lines === undefined}>
      <Greeting answered={answered} />
      <h1
        ref={heading}
        tabIndex={-1}
        className={classes('home-headline', lines === undefined && styles.waiting)}
      >
        {lines?.title ?? (
          <>
            <span className="visually-hidden">{t(($) => $.home.title)}</span>
            {'\u00a0'}
          </>
        )}
      </h1>
      {lines?.next && (
        <p className="home-next">
          <Tagged text={lines.next} tags={{ b: (day) => <strong>{day}</strong> }} />
        </p>
      )}
    </header>
  );
}
