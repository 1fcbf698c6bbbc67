import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountMailQuery } from '../api/mail.ts';
import { formatInstant } from '../i18n/instant.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** When news of what is followed comes by mail; nothing while that is unknown. */
export function NextMail({ uid, className }: { uid: string; className?: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(accountMailQuery(uid));
  if (!data) return null;
  const { email, verified, stopped, next_digest_at } = data;
  const text =
    email === undefined || !verified
      ? t(($) => $.reader.follow.no_mail)
      : stopped
        ? t(($) => $.reader.follow.stopped)
        : next_digest_at === undefined
          ? t(($) => $.reader.follow.no_digest)
          : t(($) => $.reader.follow.next_mail, { date: formatInstant(next_digest_at, language) });
  return <p className={className}>{text}</p>;
}
