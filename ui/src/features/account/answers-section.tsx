import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { profilesQuery, removeProfiles } from '../../api/profiles.ts';
import { forgetReports } from '../../hooks/erase-answers.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatList } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Outcome, Section } from './section.tsx';

/** The answers that the account keeps, to be seen or erased. */
export function AnswersSection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const client = useQueryClient();
  const { data: profiles = [] } = useQuery(profilesQuery(uid));
  const [isAsked, setAsked] = useState(false);
  const task = useTask();

  function erase() {
    void task.start(async () => {
      await removeProfiles(client, uid);
      forgetReports(client, uid);
      setAsked(false);
    });
  }
  const names = formatList(
    profiles.map(({ name }) => name),
    language,
  );
  return (
    <Section title={t(($) => $.account.answers)} text={t(($) => $.account.answers_text)}>
      {profiles.length === 0 ? (
        <p>{t(($) => $.account.answers_none)}</p>
      ) : (
        <p>
          {t(($) => $.account.answers_of, { names })}{' '}
          <Link to={to.questions('list')}>{t(($) => $.account.answers_see)}</Link>
        </p>
      )}
      {profiles.length > 0 && (
        <div>
          {isAsked ? (
            <>
              <Button variant="danger" aria-disabled={task.busy} onClick={erase}>
                {t(($) => $.account.answers_erase_yes)}
              </Button>{' '}
              <Button variant="plain" onClick={() => setAsked(false)}>
                {t(($) => $.account.answers_erase_no)}
              </Button>
            </>
          ) : (
            <Button onClick={() => setAsked(true)}>{t(($) => $.account.answers_erase)}</Button>
          )}
        </div>
      )}
      <Outcome state={task.state} done={t(($) => $.account.answers_erased)} />
    </Section>
  );
}
