import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { Question } from '../../api/types.ts';
import { closed, isOpen } from '../../hooks/answer-shapes.ts';
import { mostInARow, type QuestionLocationState } from '../../hooks/question-state.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { useAnswering } from '../../hooks/use-answering.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Columns } from '../../ui/columns.tsx';
import { centred, cluster, measure, muted } from '../../ui/layout.ts';
import { showToast } from '../../ui/toast.ts';
import { LiveList } from './live-list.tsx';
import { ProfileChips } from './profile-chips.tsx';
import { QuestionField } from './question-field.tsx';
import styles from './question-step.module.css';
import { Unreachable } from './unreachable.tsx';

interface QuestionStepProps {
  questions: Question[];
  question: Question;
}

/** One question, sometimes with a second on the same screen, and what the answers make of the list. */
export function QuestionStep({ questions, question }: QuestionStepProps) {
  const { t } = useTranslation();
  const isVisitor = useUid() === undefined;
  const { chosen } = useProfiles();
  const { facts } = chosen;
  const { answer: give, skip: passOver } = useAnswering(chosen);
  const concerns = useConcerns('chosen');
  const { run } = useStep();
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const heading = usePage(question.question);
  const without = concerns.report?.not_applicable ?? [];
  // The heading is the question of the first field.
  const shown = [
    question,
    ...questions.filter(
      ({ id, asked_with }) => asked_with === question.id && !without.includes(id),
    ),
  ];
  const navigate = useNavigate();
  const to = useAppPaths();
  const { leave, isWaiting } = useLeave(question.id, concerns);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (shown.some(({ id }) => id in facts)) {
      // What the reader leaves unticked is a no.
      for (const one of shown) {
        const answer = facts[one.id];
        if (isOpen(answer) && answer) give(one.id, closed(answer), one.special_category);
      }
      leave();
      return sayLeft();
    }
    setMissing(true);
    form.current?.querySelector('input')?.focus();
  }
  /* One of two questions was left out: the list still waits for it. */
  function sayLeft() {
    const left = shown.find(({ id }) => !(id in facts));
    if (!left) return;
    const state: QuestionLocationState = { back: true };
    showToast(
      t(($) => $.questions.unanswered, { question: left.question }),
      {
        label: t(($) => $.concerns.answer_question),
        run: () => void navigate(to.questions(left.id), { state }),
      },
    );
  }
  function skip() {
    passOver(shown.map(({ id }) => id));
    leave();
  }

  return (
    <Columns aside={<LiveList concerns={concerns} />}>
      <form ref={form} onSubmit={submit} className={measure} noValidate>
        <ProfileChips />
        {run !== undefined && <Progress at={run} />}
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {question.question}
        </h1>
        {shown.map((one) => (
          <QuestionField
            key={one.id}
            question={one}
            isFirst={one.id === question.id}
            answer={facts[one.id]}
            notOffered={without
              .filter((id) => id.startsWith(`${one.id}.`))
              .map((id) => id.slice(one.id.length + 1))}
            onAnswer={(answer) => {
              setMissing(false);
              give(one.id, answer, one.special_category);
            }}
          />
        ))}
        {isMissing && (
          <p role="alert" className={styles.missing}>
            {t(($) => $.questions.missing)}
          </p>
        )}
        {isWaiting && (concerns.failed || concerns.offline) && <Unreachable concerns={concerns} />}
        <Buttons
          isLast={run === undefined || run >= mostInARow || isDecided(concerns)}
          onSkip={skip}
        />
        <p className={styles.note}>
          {isVisitor ? t(($) => $.questions.kept_here) : t(($) => $.concerns.kept_account)}
        </p>
      </form>
    </Columns>
  );
}

function isDecided({ report, isBehind }: ReturnType<typeof useConcerns>): boolean {
  return report !== undefined && !isBehind && report.next_question === null;
}

function useStep(): QuestionLocationState {
  return (useLocation().state as QuestionLocationState | null) ?? {};
}

/* The server chooses the next question, by the answers that were given last. */
function useLeave(current: string, { report, isBehind }: ReturnType<typeof useConcerns>) {
  const navigate = useNavigate();
  const to = useAppPaths();
  const { run, back } = useStep();
  const [isWaiting, setWaiting] = useState(false);
  const next = report?.next_question;
  const goesOn = run !== undefined && run < mostInARow;
  const isReady = isWaiting && report !== undefined && !isBehind;
  useEffect(() => {
    if (!isReady) return;
    if (next && next !== current) {
      void navigate(to.questions(next), { state: { run: (run ?? 0) + 1 } });
    } else {
      void navigate(to.questions('list'));
    }
  });

  function leave() {
    if (back) void navigate(-1);
    else if (goesOn) setWaiting(true);
    else void navigate(to.questions('list'));
  }
  return { leave, isWaiting };
}

function Progress({ at }: { at: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const steps = Array.from({ length: mostInARow }, (_, index) => index);
  return (
    <>
      <p className={muted}>
        {t(($) => $.questions.n_of, {
          n: formatNumber(at, language),
          most: formatNumber(mostInARow, language),
        })}
      </p>
      <div className={styles.progress} aria-hidden="true">
        {steps.map((index) => (
          <span key={index} className={classes(styles.part, index < at && styles.passed)} />
        ))}
      </div>
    </>
  );
}

function Buttons({ isLast, onSkip }: { isLast: boolean; onSkip: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run, back } = useStep();
  return (
    <div className={classes(cluster(2), centred, styles.buttons)}>
      {(run === undefined || run > 1) && (
        <Button variant="plain" onClick={() => navigate(-1)}>
          <ArrowLeft aria-hidden="true" />
          {t(($) => $.questions.back)}
        </Button>
      )}
      <Button variant="plain" onClick={onSkip}>
        {t(($) => $.questions.skip)}
      </Button>
      <Button type="submit" variant="primary" className={styles.next}>
        {back
          ? t(($) => $.questions.done)
          : isLast
            ? t(($) => $.questions.show)
            : t(($) => $.questions.next)}
      </Button>
    </div>
  );
}
