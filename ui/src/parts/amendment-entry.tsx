import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amendment } from '../api/types.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import { ChangedWords } from './changed-words.tsx';
import { provisionWords } from './provision-words.ts';

interface AmendmentEntryProps {
  amendment: Amendment;
  /** Whether it is open at first. */
  isOpen: boolean;
  /** Shows why an operation was not applied. */
  withProblems?: boolean;
  /** Stands beside the kind. */
  tag?: ReactNode;
  /** Stands below the texts. */
  children?: ReactNode;
}

/** One provision before and after. */
export function AmendmentEntry(props: AmendmentEntryProps) {
  const { amendment, isOpen, withProblems = false, tag, children } = props;
  const { t } = useTranslation();
  // The texts of a closed provision are made when a reader opens it: an act may change hundreds.
  const [isMade, setMade] = useState(isOpen);
  const { provision, was, source, text, problem, until } = amendment;
  return (
    <details
      className="amendment"
      open={isOpen}
      onToggle={(event) => event.currentTarget.open && setMade(true)}
    >
      <summary className="amendment-head">
        <span className="amendment-place" lang="ro">
          <KeptWords text={provisionWords(provision ?? source)} />
        </span>
        <span className="amendment-kind">{useKind(amendment)}</span>
        {tag}
      </summary>
      {isMade && (
        <>
          {text ? (
            <p className="amendment-words" lang="ro">
              {provisionWords(text)}
            </p>
          ) : (
            <Texts amendment={amendment} />
          )}
          {was && (
            <p className="amendment-note">
              {t(($) => $.article.amendments.was)} <span lang="ro">{provisionWords(was)}</span>
            </p>
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
          {children}
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
          const words = provisionWords(text);
          if (kind === 'same') return words;
          const key = `${index}`;
          return <ChangedWords key={key} kind={changed} text={words} />;
        })}
      </p>
    </div>
  );
}
