import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../api/queries.ts';
import { section } from '../ui/sections.ts';
import { OverviewList } from './overview-list.tsx';

/** Months listed. */
const maxMonths = 12;

interface OverviewSectionProps {
  /** Without it, the overviews of all topics. */
  topic?: string;
}

/** The last months in brief, of all topics or of one; nothing before the first. */
export function OverviewSection({ topic }: OverviewSectionProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(queries.overviews());
  const own = data.filter((overview) => overview.topic === topic).slice(0, maxMonths);
  if (own.length === 0) return null;
  return (
    <section className={section} aria-labelledby="overviews">
      <h2 id="overviews">{t(($) => $.insights.overviews)}</h2>
      <OverviewList overviews={own} />
    </section>
  );
}
