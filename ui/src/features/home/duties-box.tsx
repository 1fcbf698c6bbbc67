import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { formatDay } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { classes } from '../../ui/classes.ts';
import { Tagged } from '../../ui/tagged.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import type { Dated } from './duties.ts';
import styles from './duties-box.module.css';
import { DutyItem } from './duty-item.tsx';

const shownAtFirst = 3;

/** Keeps the room of the box while the list loads. */
export function DutiesPlace() {
  return <div className={classes('duties', styles.place)} aria-hidden="true" />;
}

interface DutiesBoxProps {
  duties: Dated[];
  /** How many of them are near. */
  near: number;
  /** The deadlines of everybody, not of what the reader follows. */
  everybody: boolean;
  today: string;
  from: PageLocationState;
}

/** The next days; a phone shows those that are near, and the one after them. */
export function DutiesBox({ duties, near, everybody, today, from }: DutiesBoxProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (duties.length === 0) return null;
  const shown = all ? duties : duties.slice(0, shownAtFirst);
  const onPhone = Math.min(shownAtFirst, Math.max(1, near));
  const then = all ? undefined : duties[onPhone];

  return (
    <section className="duties" aria-labelledby="duties">
      <div className="duties-head">
        <h2 id="duties" className="duties-title">
          {everybody ? t(($) => $.feed.nearest_duties) : t(($) => $.feed.followed_duties)}
        </h2>
        {duties.length > shownAtFirst && (
          <TextButton
            className={styles.all}
            data-print="hide"
            aria-expanded={all}
            aria-label={all ? t(($) => $.feed.fewer_duties) : t(($) => $.feed.all_duties)}
            onClick={() => setAll(!all)}
          >
            {all ? t(($) => $.home.fewer_topics) : t(($) => $.feed.all)}
          </TextButton>
        )}
      </div>
      <ul className="duties-list">
        {shown.map((duty, index) => (
          <li
            key={duty.key}
            className={classes('duties-item', !all && index >= onPhone && 'duties-later')}
          >
            <DutyItem duty={duty} today={today} from={from} canTick={!everybody} />
          </li>
        ))}
      </ul>
      {then && <Then duty={then} from={from} />}
    </section>
  );
}

function Then({ duty, from }: { duty: Dated; from: PageLocationState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { date, entry, article } = duty;
  return (
    <Link to={to.article(article.slug)} state={from} className="duties-then">
      <span>
        {date ? (
          <Tagged
            text={t(($) => $.feed.then, { date: formatDay(date, language), what: entry.what })}
            tags={{ day: (day) => <strong>{day}</strong> }}
          />
        ) : (
          sentenceCase(entry.what)
        )}
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
