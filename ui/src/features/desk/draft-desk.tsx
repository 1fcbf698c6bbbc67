import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adoptSource, type Draft, deskQueries } from '../../api/desk.ts';
import type { Language } from '../../api/types.ts';
import { useMedia } from '../../hooks/use-media.ts';
import { usePage } from '../../hooks/use-page.ts';
import { stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ButtonTabs } from '../../ui/tabs.tsx';
import { AmendmentsPane } from './amendments-pane.tsx';
import { ConflictView } from './conflict-view.tsx';
import { DecisionBar } from './decision-bar.tsx';
import styles from './draft-desk.module.css';
import { DraftForm } from './draft-form.tsx';
import { DraftNotes } from './draft-notes.tsx';
import type { DraftStore } from './draft-store.ts';
import { type Place, placeOf, placeOfCharacters } from './figures.ts';
import { PreviewPane, type PreviewProps } from './preview-pane.tsx';
import { type Outcome, PublishedNotice } from './published-notice.tsx';
import { SourcePane } from './source-pane.tsx';
import { useDraftStore } from './use-draft-store.ts';

interface DraftDeskProps {
  uid: string;
  draft: Draft;
  Preview: ComponentType<PreviewProps>;
}

type Pane = 'text' | 'source' | 'amendments' | 'preview';

/** The text of a draft beside its source or its preview; on narrow screens one of them at a time. */
export function DraftDesk({ uid, draft, Preview }: DraftDeskProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const heading = usePage(draft.title);
  const isWide = useMedia('(width >= 64rem)');
  const { store, status } = useDraftStore(draft);
  const [chosen, setChosen] = useState<Pane>('text');
  const [lang, setLang] = useState<Language>('ro');
  const [shown, setShown] = useState<{ place: Place; turn: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const { base } = status;
  const archived = base.source?.text;
  const source = archived?.normalize('NFC');
  const panes: Pane[] = isWide
    ? ['source', 'amendments', 'preview']
    : ['text', 'source', 'amendments', 'preview'];
  const pane = isWide && chosen === 'text' ? 'source' : chosen;

  function show(figure: string, language: Language) {
    const place = source === undefined ? undefined : placeOf(figure, language, source);
    if (place) showPlace(place);
  }

  function showPlace(place: Place) {
    setShown((before) => ({ place, turn: (before?.turn ?? 0) + 1 }));
    setChosen('source');
  }

  async function choosePane(next: Pane) {
    // A preview is of the saved text.
    if (next === 'preview') await store.flush();
    setChosen(next);
  }

  async function adoptCorrection(sha256: string) {
    if (!(await store.flush())) return;
    const { slug, version } = store.snapshot().base;
    store.adopt(await adoptSource(slug, { version, sha256 }));
  }

  function conclude(next: Outcome) {
    void client.invalidateQueries({ queryKey: deskQueries.drafts(uid).queryKey });
    setOutcome(next);
  }

  if (outcome) return <PublishedNotice outcome={outcome} slug={draft.slug} />;
  return (
    <div className={stack(5)}>
      <PageHeading headingRef={heading}>{base.article.title}</PageHeading>
      <DraftNotes
        draft={base}
        onChanged={(changed) => store.adopt(changed)}
        onAdopt={adoptCorrection}
        onShow={
          archived === undefined
            ? undefined
            : (place) => showPlace(placeOfCharacters(place, archived))
        }
      />
      <ButtonTabs
        label={t(($) => $.desk.panes)}
        chosen={pane}
        tabs={panes.map((value) => ({ value, name: t(($) => $.desk.pane[value]) }))}
        onChoose={(next) => void choosePane(next)}
      />
      <div className={styles.panes}>
        <div className={styles.text} hidden={!isWide && pane !== 'text'}>
          <TextPane
            store={store}
            status={status}
            source={source}
            lang={lang}
            onLang={setLang}
            onShow={show}
          />
        </div>
        {pane === 'source' && <SourcePane draft={base} source={source} shown={shown} />}
        {pane === 'amendments' && <AmendmentsPane uid={uid} slug={draft.slug} />}
        {pane === 'preview' && (
          <PreviewPane
            uid={uid}
            slug={draft.slug}
            version={base.version}
            lang={lang}
            onLang={setLang}
            Preview={Preview}
          />
        )}
      </div>
      <DecisionBar store={store} status={status} onPublished={conclude} />
    </div>
  );
}

interface TextPaneProps extends Omit<ComponentProps<typeof DraftForm>, 'onEdit'> {
  store: DraftStore;
}

/* The form, or the fields that another editor changed at the same time. */
function TextPane({ store, ...form }: TextPaneProps) {
  const { base, article, theirs } = form.status;
  if (!theirs) return <DraftForm {...form} onEdit={(next) => store.edit(next)} />;
  return (
    <ConflictView
      base={base.article}
      mine={article}
      theirs={theirs}
      onMerge={(merged) => void store.merge(merged)}
    />
  );
}
