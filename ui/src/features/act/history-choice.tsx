import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '../../api/types.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { ButtonTabs } from '../../ui/tabs.tsx';
import styles from './act-history.module.css';
import type { Mine } from './use-mine.ts';

export type HistoryTab = 'all' | 'mine';

/* The value of the list for all years. */
const allYears = 0;

const yearOf = ({ day }: HistoryEntry) => (day === undefined ? undefined : Number(day.slice(0, 4)));

/** Whether an entry is of the year; without a year, all are. */
export function inYear(year: number | undefined): (entry: HistoryEntry) => boolean {
  return (entry) => year === undefined || yearOf(entry) === year;
}

interface HistoryChoiceProps {
  /** All entries, the newest first. */
  entries: HistoryEntry[];
  mine: Mine;
  tab: HistoryTab;
  onTab: (tab: HistoryTab) => void;
  /** Unset for all years. */
  year: number | undefined;
  onYear: (year: number | undefined) => void;
}

/** Which changes are shown: all or the reader's, of all years or one. */
export function HistoryChoice({ entries, mine, tab, onTab, year, onYear }: HistoryChoiceProps) {
  const { t } = useTranslation();
  const years = [...new Set(entries.map(yearOf))].filter((one) => one !== undefined);
  if (!mine.isKnown && years.length < 2) return null;
  const shown = entries.filter(inYear(year));
  const sum = (count: (entry: HistoryEntry) => number) =>
    shown.reduce((total, entry) => total + count(entry), 0);
  const tabs = [
    { value: 'all' as const, words: t(($) => $.act.history.all), count: sum(({ found }) => found) },
    { value: 'mine' as const, words: t(($) => $.act.history.mine), count: sum(mine.count) },
  ];
  return (
    <div className={styles.choice}>
      {mine.isKnown && (
        <ButtonTabs
          label={t(($) => $.act.history.tabs)}
          chosen={tab}
          onChoose={onTab}
          tabs={tabs.map(({ value, words, count }) => ({
            value,
            name: (
              <>
                {words} <span className="tab-count">{count}</span>
              </>
            ),
          }))}
        />
      )}
      {years.length > 1 && (
        <SelectField
          label={t(($) => $.act.history.year)}
          hideLabel
          value={year ?? allYears}
          options={[
            { value: allYears, label: t(($) => $.act.history.all_years) },
            ...years.map((one) => ({ value: one, label: String(one) })),
          ]}
          onChoose={(one) => onYear(one === allYears ? undefined : one)}
        />
      )}
    </div>
  );
}
