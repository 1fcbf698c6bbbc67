import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import { readerName } from '../../hooks/reader-name.ts';
import { useUserData } from '../../hooks/use-user-data.ts';

/** The greeting, with the number of notifications when known. */
export function NotificationsGreeting({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { data, isError } = useUserData();
  const count = data?.notifications.articles.length;
  if (session.status === 'signed_out') return t(($) => $.pages.notifications.greeting);
  if (session.status === 'loading' || count === undefined || (count === 0 && isError))
    return '\u00a0';
  const name = readerName(session.reader);
  return count === 0
    ? t(($) => $.reader.notifications.greeting_none, { name })
    : t(($) => $.reader.notifications.greeting, { name, count });
}
