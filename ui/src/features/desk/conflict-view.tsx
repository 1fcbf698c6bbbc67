import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft, DraftArticle } from '../../api/desk.ts';
import { WordDifference } from '../../parts/word-difference.tsx';
import { Button } from '../../ui/button.tsx';
import { stack } from '../../ui/layout.ts';
import { ConditionSentence } from './conditions/condition-sentence.tsx';
import styles from './conflict-view.module.css';
import { differences, firstChoice, merged, type Side, type Unit } from './merge.ts';

interface ConflictViewProps {
  /** The text that both editors changed. */
  base: DraftArticle;
  mine: DraftArticle;
  theirs: Draft;
  onMerge: (article: DraftArticle) => void;
}

/** Two editors' texts, part by part, with a choice for each. */
export function ConflictView({ base, mine, theirs, onMerge }: ConflictViewProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const choice = (unit: Unit) => chosen[unit.id] ?? firstChoice(unit, base, mine);
  const name = theirs.saved?.by;

  function send(event: FormEvent) {
    event.preventDefault();
    onMerge(merged(mine, theirs.article, choice));
  }

  return (
    <form className={stack(5)} onSubmit={send}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {name
          ? t(($) => $.desk.conflict.title, { name })
          : t(($) => $.desk.conflict.title_nameless)}
      </h2>
      <p>{t(($) => $.desk.conflict.lead)}</p>
      {differences(mine, theirs.article).map((unit) => (
        <Choice
          key={unit.id}
          unit={unit}
          mine={mine}
          theirs={theirs.article}
          side={choice(unit)}
          onChoose={(side) => setChosen((before) => ({ ...before, [unit.id]: side }))}
        />
      ))}
      <div>
        <Button type="submit" variant="primary">
          {t(($) => $.desk.conflict.merge)}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  unit: Unit;
  mine: DraftArticle;
  theirs: DraftArticle;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ unit, mine, theirs, side, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const group = useId();
  const { field, lang } = unit;
  const name =
    field === 'steps'
      ? t(($) => $.desk.steps)
      : field === 'deadlines'
        ? t(($) => $.desk.dates)
        : field === 'concerns'
          ? t(($) => $.desk.condition.title)
          : t(($) => $.desk.field[field]);
  const articles: Record<Side, DraftArticle> = { mine, theirs };
  const texts: Record<Side, string> = { mine: unit.read(mine), theirs: unit.read(theirs) };
  return (
    <fieldset className={styles.unit}>
      <legend className={styles.legend}>
        {lang
          ? t(($) => $.desk.conflict.field, { field: name, lang: t(($) => $.desk.lang[lang]) })
          : name}
      </legend>
      <div className={styles.sides}>
        {(['mine', 'theirs'] as const).map((which) => (
          <label key={which} className={styles.side} data-chosen={side === which}>
            <span className={styles.keep}>
              <input
                type="radio"
                name={group}
                checked={side === which}
                onChange={() => onChoose(which)}
              />
              {t(($) => $.desk.conflict[which])}
            </span>
            <span className={styles.text} lang={lang ?? 'ro'}>
              {texts[which]}
            </span>
            {unit.conditions?.(articles[which]).map((condition) => (
              <ConditionSentence key={JSON.stringify(condition)} condition={condition} />
            ))}
          </label>
        ))}
      </div>
      <details>
        <summary className={styles.summary}>{t(($) => $.desk.conflict.difference)}</summary>
        <WordDifference before={texts.mine} after={texts.theirs} lang={lang ?? 'ro'} />
      </details>
    </fieldset>
  );
}
