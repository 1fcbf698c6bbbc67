import { useQuery } from '@tanstack/react-query';
import {
  KeyRound,
  Link2,
  LogIn,
  Mail,
  Phone,
  PhoneOff,
  ShieldMinus,
  ShieldPlus,
  TriangleAlert,
  Unlink2,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccountActivity, accountQueries } from '../../api/account.ts';
import { activityDays } from '../../api/limits.gen.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { iconRow } from '../../ui/icon-row.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './history.module.css';
import { LoadFailure, Section } from './section.tsx';

/* The rest is shown on request. */
const shownAtFirst = 8;

/** Recent sign-ins, failed sign-ins and changes of password and address. */
export function ActivitySection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const query = useQuery(accountQueries.activity(uid));
  const [all, setAll] = useState(false);
  const events = query.data ?? [];
  const hidden = all ? 0 : Math.max(0, events.length - shownAtFirst);

  return (
    <Section
      title={t(($) => $.account.activity)}
      text={t(($) => $.account.activity_text, { days: activityDays })}
    >
      {query.isPending && <Skeleton />}
      {query.isError && !query.data && (
        <LoadFailure text={t(($) => $.account.sessions_failed)} onRetry={() => query.refetch()} />
      )}
      <ul className={styles.list}>
        {events.slice(0, events.length - hidden).map((event) => (
          <ActivityRow key={`${event.at} ${event.kind} ${event.network}`} event={event} />
        ))}
      </ul>
      {hidden > 0 && (
        <div>
          <Button onClick={() => setAll(true)}>
            {t(($) => $.account.activity_more, { count: hidden })}
          </Button>
        </div>
      )}
    </Section>
  );
}

const icons = {
  sign_in: LogIn,
  failed_sign_in: TriangleAlert,
  password_change: KeyRound,
  password_reset: KeyRound,
  email_change: Mail,
  email_recovery: Mail,
  provider_link: Link2,
  provider_unlink: Unlink2,
  second_factor_add: ShieldPlus,
  second_factor_remove: ShieldMinus,
  recovery_codes: KeyRound,
  passkey_add: KeyRound,
  passkey_remove: KeyRound,
  phone_link: Phone,
  phone_unlink: PhoneOff,
};

function ActivityRow({ event }: { event: AccountActivity }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, count, network } = event;
  const Icon = icons[kind];
  const device = event.device || t(($) => $.account.session_unknown);
  return (
    <li className={classes(iconRow.row, styles.dated, kind === 'failed_sign_in' && styles.bad)}>
      <Icon aria-hidden="true" />
      <p className={iconRow.what}>
        <span className={iconRow.name}>
          {kind === 'failed_sign_in'
            ? t(($) => $.account.activity_failed, { count })
            : t(($) => $.account[`activity_${kind}`])}
        </span>
        <span className={iconRow.detail}>
          {t(($) => $.account.activity_from, { device, network })}
        </span>
      </p>
      <time className={classes(iconRow.detail, styles.when)} dateTime={event.at}>
        {formatMoment(event.at, language)}
      </time>
    </li>
  );
}
