import { useTranslation } from 'react-i18next';
import { momentOf } from '../api/dated-entry.ts';
import type { DatedEntry, Language } from '../api/types.ts';
import { formatDay } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import { EntryIcon } from './entry-icon.tsx';
import { TimeLeft } from './time-left.tsx';

interface DatedLineProps {
  entry: DatedEntry;
  /** Today in Bucharest. */
  today: string;
  /** The language of the entry's own words. */
  lang: Language;
  /** An answer is still to decide whether it is the reader's. */
  isPossible?: boolean;
}

/** A dated entry in one line: sign, words of its kind, day, and the time left to act. */
export function DatedLine({ entry, today, lang, isPossible = false }: DatedLineProps) {
  const { t } = useTranslation();
  const { kind } = entry;
  const { state, date } = momentOf(entry, today);
  const open = state === 'ahead' || state === 'today';
  return (
    <p
      className={classes(
        'dated-line',
        kind === 'due' && state !== 'past' && !isPossible && 'dated-due',
      )}
    >
      <EntryIcon kind={kind} />
      <span>
        {isPossible && `${t(($) => $.concerns.maybe)} · `}
        <EntryWords entry={entry} today={today} lang={lang} />
        {kind === 'due' && open && date && !isPossible && (
          <>
            {' '}
            <TimeLeft date={date} today={today} />
          </>
        )}
      </span>
    </p>
  );
}

/** The words of a dated entry: "Due by 25 November 2026". */
export function EntryWords({ entry, today, lang }: DatedLineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, rule } = entry;
  const { state, date } = momentOf(entry, today);
  if (!date) {
    return (
      <>
        {t(($) => $.dates[`${kind}_rule`])} <span lang={lang}>{rule ?? entry.what}</span>
      </>
    );
  }
  return (
    <>
      {state === 'today'
        ? t(($) => $.dates[`${kind}_today`])
        : state === 'past'
          ? t(($) => $.dates[`${kind}_past`])
          : t(($) => $.dates[kind])}
      {'\u00a0'}
      <time dateTime={date}>{formatDay(date, language)}</time>
    </>
  );
}
