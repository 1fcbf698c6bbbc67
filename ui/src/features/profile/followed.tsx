import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import type { UserData } from '../../api/reader.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ToggleButton } from '../../ui/toggle-button.tsx';
import styles from './followed.module.css';

const domainPrefix = 'domain:';

/** The followed topics and tags; an unfollowed one stays until the reader leaves the screen. */
export function Followed({ data }: { data: UserData }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(data.topics_followed);
  const added = data.topics_followed.filter((id) => !shown.includes(id));
  if (added.length > 0) setShown([...added, ...shown]);
  const tracked = data.articles_tracked.length;

  return (
    <section aria-labelledby="followed">
      <h2 id="followed" className={styles.heading}>
        {t(($) => $.reader.profile.followed)}
      </h2>
      {shown.length === 0 ? (
        <p className={styles.text}>{t(($) => $.reader.profile.followed_none)}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((id) => (
            <li key={id}>
              <FollowedTopic id={id} />
            </li>
          ))}
        </ul>
      )}
      {tracked > 0 && (
        <p className={styles.text}>{t(($) => $.reader.profile.tracked, { count: tracked })}</p>
      )}
    </section>
  );
}

function FollowedTopic({ id }: { id: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const domainLabel = useDomainLabel();
  const { on, press } = useMark({ kind: 'follow', id });
  const { data: topics } = useQuery(queries.topics());
  const name = id.startsWith(domainPrefix)
    ? domainLabel(id.slice(domainPrefix.length))
    : (topics?.find((topic) => topic.id === id)?.name[language] ?? id);
  return (
    <ToggleButton
      small
      icon={Plus}
      iconOn={Check}
      tone="follow"
      on={on}
      label={t(($) => $.home.follow, { topic: name })}
      onPress={press}
    >
      {name}
    </ToggleButton>
  );
}
