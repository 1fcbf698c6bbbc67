import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AmendedAct, Amendment } from '../api/types.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import { ChangedWords } from './changed-words.tsx';

/** Provisions that are open at first; `shell/amendments.rs` opens as many. */
const openedProvisions = 3;

interface AmendedActsProps {
  acts: AmendedAct[];
  /** Shows why an operation was not applied. */
  withProblems?: boolean;
}

/** Each act that is amended, with its provisions before and after; the first ones are open. */
export function AmendedActs({ acts, withProblems = false }: AmendedActsProps) {
  const shown = acts.filter(({ amendments }) => amendments.length > 0);
  let before = 0;
  return shown.map((amended) => {
    const start = before;
    before += amended.amendments.length;
    return (
      <ActAmendments
        key={`${amended.act.citation} ${amended.act.issuer ?? ''}`}
        amended={amended}
        open={openedProvisions - start}
        withProblems={withProblems}
      />
    );
  });
}

interface ActAmendmentsProps {
  amended: AmendedAct;
  /** How many of the first provisions are open. */
  open: number;
  withProblems: boolean;
}

function ActAmendments({ amended, open, withProblems }: ActAmendmentsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { act, form_date, found, amendments } = amended;
  const more = found - amendments.length;
  return (
    <>
      <h3 className="amended-act">
        <KeptWords text={act.citation} />
      </h3>
      {form_date && (
        <p className="amended-form">
          {t(($) => $.article.amendments.form)}{' '}
          <time dateTime={form_date}>{formatDate(form_date, language)}</time>
        </p>
      )}
      {amendments.map((amendment, index) => {
        // The list never changes in place, so the position is the identity.
        const key = `${index}`;
        return (
          <Entry
            key={key}
            amendment={amendment}
            isFirst={index < open}
            withProblems={withProblems}
          />
        );
      })}
      {more > 0 && (
        <p className="amended-form">{t(($) => $.article.amendments.more, { number: more })}</p>
      )}
    </>
  );
}

interface EntryProps {
  amendment: Amendment;
  isFirst: boolean;
  withProblems: boolean;
}

function Entry({ amendment, isFirst, withProblems }: EntryProps) {
  const { t } = useTranslation();
  // The texts of a closed provision are made when a reader opens it: an act may change hundreds.
  const [isMade, setMade] = useState(isFirst);
  const { provision, source, text, problem, until } = amendment;
  return (
    <details
      className="amendment"
      open={isFirst}
      onToggle={(event) => event.currentTarget.open && setMade(true)}
    >
      <summary className="amendment-head">
        <span className="amendment-place" lang="ro">
          <KeptWords text={provision ?? source} />
        </span>
        <span className="amendment-kind">{useKind(amendment)}</span>
      </summary>
      {isMade && (
        <>
          {text ? (
            <p className="amendment-words" lang="ro">
              {text}
            </p>
          ) : (
            <Texts amendment={amendment} />
          )}
          {until && (
            <p className="amendment-note">
              {t(($) => $.article.amendments.until)} <span lang="ro">{until}</span>
            </p>
          )}
          <OwnDay amendment={amendment} />
          {amendment.is_cut && (
            <p className="amendment-note">{t(($) => $.article.amendments.cut)}</p>
          )}
          {withProblems && problem && (
            <p className="amendment-note" lang="en">
              {problem}
            </p>
          )}
        </>
      )}
    </details>
  );
}

/** The day on which the operation enters into force, if it is not that of the act. */
function OwnDay({ amendment: { in_force, force_clause } }: { amendment: Amendment }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (in_force) {
    return (
      <p className="amendment-note">
        {t(($) => $.article.amendments.in_force)}{' '}
        <time dateTime={in_force}>{formatDate(in_force, language)}</time>
      </p>
    );
  }
  if (!force_clause) return null;
  return (
    <p className="amendment-note">
      {t(($) => $.article.amendments.own_day)} <q lang="ro">{force_clause}</q>
    </p>
  );
}

/** What happens to the provision, in a word or two. */
function useKind({ kind, problem }: Amendment): string {
  const { t } = useTranslation();
  return t(($) => $.article.amendments.kind[problem ? 'not_understood' : kind]);
}

function Texts({ amendment }: { amendment: Amendment }) {
  const { t } = useTranslation();
  const has = (side: 'removed' | 'added') =>
    amendment.difference.some(({ kind }) => kind === side || kind === 'same');
  return (
    <div className="amendment-texts">
      {has('removed') && (
        <Side
          label={t(($) => $.article.amendments.before)}
          amendment={amendment}
          changed="removed"
        />
      )}
      {has('added') && (
        <Side label={t(($) => $.article.amendments.after)} amendment={amendment} changed="added" />
      )}
    </div>
  );
}

interface SideProps {
  label: string;
  amendment: Amendment;
  changed: 'removed' | 'added';
}

/** The text before, with the words that go, or the text after, with the new ones. */
function Side({ label, amendment, changed }: SideProps) {
  const pieces = amendment.difference.filter(({ kind }) => kind === changed || kind === 'same');
  return (
    <div>
      <p className="amendment-label">{label}</p>
      <p className="amendment-words" lang="ro">
        {pieces.map(({ kind, text }, index) => {
          if (kind === 'same') return text;
          const key = `${index}`;
          return <ChangedWords key={key} kind={changed} text={text} />;
        })}
      </p>
    </div>
  );
}
