import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import styles from './change-groups.module.css';
import { ChangeList } from './change-list.tsx';
import type { Groups } from './groups.ts';

/* The page begins with what is near; the rest is a press away. */
const firstAhead = 8;

interface ChangeGroupsProps {
  groups: Groups;
  today: string;
  from: PageLocationState;
  reasonOf: (article: ArticleSummary) => string | undefined;
  report: ConcernReport | undefined;
  /** Shows what is in force at once: the reader looks for something, or there is nothing else. */
  unfolded: boolean;
}

/** The list in groups: new, ahead, and what is in force already, folded. */
export function ChangeGroups({ groups, unfolded, ...list }: ChangeGroupsProps) {
  const { t } = useTranslation();
  return (
    <>
      {groups.fresh.length > 0 && (
        <Group name={t(($) => $.feed.new)} count={groups.fresh.length}>
          <ChangeList articles={groups.fresh} inNewGroup {...list} />
        </Group>
      )}
      {groups.ahead.length > 0 && (
        <Group name={t(($) => $.feed.ahead)} count={groups.ahead.length}>
          <ChangeList articles={groups.ahead} first={firstAhead} {...list} />
        </Group>
      )}
      {groups.inForce.length > 0 &&
        (unfolded ? (
          <Group name={t(($) => $.feed.in_force)} count={groups.inForce.length}>
            <ChangeList articles={groups.inForce} {...list} />
          </Group>
        ) : (
          <FoldedGroup
            name={t(($) => $.feed.in_force)}
            text={t(($) => $.feed.in_force_text)}
            articles={groups.inForce}
            {...list}
          />
        ))}
    </>
  );
}

interface GroupProps {
  name: string;
  count: number;
  children: ReactNode;
}

function Group({ name, count, children }: GroupProps) {
  const id = useId();
  const language = useLanguage();
  return (
    <section className="group" aria-labelledby={id}>
      <h2 id={id} className="group-name">
        {name} <span className="group-count">{formatNumber(count, language)}</span>
      </h2>
      {children}
    </section>
  );
}

interface FoldedGroupProps extends Omit<ChangeGroupsProps, 'groups' | 'unfolded'> {
  name: string;
  text?: string;
  articles: ArticleSummary[];
}

/** Cards that are folded away under their name and number. */
export function FoldedGroup({ name, text, ...list }: FoldedGroupProps) {
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="group" aria-labelledby={`${id}-name`}>
      <div className={styles.fold}>
        <h2 id={`${id}-name`} className={styles.foldName}>
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {name}{' '}
            <span className="group-count">{formatNumber(list.articles.length, language)}</span>
          </button>
        </h2>
        {text && <p className={styles.foldText}>{text}</p>}
        <ChevronDown aria-hidden="true" />
      </div>
      <div id={id}>{open && <ChangeList {...list} />}</div>
    </section>
  );
}
