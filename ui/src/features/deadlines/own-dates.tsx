import { useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarFile } from '../../api/concerns.ts';
import { accountIntent } from '../../hooks/account-intent.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { isAnswered } from '../../hooks/use-concerns.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { calendarHash, type DeadlineFilters } from '../../paths.ts';
import { saveFile } from '../../save-file.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { showToast } from '../../ui/toast.ts';

/** A visitor's own dates as a file; a calendar that updates itself needs an account. */
export function OwnDates({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const save = useSaveDates();
  const place = to.deadlines(filters) + calendarHash;
  return (
    <>
      <p>{t(($) => $.deadlines.file_text)}</p>
      <div className={classes(cluster(3), above(4))}>
        <Button variant="primary" onClick={save.run} disabled={save.isRunning}>
          <CalendarPlus aria-hidden="true" />
          {t(($) => $.deadlines.file_save)}
        </Button>
      </div>
      <p className={above(4)}>
        {t(($) => $.deadlines.file_lasting)}{' '}
        <Link to={to.screen('auth')} onClick={() => accountIntent.keep(place)}>
          {t(($) => $.deadlines.file_sign_in)}
        </Link>
      </p>
    </>
  );
}

/* The answers of the device go to the server, which keeps none of them. */
function useSaveDates() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const { profiles = [] } = useProfiles();
  const [isRunning, setRunning] = useState(false);
  async function run() {
    setRunning(true);
    try {
      const all = profiles.filter(isAnswered).map(({ facts }) => facts);
      saveFile(await calendarFile(client, all, language), 'paragraf.ics');
    } catch {
      showToast(t(($) => $.deadlines.file_failed));
    }
    setRunning(false);
  }
  return { run, isRunning };
}
