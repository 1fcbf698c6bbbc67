import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { momentOf } from '../../api/dated-entry.ts';
import type { Article, AudienceRole, DatedEntry } from '../../api/types.ts';
import { isConditional } from '../../hooks/due-kind.ts';
import { ownSteps } from '../../hooks/step-groups.ts';
import { formatDay, formatList } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { DayOff } from '../../parts/day-off.tsx';
import { inShortText } from '../../parts/in-short-text.ts';
import { TimeLeft } from '../../parts/time-left.tsx';
import { useDueWords } from '../../parts/use-due-words.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { InlineMarkdown } from '../../ui/markdown.tsx';
import { type ReaderPart, readerPart } from './reader-part.ts';
import { TermStart } from './term-start.tsx';

interface InShortProps {
  article: Article;
  today: string;
  /** The ids of the steps that the reader has done. */
  done: readonly string[];
  readerRoles?: readonly AudienceRole[];
  /** What of the article is the reader's. */
  part?: ReaderPart;
}

/** By when, what to do first, what changes and for whom. */
export function InShort(props: InShortProps) {
  const { article, today, done, readerRoles = [] } = props;
  const { part = readerPart(article, undefined) } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const { audience, roles, lang } = article;
  const entry = part.entry(today);
  const afterwards = part.afterwards(today);
  return (
    <section className="in-short" aria-labelledby="in-short">
      <h2 id="in-short" className="visually-hidden">
        {t(($) => $.article.in_short)}
      </h2>
      <dl className="in-short-rows">
        {entry && (
          <Row term={t(($) => $.article[`when_${entry.kind}`])}>
            <When article={article} entry={entry} today={today} part={part} />
          </Row>
        )}
        {afterwards && (
          <Row term={t(($) => $.article.then)}>
            <Then article={article} entry={afterwards} today={today} part={part} />
          </Row>
        )}
        {part.isOthers || (
          <StepRow article={article} done={done} readerRoles={readerRoles} hasStep={part.hasStep} />
        )}
        <Row term={t(($) => $.article.what_changes)}>
          <span className="in-short-what" lang={lang}>
            <KeptWords text={inShortText(article)} />
          </span>
        </Row>
        {part.isAnswered ? null : audience.length > 0 ? (
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
  part: ReaderPart;
}

function When({ article, entry, today, part }: WhenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, rule, recurs, what } = entry;
  const { state, date } = momentOf(entry, today);
  const isOwn = part.hasEntry(entry);
  const due = part.dueOf(entry);
  const condition = useDueWords()(due);
  // Time presses only for what is surely to be done.
  const isPressing = kind === 'due' && isOwn && !isConditional(due);
  return (
    <>
      <span className="in-short-when">
        {date ? (
          <time dateTime={date}>{formatDay(date, language)}</time>
        ) : (
          <span lang={article.lang}>{rule}</span>
        )}
        {isPressing && date && <TimeLeft date={date} today={today} />}
        {isPressing && state === 'past' && (
          <span className="in-short-missed">{t(($) => $.article.missed)}</span>
        )}
      </span>
      {isOwn && condition && <span className="in-short-note">{condition}</span>}
      {entry.file_by && state !== 'past' && (
        <span className="in-short-note">
          <DayOff fileBy={entry.file_by} />
        </span>
      )}
      {date && rule && state !== 'past' && (
        <span className="in-short-note" lang={article.lang}>
          {recurs ? t(($) => $.dates.repeats, { rule }) : rule}
        </span>
      )}
      {what && (
        <span className="in-short-note" lang={article.lang}>
          <KeptWords text={what} />
        </span>
      )}
      {isOwn ? (
        <TermStart article={article} entry={entry} />
      ) : (
        <span className="in-short-note">{t(($) => $.concerns.not_yours)}</span>
      )}
    </>
  );
}

/** What is due after the first entry. */
function Then({ article, entry, today, part }: WhenProps) {
  const language = useLanguage();
  const condition = useDueWords()(part.dueOf(entry));
  const { date } = momentOf(entry, today);
  return (
    <>
      <strong>
        {date ? (
          <time dateTime={date}>{formatDay(date, language)}</time>
        ) : (
          <span lang={article.lang}>{entry.rule}</span>
        )}
      </strong>
      {condition && <span className="in-short-note">{condition}</span>}
      <span className="in-short-note" lang={article.lang}>
        <KeptWords text={entry.what} />
      </span>
      <TermStart article={article} entry={entry} />
    </>
  );
}

interface StepRowProps extends Required<Pick<InShortProps, 'article' | 'done' | 'readerRoles'>> {
  hasStep: (id: string) => boolean;
}

/** The first of the reader's steps that is not done yet. */
function StepRow({ article, done, readerRoles, hasStep }: StepRowProps) {
  const { t } = useTranslation();
  const { lang } = article;
  const { steps, next } = ownSteps(article.steps, { readerRoles, hasStep, done });
  if (steps.length === 0) return null;
  if (!next) {
    return <Row term={t(($) => $.article.your_steps)}>{t(($) => $.article.all_done)}</Row>;
  }
  return (
    <Row term={next.begun ? t(($) => $.article.next_step) : t(($) => $.article.first_step)}>
      <span lang={lang}>
        <InlineMarkdown text={next.step.text} />
      </span>
    </Row>
  );
}
