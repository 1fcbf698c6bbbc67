import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailPreferences, Subscription } from '../api/mail-types.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Choice } from '../ui/choice.tsx';
import styles from './mail-topics.module.css';

interface MailTopicsProps {
  topics: Subscription['topics'];
  /** Ids; none means all. */
  chosen: string[];
  change: (part: Pick<MailPreferences, 'topics'>) => void;
}

/** All topics, or the ticked ones. */
export function MailTopics({ topics, chosen, change }: MailTopicsProps) {
  const { t } = useTranslation();
  // A reader who wants to choose has chosen nothing yet, which the server reads as all.
  const [choosing, setChoosing] = useState(chosen.length > 0);

  function choose(value: 'all' | 'chosen') {
    setChoosing(value === 'chosen');
    if (value === 'all' && chosen.length > 0) change({ topics: [] });
  }

  function toggle(id: string, on: boolean) {
    const wanted = topics.map((topic) => topic.id);
    change({ topics: wanted.filter((one) => (one === id ? on : chosen.includes(one))) });
  }

  return (
    <>
      <Choice
        legend={t(($) => $.mail.form.topics)}
        hideLegend
        value={choosing ? 'chosen' : 'all'}
        onChoose={choose}
        options={[
          { value: 'all', label: t(($) => $.mail.form.topics_all) },
          { value: 'chosen', label: t(($) => $.mail.form.topics_chosen) },
        ]}
      />
      {choosing && (
        <fieldset>
          <legend className="visually-hidden">{t(($) => $.mail.form.topics_list)}</legend>
          <div className={styles.list}>
            {topics.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onToggle={(on) => toggle(id, on)}
              />
            ))}
          </div>
          <p role="status" className={styles.none}>
            {chosen.length === 0 && t(($) => $.mail.form.topics_none)}
          </p>
        </fieldset>
      )}
    </>
  );
}
