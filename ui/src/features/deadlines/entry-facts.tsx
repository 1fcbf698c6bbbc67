import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Deadline } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { Facts } from '../../ui/facts.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './due-details.module.css';

interface EntryFactsProps {
  deadline: Deadline;
  /** Whether on which event it depends is not said above it. */
  withEvent?: boolean;
}

/** What the entry of an article says: what, for whom, by which act. */
export function EntryFacts({ deadline, withEvent = false }: EntryFactsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const roleName = useRoleName();
  const { what, who, event, roles, act_citation, rule, slug, title, moved_from } = deadline;
  return (
    <Facts
      className={styles.facts}
      facts={[
        [t(($) => $.deadlines.what), <KeptWords key="what" text={sentenceCase(what)} />],
        [t(($) => $.deadlines.conditions), sentenceCase(who ?? roles.map(roleName).join(', '))],
        [t(($) => $.deadlines.event), withEvent && event && sentenceCase(event)],
        [t(($) => $.deadlines.basis), act_citation && <KeptWords text={act_citation} />],
        [t(($) => $.deadlines.rule), rule && sentenceCase(rule)],
        [t(($) => $.deadlines.earlier), moved_from && formatDate(moved_from, language)],
        [
          t(($) => $.deadlines.changed_by),
          <Link key={slug} to={to.article(slug)}>
            {title}
          </Link>,
        ],
      ]}
    />
  );
}
