import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { articleEntry, momentOf } from '../../api/dated-entry.ts';
import type { Article, AudienceRole, DatedEntry } from '../../api/types.ts';
import { formatDay, formatList } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { TimeLeft } from '../../parts/time-left.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { InlineMarkdown } from '../../ui/markdown.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { inShortText } from './in-short-text.ts';
import { groupSteps } from './step-groups.ts';
import { TermStart } from './term-start.tsx';

interface InShortProps {
  article: Article;
  today: string;
  /** The ids of the steps that the reader has done. */
  done: readonly string[];
  readerRoles?: readonly AudienceRole[];
}

/** What changes, for whom, by when and what to do first. */
export function InShort({ article, today, done, readerRoles = [] }: InShortProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const { audience, roles, lang } = article;
  const entry = articleEntry(article, today);
  return (
    <section className="in-short" aria-labelledby="in-short">
      <h2 id="in-short" className="in-short-heading">
        {t(($) => $.article.in_short)}
      </h2>
      <p className="in-short-what" lang={lang}>
        <KeptWords text={inShortText(article)} />
      </p>
      <dl className="in-short-rows">
        {audience.length > 0 ? (
          <Row term={t(($) => $.article.for_whom)}>
            <span lang={lang}>{formatList(audience, lang)}</span>
          </Row>
        ) : (
          roles.length > 0 && (
            <Row term={t(($) => $.article.for_whom)}>
              {formatList(roles.map(roleName), language)}
            </Row>
          )
        )}
        {entry && (
          <Row term={t(($) => $.article[`when_${entry.kind}`])}>
            <When article={article} entry={entry} today={today} />
          </Row>
        )}
        <StepRow article={article} done={done} readerRoles={readerRoles} />
      </dl>
    </section>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="in-short-row">
      <dt className="in-short-term">{term}</dt>
      <dd className="in-short-value">{children}</dd>
    </div>
  );
}

interface WhenProps {
  article: Article;
  entry: DatedEntry;
  today: string;
}

function When({ article, entry, today }: WhenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, rule, recurs, what } = entry;
  const { state, date } = momentOf(entry, today);
  const isDue = kind === 'due';
  return (
    <>
      <span className="in-short-when">
        {date ? (
          <time dateTime={date}>{formatDay(date, language)}</time>
        ) : (
          <span lang={article.lang}>{rule}</span>
        )}
        {isDue && date && <TimeLeft date={date} today={today} />}
        {isDue && state === 'past' && (
          <span className="in-short-missed">{t(($) => $.article.missed)}</span>
        )}
      </span>
      {date && rule && state !== 'past' && (
        <span className="in-short-note" lang={article.lang}>
          {recurs ? t(($) => $.dates.then, { rule }) : rule}
        </span>
      )}
      {what && (
        <span className="in-short-note" lang={article.lang}>
          <KeptWords text={what} />
        </span>
      )}
      <CalendarLink article={article} entry={entry} today={today} />
      <TermStart article={article} entry={entry} />
    </>
  );
}

/** The first step that is not done yet. */
function StepRow({ article, done, readerRoles }: Required<Omit<InShortProps, 'today'>>) {
  const { t } = useTranslation();
  const { lang } = article;
  const steps = groupSteps(article.steps, readerRoles).flatMap((group) => group.steps);
  if (steps.length === 0) return null;
  const open = steps.filter(({ id }) => !done.includes(id));
  const [next] = open;
  if (!next) {
    return <Row term={t(($) => $.article.your_steps)}>{t(($) => $.article.all_done)}</Row>;
  }
  const begun = open.length < steps.length;
  return (
    <Row term={begun ? t(($) => $.article.next_step) : t(($) => $.article.first_step)}>
      <span lang={lang}>
        <InlineMarkdown text={next.text} />
      </span>
    </Row>
  );
}
