import { useTranslation } from 'react-i18next';
import type { AmendedAct } from '../api/types.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import { AmendmentEntry } from './amendment-entry.tsx';

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
          <AmendmentEntry
            key={key}
            amendment={amendment}
            isOpen={index < open}
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
