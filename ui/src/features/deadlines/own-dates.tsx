import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountIntent } from '../../hooks/account-intent.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { calendarHash, type DeadlineFilters } from '../../paths.ts';

/** A calendar of a visitor's own dates needs an account; the sign-in returns to it. */
export function OwnDates({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const place = to.deadlines(filters) + calendarHash;
  return (
    <p>
      {t(($) => $.deadlines.own_lasting)}{' '}
      <Link to={to.screen('auth')} onClick={() => accountIntent.keep(place)}>
        {t(($) => $.deadlines.own_sign_in)}
      </Link>
    </p>
  );
}
