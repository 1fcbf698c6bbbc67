import { useTranslation } from 'react-i18next';
import type { Condition, ConditionReading } from '../../../api/conditions.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Folded } from '../../../ui/folded.tsx';
import styles from './conditions.module.css';
import { useReading } from './use-conditions.ts';

interface ConditionSentenceProps {
  condition: Condition;
  /** Leaves out the made-up readers, where the whole condition has them. */
  isPart?: boolean;
}

/** A condition as a sentence, and which made-up readers it concerns. */
export function ConditionSentence({ condition, isPart = false }: ConditionSentenceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reading = useReading(condition);
  return (
    <div className={styles.sentence}>
      <p aria-live="polite">
        {reading
          ? t(($) => $.desk.condition.sentence, { words: reading.words[language] })
          : t(($) => $.desk.condition.no_sentence)}
      </p>
      {reading && !isPart && <Samples readers={reading.readers} />}
    </div>
  );
}

const answers = ['yes', 'maybe', 'no'] as const;

function Samples({ readers }: Pick<ConditionReading, 'readers'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const of = (answer: string) => readers.filter((reader) => reader.answer === answer);
  const [yes, maybe, no] = answers.map((answer) => of(answer).length);
  const summary = t(($) => $.desk.condition.samples, { total: readers.length, yes, maybe, no });
  return (
    <Folded className={styles.samples} summary={summary}>
      <dl>
        {answers
          .filter((answer) => of(answer).length > 0)
          .map((answer) => (
            <div key={answer}>
              <dt>{t(($) => $.desk.condition.answer[answer])}</dt>
              {of(answer).map(({ name }) => (
                <dd key={name.en}>{name[language]}</dd>
              ))}
            </div>
          ))}
      </dl>
    </Folded>
  );
}
