import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type DeskOverview,
  publishOverview,
  rejectOverview,
  reopenOverview,
  saveOverview,
} from '../../api/desk-overviews.ts';
import { saveOverviewIntroductionMaxLength } from '../../api/limits.gen.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster, measure, stack } from '../../ui/layout.ts';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './overview-desk.module.css';
import { useDeskError } from './use-desk-error.ts';

const languages = ['ro', 'en'] as const;

/** What an editor changes and decides about an overview. */
export function OverviewDesk({ stored }: { stored: DeskOverview }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const [overview, setOverview] = useState(stored);
  const [introduction, setIntroduction] = useState(stored.introduction);
  const [chosen, setChosen] = useState(() => chosenOf(stored));
  const task = useTask();
  const errorText = useDeskError();
  const isDraft = overview.status === 'draft';

  function run(work: () => Promise<DeskOverview>) {
    return task.start(async () => setOverview(await work()));
  }

  /* What is published is what the editor sees, so it is saved first. */
  async function saved(): Promise<DeskOverview> {
    const articles = overview.articles.map(({ slug }) => slug).filter((slug) => chosen.has(slug));
    return await saveOverview(overview, { introduction, articles });
  }

  return (
    <div className={classes(stack(5), measure, above(5))}>
      <p role="status">
        {t(($) => $.desk.overview.status_text[overview.status])}{' '}
        {overview.status === 'published' && (
          <Link to={to.overview(overview.id)}>{t(($) => $.desk.overview.see)}</Link>
        )}
      </p>
      {languages.map((language) =>
        isDraft ? (
          <TextArea
            key={language}
            label={t(($) => $.desk.overview.introduction[language])}
            maxLength={saveOverviewIntroductionMaxLength}
            lang={language}
            value={introduction[language] ?? ''}
            onInput={(text) => setIntroduction({ ...introduction, [language]: text })}
          />
        ) : (
          <p key={language} lang={language}>
            {introduction[language]}
          </p>
        ),
      )}
      <fieldset className={styles.articles} disabled={!isDraft}>
        <legend>{t(($) => $.desk.overview.articles)}</legend>
        {overview.articles.map(({ slug, title }) => (
          <Checkbox
            key={slug}
            label={title}
            checked={chosen.has(slug)}
            onToggle={(checked) => setChosen(toggled(chosen, slug, checked))}
          />
        ))}
      </fieldset>
      {task.failed && (
        <p className={styles.failure} role="alert">
          {errorText(task.failed)}
        </p>
      )}
      <div className={cluster(3)}>
        {isDraft ? (
          <Decisions
            isBusy={task.busy}
            isEmpty={chosen.size === 0}
            onPublish={() => run(async () => publishOverview(await saved()))}
            onSave={() => run(saved)}
            onReject={() => run(() => rejectOverview(overview.id))}
          />
        ) : (
          <Button aria-disabled={task.busy} onClick={() => run(() => reopenOverview(overview.id))}>
            {t(($) => $.desk.overview.reopen)}
          </Button>
        )}
      </div>
      {task.state.phase === 'done' && isDraft && (
        <p role="status">{t(($) => $.desk.overview.saved)}</p>
      )}
    </div>
  );
}

interface DecisionsProps {
  isBusy: boolean;
  /** Whether no article is chosen: such an overview can only be rejected. */
  isEmpty: boolean;
  onPublish: () => void;
  onSave: () => void;
  onReject: () => void;
}

function Decisions({ isBusy, isEmpty, onPublish, onSave, onReject }: DecisionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        variant="primary"
        aria-disabled={isBusy || isEmpty}
        onClick={() => !isEmpty && onPublish()}
      >
        {t(($) => $.desk.publish)}
      </Button>
      <Button aria-disabled={isBusy || isEmpty} onClick={() => !isEmpty && onSave()}>
        {t(($) => $.desk.overview.save)}
      </Button>
      <Button aria-disabled={isBusy} onClick={onReject}>
        {t(($) => $.desk.reject)}
      </Button>
    </>
  );
}

function chosenOf({ articles }: DeskOverview): Set<string> {
  return new Set(articles.filter(({ is_chosen }) => is_chosen).map(({ slug }) => slug));
}

function toggled(chosen: Set<string>, slug: string, checked: boolean): Set<string> {
  const next = new Set(chosen);
  if (checked) next.add(slug);
  else next.delete(slug);
  return next;
}
