import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { deskQueries } from '../../api/desk.ts';
import type { Article, Language } from '../../api/types.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import styles from './source-pane.module.css';

export interface PreviewProps {
  article: Article;
}

interface PreviewPaneProps {
  uid: string;
  slug: string;
  version: string;
  lang: Language;
  onLang: (lang: Language) => void;
  Preview: ComponentType<PreviewProps>;
}

/** The saved text as readers will see it. */
export function PreviewPane({ uid, slug, version, lang, onLang, Preview }: PreviewPaneProps) {
  const { t } = useTranslation();
  const query = useQuery({
    ...deskQueries.preview(uid, slug, version, lang),
    placeholderData: (previous) => previous,
  });
  return (
    <section className={styles.pane} aria-label={t(($) => $.desk.preview_label)}>
      <LanguageTabs lang={lang} onLang={onLang} />
      <Loaded query={query} failed={t(($) => $.desk.preview_failed)}>
        {(data) => <Preview article={data} />}
      </Loaded>
    </section>
  );
}
