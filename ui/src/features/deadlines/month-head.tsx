import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { monthsAfter } from '../../api/plain-dates.ts';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { leftOf } from '../../hooks/month-left.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { monthName } from '../../parts/month-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import type { DeadlineFilters } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tagged } from '../../ui/tagged.tsx';
import styles from './month-head.module.css';
import { isLoading } from './month-states.tsx';
import type { Month, useMonth } from './use-month.ts';

interface MonthHeadProps {
  heading: RefObject<HTMLHeadingElement | null>;
  filters: DeadlineFilters;
  month: string;
  today: string;
  shown: ReturnType<typeof useMonth>;
}

/** The month with its neighbours, and what it has. */
export function MonthHead({ heading, filters, month, today, shown }: MonthHeadProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <div className={styles.head}>
        <Step
          label={t(($) => $.deadlines.previous_month)}
          month={month}
          by={-1}
          filters={filters}
        />
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {sentenceCase(monthName(month, language))}
        </h1>
        <Step label={t(($) => $.deadlines.next_month)} month={month} by={1} filters={filters} />
      </div>
      <div className={styles.lead} role="status">
        {shown.month ? (
          <Lead shown={shown.month} month={month} today={today} isMine={filters.tab === 'mine'} />
        ) : (
          isLoading(shown) && <Skeleton shape="short" />
        )}
      </div>
    </>
  );
}

interface StepProps {
  label: string;
  month: string;
  by: 1 | -1;
  filters: DeadlineFilters;
}

function Step({ label, month, by, filters }: StepProps) {
  const language = useLanguage();
  const to = useAppPaths();
  const other = monthsAfter(month, by);
  const Icon = by === 1 ? ChevronRight : ChevronLeft;
  return (
    <Link
      to={to.deadlines({ ...filters, month: other })}
      className={styles.step}
      aria-label={`${label}: ${monthName(other, language)}`}
      preventScrollReset
      data-print="hide"
    >
      <Icon aria-hidden="true" />
    </Link>
  );
}

interface LeadProps {
  shown: Month;
  month: string;
  today: string;
  isMine: boolean;
}

/* Nothing is certain as long as something may be due. */
function Lead({ shown, month, today, isMine }: LeadProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const done = useAllDone();
  const { all, certain, choices, possible } = leftOf(shown.dues, month, today, done);
  const count = certain.length;
  const sure = shown.dues.filter(({ kind }) => kind === 'certain');
  const isDone = sure.length > 0 && sure.every((due) => isLineDone(due, done));
  // "Nothing certain in November" would be untrue of a month in which something was due.
  const isOver = sure.some(({ date }) => date < today);
  const unsure = isOver ? 'nothing_sure_left' : 'nothing_sure';
  const [name = ''] = monthName(month, language).split(' ');
  if (!isMine) {
    return (
      <p>
        {all.length > 0
          ? t(($) => $.deadlines.of_all, { count: all.length })
          : t(($) => $.deadlines[shown.dues.length > 0 ? 'none_left' : 'empty'], {
              month: name,
            })}{' '}
        <Link to={to.questions()}>{t(($) => $.deadlines.which_mine)}</Link>
      </p>
    );
  }
  // A part of the line, not a sentence.
  const announcedWords = (act: string) =>
    t(($) => $.home.announced, { month: name, act }).replace(/\.$/, '');
  const text =
    count > 0
      ? t(($) => $.deadlines[certain.every(({ form }) => form) ? 'sure' : 'sure_things'], { count })
      : shown.announced
        ? `<b>${announcedWords(shown.announced.act)}</b>`
        : possible + choices > 0 || shown.isOpen || isDone
          ? t(($) => $.deadlines[isDone ? 'all_done' : unsure], { month: name })
          : t(($) => $.deadlines[isOver ? 'nothing_left' : 'nothing'], { month: name });
  const rest = [
    possible > 0 && t(($) => $.deadlines[count > 0 ? 'only_if' : 'possible'], { count: possible }),
    choices > 0 && t(($) => $.dates.choices, { count: choices }),
  ].filter(Boolean);
  return (
    <p>
      <Tagged text={text} tags={{ b: (words) => <b>{words}</b> }} />
      {rest.map((words) => ` · ${words}`)}
    </p>
  );
}

/** The month after, below the one shown. */
export function NextMonth({ filters, month }: { filters: DeadlineFilters; month: string }) {
  const language = useLanguage();
  const to = useAppPaths();
  const next = monthsAfter(month, 1);
  return (
    <p className={styles.next} data-print="hide">
      <Link to={to.deadlines({ ...filters, month: next })} className={buttonClass()}>
        {sentenceCase(monthName(next, language))}
        <ArrowRight aria-hidden="true" />
      </Link>
    </p>
  );
}
