import { useTranslation } from 'react-i18next';
import { readersEntry } from '../api/dated-entry.ts';
import type { ArticleSummary, ConcernReport } from '../api/types.ts';
import { entryDue } from '../hooks/entry-due.ts';
import { formatDate, formatList } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useRoleName } from '../i18n/use-role-name.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import { CardTags } from './card-tags.tsx';
import { DatedLine } from './dated-line.tsx';

/** The host of the first source, when none of the sources is official. */
function secondaryHost({ sources }: ArticleSummary): string | undefined {
  return sources.some(({ official }) => official) ? undefined : sources[0]?.host;
}

interface CardFactsProps {
  article: ArticleSummary;
  today: string;
  /** What the reader's answers decide. */
  report?: ConcernReport | undefined;
}

/** The lines below the sentence of a found article: its day, and what it is about. */
export function CardFacts({ article, today, report }: CardFactsProps) {
  return (
    <div className="card-facts">
      <CardDay article={article} today={today} report={report} />
      <CardLine article={article} />
    </div>
  );
}

/** The day of an article in a line; what depends on an event, a choice or an answer says so. */
export function CardDay({ article, today, report }: CardFactsProps) {
  const entry = readersEntry(article, report?.articles[article.slug], today);
  return (
    entry && (
      <DatedLine
        entry={entry}
        today={today}
        lang={article.lang}
        due={entryDue(article, entry, report).kind}
      />
    )
  );
}

/** For whom an article is, its act, its source and its tags. */
export function CardLine({ article }: { article: ArticleSummary }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleName = useRoleName();
  const readers = article.audience.length > 0 ? article.audience : article.roles.map(roleName);
  const act = article.act?.citation ?? formatDate(article.publish_date, language);
  const host = secondaryHost(article);
  return (
    <div className="card-line">
      {readers.length > 0 && (
        <span className="card-readers">
          {t(($) => $.feed.for)} <strong>{formatList(readers, language)}</strong>
        </span>
      )}
      <span className="card-act">
        <KeptWords text={act} />
        {host && ` · ${t(($) => $.feed.secondary, { host })}`}
      </span>
      <CardTags article={article} />
    </div>
  );
}
