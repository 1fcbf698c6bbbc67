import { Calculator, Link2, Unlink } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem, Finding, UncheckedSentence } from '../../api/desk.ts';
import type { Language } from '../../api/types.ts';
import styles from './draft-form.module.css';
import { dayOf, findFigures, placeOf } from './figures.ts';
import { ProblemLine } from './problem-line.tsx';
import { useFindingText } from './use-finding-text.ts';
import { useProblemText } from './use-problem-text.ts';

interface FieldNotesProps {
  findings: Finding[];
  unchecked: UncheckedSentence[];
  problem: FieldProblem | undefined;
  text: string;
  lang: Language;
  source: string | undefined;
  /** The sum of each day that a rule counted, by the day. */
  counted: ReadonlyMap<string, string>;
  onShow: (figure: string, lang: Language) => void;
}

/** What is wrong with a text, and each of its figures linked to its place in the source. */
export function FieldNotes(props: FieldNotesProps) {
  const { findings, unchecked, problem, text, lang, source, counted, onShow } = props;
  const { t } = useTranslation();
  const findingText = useFindingText();
  const problemText = useProblemText();
  const figures = useMemo(() => {
    if (source === undefined) return [];
    const distinct = [...new Set(findFigures(text).map((figure) => figure.text))];
    return distinct.map((figure) => ({ figure, isFound: !!placeOf(figure, lang, source) }));
  }, [text, lang, source]);
  const sumOf = (figure: string) => counted.get(dayOf(figure) ?? '');
  return (
    <>
      {problem && <ProblemLine>{problemText(problem)}</ProblemLine>}
      {findings.map((finding) => (
        <ProblemLine key={finding.id}>
          {findingText(finding)}
          {sumOf(finding.text) !== undefined && (
            <CountedDay figure={finding.text} sum={sumOf(finding.text) ?? ''} />
          )}
        </ProblemLine>
      ))}
      {unchecked.map(({ offset, text: sentence }) => (
        <p key={offset}>{t(($) => $.desk.unchecked_sentence, { text: sentence })}</p>
      ))}
      {figures.length > 0 && (
        <ul className={styles.figures} aria-label={t(($) => $.desk.figures)}>
          {figures.map(({ figure, isFound }) => (
            <li key={figure}>
              {isFound ? (
                <button
                  type="button"
                  className={styles.figure}
                  aria-label={t(($) => $.desk.figure_found, { figure })}
                  onClick={() => onShow(figure, lang)}
                >
                  <Link2 aria-hidden="true" />
                  {figure}
                </button>
              ) : (
                <AbsentFigure figure={figure} sum={sumOf(figure)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/* A figure that the source does not have: a day that a rule counted, or one to check. */
function AbsentFigure({ figure, sum }: { figure: string; sum: string | undefined }) {
  const { t } = useTranslation();
  if (sum !== undefined) return <CountedDay figure={figure} sum={sum} />;
  return (
    <span className={styles.missingFigure}>
      <Unlink aria-hidden="true" />
      {t(($) => $.desk.figure_missing, { figure })}
    </span>
  );
}

function CountedDay({ figure, sum }: { figure: string; sum: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.countedFigure}>
      <Calculator aria-hidden="true" />
      {t(($) => $.desk.figure_counted, { figure, sum })}
    </span>
  );
}
