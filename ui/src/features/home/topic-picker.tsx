import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleSummary, Topic } from '../../api/types.ts';
import { usePage } from '../../hooks/use-page.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Tagged } from '../../ui/tagged.tsx';
import { dutiesOf, headlineOf } from './duties.ts';
import { useHeadline } from './home-heading.tsx';
import { isChosen, type ReaderRole, rolesAndTopics } from './reader-roles.ts';
import styles from './topic-picker.module.css';

interface TopicPickerProps {
  /** The reader's name; a visitor has none. */
  name?: string | undefined;
  topics: Topic[];
  articles: ArticleSummary[];
  onDone: (topics: string[]) => void;
  onLater: () => void;
}

/** Asks a first-time reader which roles and topics concern them. */
export function TopicPicker({ name, topics, articles, onDone, onLater }: TopicPickerProps) {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.home.title));
  const [chosen, setChosen] = useState<string[]>([]);
  const { roles, others } = rolesAndTopics(topics);

  function toggle(ids: string[], on: boolean) {
    const rest = chosen.filter((id) => !ids.includes(id));
    setChosen(on ? [...rest, ...ids] : rest);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length > 0) onDone(chosen);
  }

  return (
    <form className={styles.picker} onSubmit={submit}>
      <h1 ref={heading} tabIndex={-1}>
        {name ? t(($) => $.feed.pick_title, { name }) : t(($) => $.feed.pick_title_visitor)}
      </h1>
      <p className={styles.text}>
        {name ? t(($) => $.feed.pick_text) : t(($) => $.feed.pick_text_visitor)}
      </p>
      <RoleChoices topics={topics} roles={roles} chosen={chosen} onToggle={toggle} />
      {others.length > 0 && <OtherTopics topics={others} chosen={chosen} onToggle={toggle} />}
      <div className={styles.foot}>
        <PickedSoFar chosen={chosen} articles={articles} />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" aria-disabled={chosen.length === 0}>
            {t(($) => $.feed.pick_done)}
          </Button>
          <Button variant="plain" onClick={onLater}>
            {t(($) => $.feed.pick_later)}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface ChoicesProps {
  topics: Topic[];
  /** Ids of the chosen topics. */
  chosen: string[];
  onToggle: (topics: string[], on: boolean) => void;
}

function RoleChoices({ topics, roles, chosen, onToggle }: ChoicesProps & { roles: ReaderRole[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className={styles.roles}>
      {roles.map((role) => {
        const on = isChosen(role, chosen);
        const named = topics.filter(({ id }) => role.topics.includes(id));
        return (
          <li key={role.id}>
            <button
              type="button"
              className={styles.role}
              aria-pressed={on}
              onClick={() => onToggle(role.topics, !on)}
            >
              <role.icon aria-hidden="true" />
              <span>
                <span className={styles.name}>{t(($) => $.feed[`role_${role.id}`])}</span>
                <span className={styles.names}>
                  {named.map((topic) => topic.name[language]).join(', ')}
                </span>
              </span>
              {on && <Check aria-hidden="true" className={styles.check} />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function OtherTopics({ topics, chosen, onToggle }: ChoicesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <h2 className={styles.more}>{t(($) => $.feed.pick_more)}</h2>
      <ul className={styles.topics}>
        {topics.map((topic) => {
          const on = chosen.includes(topic.id);
          return (
            <li key={topic.id}>
              <Chip chosen={on} onChoose={() => onToggle([topic.id], !on)}>
                {topic.name[language]}
              </Chip>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The number of articles and of duties that the choice would give. */
function PickedSoFar({ chosen, articles }: { chosen: string[]; articles: ArticleSummary[] }) {
  const { t } = useTranslation();
  const mine = articles.filter(({ topic }) => chosen.includes(topic));
  const today = todayInBucharest();
  const headline = useHeadline(headlineOf(dutiesOf(mine, today), today)) ?? '';
  const parts = [
    t(($) => $.feed.changes, { count: mine.length }),
    headline.charAt(0).toLowerCase() + headline.slice(1),
  ];
  return (
    <p className={styles.picked} role="status">
      {chosen.length === 0 ? (
        t(($) => $.feed.picked_none)
      ) : (
        <>
          <Tagged
            text={t(($) => $.feed.picked, { count: chosen.length })}
            tags={{ b: (words) => <strong>{words}</strong> }}
          />{' '}
          {parts.join(', ')}.
        </>
      )}
    </p>
  );
}
