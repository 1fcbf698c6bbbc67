import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { searchQMaxLength } from '../api/limits.gen.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './search-field.module.css';

const state: PageLocationState = { focusSearch: true };

/** Leads to the search screen with the typed words. */
export function SearchField() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = useAppPaths();
  const [text, setText] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    const q = text.trim();
    navigate(to.search(q ? { q } : {}), q ? {} : { state });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> cannot be submitted, and older phones do not know it
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextField
        type="search"
        label={t(($) => $.home.search_label)}
        hideLabel
        placeholder={t(($) => $.home.search_placeholder)}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={searchQMaxLength}
        icon={<Search aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
