import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { figuresQuery } from '../../api/figures.ts';
import { listFiguresQMaxLength } from '../../api/limits.gen.ts';
import { queries } from '../../api/queries.ts';
import type { LawFigure } from '../../api/types.ts';
import { readFigures } from '../../figure-filters.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { folded } from '../../i18n/folded.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { measure } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { further } from '../../ui/sections.ts';
import { TextField } from '../../ui/text-field.tsx';
import { FigureRow } from './figure-row.tsx';
import styles from './figures-screen.module.css';

/** The figures of the law on a day, by topic. */
export function FiguresScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = usePage(t(($) => $.figures.title));
  const today = todayInBucharest();
  const { on = today, topic } = readFigures(useSearchParams()[0]);
  const [words, setWords] = useState('');
  const query = useQuery(figuresQuery(on, language));
  return (
    <div className={measure}>
      <PageHeading headingRef={heading} lead={t(($) => $.figures.lead)}>
        {t(($) => $.figures.title)}
      </PageHeading>
      <Filters on={on} today={today} topic={topic} words={words} onWords={setWords} />
      <Loaded query={query} failed={t(($) => $.figures.failed)}>
        {(data) => <Figures figures={chosen(data, topic, words)} />}
      </Loaded>
      <p className={further}>
        <a href={paths.figureTable(on, language)}>{t(($) => $.figures.table)}</a>
      </p>
    </div>
  );
}

/** The figures of the topic that have every word, in the name, the act or the id. */
function chosen(figures: LawFigure[], topic: string | undefined, words: string): LawFigure[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return figures.filter((figure) => {
    const acts = figure.values.map(({ act }) => act);
    const text = folded([figure.name, figure.id, ...acts].join(' '));
    return (!topic || figure.topic === topic) && wanted.every((word) => text.includes(word));
  });
}

interface FiltersProps {
  on: string;
  today: string;
  topic: string | undefined;
  words: string;
  onWords: (words: string) => void;
}

function Filters({ on, today, topic, words, onWords }: FiltersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const navigate = useNavigate();
  const figures = useQuery(figuresQuery(on, language)).data ?? [];
  const topics = (useQuery(queries.topics()).data ?? []).filter(
    ({ id }) => id === topic || figures.some((figure) => figure.topic === id),
  );
  function choose(next: { on?: string; topic?: string | undefined }) {
    const day = next.on ?? on;
    const wanted = 'topic' in next ? next.topic : topic;
    const filters = { ...(day !== today && { on: day }), ...(wanted && { topic: wanted }) };
    void navigate(to.figures(filters), { replace: true, preventScrollReset: true });
  }
  return (
    <div className={styles.filters}>
      <TextField
        label={t(($) => $.figures.search)}
        type="search"
        autoComplete="off"
        maxLength={listFiguresQMaxLength}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      <TextField
        label={t(($) => $.figures.day)}
        type="date"
        required
        value={on}
        onChange={(event) => event.target.value && choose({ on: event.target.value })}
      />
      <FilterField
        label={t(($) => $.figures.topic)}
        all={t(($) => $.figures.all_topics)}
        value={topic ?? ''}
        options={topics.map(({ id, name }) => ({ value: id, label: name[language] }))}
        onChoose={(id) => choose({ topic: id })}
      />
    </div>
  );
}

function Figures({ figures }: { figures: LawFigure[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = new Map((useQuery(queries.topics()).data ?? []).map(({ id, name }) => [id, name]));
  const topics = [...new Set(figures.map(({ topic }) => topic))];
  return (
    <>
      <p className={styles.count} role="status">
        {t(($) => $.figures.shown, { count: figures.length })}
      </p>
      {figures.length === 0 && (
        <EmptyState icon={Scale} title={t(($) => $.figures.none)}>
          {t(($) => $.figures.none_text)}
        </EmptyState>
      )}
      {topics.map((topic) => (
        <section key={topic} className={styles.topic} aria-labelledby={`topic-${topic}`}>
          <h2 id={`topic-${topic}`}>{names.get(topic)?.[language] ?? topic}</h2>
          <ul>
            {figures
              .filter((figure) => figure.topic === topic)
              .map((figure) => (
                <FigureRow key={figure.id} figure={figure} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
