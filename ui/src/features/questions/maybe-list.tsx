import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Question } from '../../api/types.ts';
import type { QuestionLocationState } from '../../hooks/question-state.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { Folded } from '../../ui/folded.tsx';
import { ItemList } from './item-list.tsx';
import { type Item, maybeGroups } from './items.ts';
import styles from './reader-list.module.css';

interface MaybeListProps {
  items: Item[];
  questions: Question[];
  next: string | null;
}

/** What may concern the reader, under the question that decides. */
export function MaybeList({ items, questions, next }: MaybeListProps) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  const known = questions.map(({ id }) => id);
  return (
    <section aria-labelledby="list-maybe">
      <h2 id="list-maybe">{t(($) => $.questions.maybe)}</h2>
      {maybeGroups(items, known, next).map(({ question: id, items: of }) => {
        const question = questions.find((one) => one.id === id);
        return question ? (
          <Asked key={question.id} question={question} items={of} />
        ) : (
          <Folded
            key="none"
            className={styles.out}
            summary={t(($) => $.questions.undecided, { count: of.length })}
          >
            <ItemList items={of} />
          </Folded>
        );
      })}
    </section>
  );
}

function Asked({ question, items }: { question: Question; items: Item[] }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const state: QuestionLocationState = { back: true };
  return (
    <div className={styles.asked}>
      <h3 className={styles.question}>
        <Link to={to.questions(question.id)} state={state}>
          {question.question}
        </Link>
      </h3>
      <Folded summary={t(($) => $.questions.decides, { count: items.length })}>
        <ItemList items={items} withoutVerdict />
      </Folded>
    </div>
  );
}
