import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type DeadlineFilters, paths } from '../../paths.ts';
import { CalendarWays } from './calendar-ways.tsx';
import { OwnDates } from './own-dates.tsx';
import styles from './private-calendar.module.css';
import { PrivateCalendar } from './private-calendar.tsx';

/** The calendars to subscribe to: an account's own, a visitor's dates, or everybody's. */
export function Subscribe({ filters }: { filters: DeadlineFilters }) {
  const uid = useUid();
  const { answered } = useConcerns();
  if (uid !== undefined) return <PrivateCalendar uid={uid} />;
  const isOwn = filters.tab === 'mine' && answered;
  return (
    <>
      {isOwn && <OwnDates filters={filters} />}
      <Everybody filters={filters} isOther={isOwn} />
    </>
  );
}

/** The address of everybody's calendar, beside the reader's own dates or alone. */
function Everybody({ filters, isOther }: { filters: DeadlineFilters; isOther: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const url = `${window.location.origin}${paths.calendarFeed(filters, language)}`;
  const ways = <CalendarWays url={url} label={t(($) => $.deadlines.public_address)} />;
  if (isOther) {
    return (
      <section className={styles.everybody}>
        <h3>{t(($) => $.deadlines.everybody)}</h3>
        <p>{t(($) => $.deadlines.everybody_text)}</p>
        {ways}
      </section>
    );
  }
  return (
    <>
      <p>
        {t(($) => $.deadlines.public_text)}{' '}
        <Link to={to.screen('auth')}>{t(($) => $.deadlines.own_with_account)}</Link>
      </p>
      {ways}
    </>
  );
}
