import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readNotificationDays } from '../../api/limits.gen.ts';
import { forgetRead } from '../../api/notifications.ts';
import type { ReadNotification } from '../../api/reader.ts';
import { readerQueries } from '../../api/reader-queries.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { logFailure } from '../../log.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { Tagged } from '../../ui/tagged.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './read-notifications.module.css';
import { useDayWords } from './use-day-words.ts';
import { useReason } from './use-reason.ts';

const from = { list: 'notifications' } as const;

interface ReadNotificationsProps {
  uid: string;
  /** Slugs of the cards above, which stay there until the reader leaves. */
  above: string[];
}

/** "Read": the notifications that were seen, with reason and day. */
export function ReadNotifications({ uid, above }: ReadNotificationsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data = [], error } = useQuery(readerQueries.readNotifications(uid, language));
  const read = data.filter(({ slug }) => !above.includes(slug));
  useEffect(() => {
    if (error) logFailure('The read notifications could not be loaded.', error);
  }, [error]);
  if (read.length === 0) return null;
  return (
    <section aria-labelledby="read">
      <h2 id="read" className={styles.heading}>
        {t(($) => $.reader.notifications.read)}{' '}
        <span className={styles.count}>{formatNumber(read.length, language)}</span>
      </h2>
      <ul className={styles.list}>
        {read.map((notification) => (
          <ReadItem key={notification.slug} notification={notification} />
        ))}
      </ul>
      <Forget uid={uid} />
    </section>
  );
}

/* Here nothing that a reason names looks different. */
const none = {};

function ReadItem({ notification }: { notification: ReadNotification }) {
  const to = useAppPaths();
  const reason = useReason();
  const dayWords = useDayWords();
  const { slug, title, lang, read_at } = notification;
  return (
    <li className={styles.item}>
      <Check aria-hidden="true" />
      <div>
        <h3 className={styles.title} lang={lang}>
          <Link to={to.article(slug)} state={from}>
            <KeptWords text={title} />
          </Link>
        </h3>
        <p className={styles.reason}>
          <Tagged text={reason(notification)} tags={none} /> ·{' '}
          <time dateTime={read_at}>{dayWords(read_at)}</time>
        </p>
      </div>
    </li>
  );
}

function Forget({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [phase, setPhase] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function forget() {
    if (phase === 'busy') return;
    setPhase('busy');
    setPhase((await forgetRead(client, uid)) ? 'idle' : 'failed');
  }

  return (
    <p className={styles.kept}>
      {t(($) => $.reader.notifications.read_kept, { days: readNotificationDays })}{' '}
      <TextButton
        className={styles.forget}
        aria-disabled={phase === 'busy'}
        onClick={() => void forget()}
      >
        {t(($) => $.reader.notifications.read_forget)}
      </TextButton>{' '}
      <span role="status">
        {phase === 'failed' && t(($) => $.reader.notifications.read_failed)}
      </span>
    </p>
  );
}
