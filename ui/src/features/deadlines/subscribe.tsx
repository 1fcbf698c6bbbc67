import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type DeadlineFilters, paths } from '../../paths.ts';
import { CalendarWays } from './calendar-ways.tsx';
import { PrivateCalendar } from './private-calendar.tsx';

/** The calendars to subscribe to: an account's own, or the public one. */
export function Subscribe({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const uid = useUid();
  if (uid !== undefined) return <PrivateCalendar uid={uid} />;
  const url = `${window.location.origin}${paths.calendarFeed(filters, language)}`;
  return (
    <>
      <p>
        {t(($) => $.deadlines.public_text)}{' '}
        <Link to={to.screen('auth')}>{t(($) => $.deadlines.own_with_account)}</Link>
      </p>
      <CalendarWays url={url} label={t(($) => $.deadlines.public_address)} />
    </>
  );
}
