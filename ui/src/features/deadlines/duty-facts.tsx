import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Duty } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { FollowDeadline } from '../../parts/follow-deadline.tsx';
import { provisionWords } from '../../parts/provision-words.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { Facts } from '../../ui/facts.tsx';
import { Folded } from '../../ui/folded.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './due-details.module.css';

interface DutyFactsProps {
  duty: Duty;
  /** Beside others, it needs its name. */
  isNamed?: boolean;
  /** Whether who has it, and on which event it depends, is not said above it. */
  withWho?: boolean;
  /** Nothing is folded away, as on paper. */
  isWhole?: boolean;
}

/** What a duty is, who has it, its basis and its sources. */
export function DutyFacts({
  duty,
  isNamed = false,
  withWho = false,
  isWhole = false,
}: DutyFactsProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { what, conditions, event, legal_basis, articles } = duty;
  const basis = legal_basis.map(({ act, provision }, place) => (
    <Fragment key={`${act} ${provision}`}>
      {place > 0 && '; '}
      <KeptWords text={`${shortName(act)}, `} />
      <span lang="ro">
        <KeptWords text={provisionWords(provision)} />
      </span>
    </Fragment>
  ));
  const about = articles.map(({ slug, title, lang }) => (
    <Link key={slug} to={to.article(slug)} lang={lang}>
      {title}
    </Link>
  ));
  return (
    <>
      {isNamed && <h3>{duty.title}</h3>}
      <Facts
        className={styles.facts}
        facts={[
          [t(($) => $.deadlines.what), what],
          [t(($) => $.deadlines.conditions), withWho && conditions],
          [t(($) => $.deadlines.event), withWho && event && sentenceCase(event)],
          [t(($) => $.deadlines.basis), basis.length > 0 && basis],
          [t(($) => $.deadlines.changed_by), about.length > 0 && about],
        ]}
      />
      {duty.confidence !== 'high' && <p>{t(($) => $.deadlines.uncertain)}</p>}
      <More duty={duty} isWhole={isWhole} withWho={withWho} />
    </>
  );
}

/* "Fiscal Code" of "Law no. 227/2015 (Fiscal Code)". */
function shortName(act: string): string {
  return /\(([^()]+)\)$/.exec(act)?.[1] ?? act;
}

/* The rule in words, and what few readers need. */
function More({ duty, isWhole, withWho }: { duty: Duty; isWhole: boolean; withWho: boolean }) {
  const { t } = useTranslation();
  const { rule, shift_rule, penalty, note, conditions, sources } = duty;
  const [day] = duty.days;
  const pages = sources.map(({ url, host }) => (
    <a key={url} href={url} rel="noopener nofollow">
      {host}
    </a>
  ));
  const facts = (
    <>
      <Facts
        className={styles.facts}
        facts={[
          [t(($) => $.deadlines.conditions), !withWho && conditions],
          [t(($) => $.deadlines.rule), sentenceCase(rule)],
          [t(($) => $.deadlines.shift_rule), sentenceCase(shift_rule)],
          [t(($) => $.deadlines.penalty), penalty && sentenceCase(penalty)],
          [t(($) => $.deadlines.note), note && sentenceCase(note)],
          [t(($) => $.deadlines.sources), pages.length > 0 && pages],
        ]}
      />
      {day && !isWhole && <FollowDeadline id={day.id} title={duty.title} />}
    </>
  );
  if (isWhole) return facts;
  return (
    <Folded className={styles.more} summary={t(($) => $.deadlines.details)}>
      {facts}
    </Folded>
  );
}
