import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { profilesQuery, removeProfiles } from '../../api/profiles.ts';
import { chosenProfile } from '../../hooks/chosen-profile.ts';
import { forgetReports } from '../../hooks/erase-answers.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { cluster, grid, muted, plain } from '../../ui/layout.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import methods from './methods.module.css';
import { LoadFailure, Outcome, Section } from './section.tsx';

/** The answers that the account keeps, to be seen or erased. */
export function AnswersSection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const client = useQueryClient();
  const query = useQuery(profilesQuery(uid));
  const profiles = query.data ?? [];
  const [isAsked, setAsked] = useState(false);
  const task = useTask();

  function erase() {
    void task.start(async () => {
      await removeProfiles(client, uid);
      forgetReports(client, uid);
      setAsked(false);
    });
  }
  return (
    <Section title={t(($) => $.account.answers)} text={t(($) => $.account.answers_text)}>
      {query.isPending && <Skeleton />}
      {query.isError && !query.data && (
        <LoadFailure text={t(($) => $.account.answers_failed)} onRetry={() => query.refetch()} />
      )}
      {query.data && profiles.length === 0 && <p>{t(($) => $.account.answers_none)}</p>}
      {profiles.length > 0 && (
        <ul className={classes(grid(4), plain)}>
          {profiles.map(({ id, name, facts }) => (
            <li key={id} className={methods.row}>
              <span className={methods.what}>
                <span className={methods.name}>{name}</span>
                <span className={muted}>
                  {t(($) => $.account.answers_given, { count: Object.keys(facts).length })}
                </span>
              </span>
              <Link to={to.questions('list')} onClick={() => chosenProfile.choose(id)}>
                {t(($) => $.account.answers_see)}
                <span className="visually-hidden">: {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {profiles.length > 0 && (
        <div className={cluster(3)}>
          {isAsked ? (
            <>
              <Button variant="danger" aria-disabled={task.busy} onClick={erase}>
                {t(($) => $.account.answers_erase_yes)}
              </Button>
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
