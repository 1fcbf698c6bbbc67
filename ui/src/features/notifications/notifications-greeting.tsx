import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import { readerName } from '../../hooks/reader-name.ts';
import { useUserData } from '../../hooks/use-user-data.ts';

/**
 * The greeting, with the number of notifications when known. Cards that were seen during the visit are
 * still below as new ones, so the greeting does not say that there is nothing.
 */
export function NotificationsGreeting({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { data, isError } = useUserData();
  const count = data?.notifications.articles.length;
  const [hadSome, setHadSome] = useState(false);
  if (count && !hadSome) setHadSome(true);
  if (session.status === 'signed_out') return t(($) => $.pages.notifications.greeting);
  if (session.status !== 'signed_in' || count === undefined || (count === 0 && isError))
    return '\u00a0';
  const name = readerName(session.reader);
  if (count > 0) return t(($) => $.reader.notifications.greeting, { name, count });
  return hadSome
    ? t(($) => $.reader.notifications.greeting_just_seen, { name })
    : t(($) => $.reader.notifications.greeting_none, { name });
}
