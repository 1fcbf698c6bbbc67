import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './search-field.module.css';

const typingPause = 300;

interface SearchFieldProps {
  q: string;
  onSearch: (q: string) => void;
}

/** Filters by words, debounced. */
export function SearchField({ q, onSearch }: SearchFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(q);
  const search = useEffectEvent(onSearch);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return undefined;
    const timer = window.setTimeout(() => {
      sent.current = wanted;
      search(wanted);
    }, typingPause);
    return () => window.clearTimeout(timer);
  }, [text]);

  // The URL changed under the field: Back, or the filters were cleared.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);

  const location = useLocation();
  const focusSearch = (location.state as PageLocationState | null)?.focusSearch === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new visit focuses again
  useEffect(() => {
    if (focusSearch) input.current?.focus();
  }, [focusSearch, location.key]);

  // Enter on a phone searches at once and closes the keyboard.
  function submit(event: FormEvent) {
    event.preventDefault();
    sent.current = text.trim();
    onSearch(sent.current);
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  }

  function clear() {
    sent.current = '';
    setText('');
    onSearch('');
    input.current?.focus();
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
        maxLength={120}
        icon={<Search aria-hidden="true" />}
        inputRef={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
        trailing={
          text && (
            <button
              type="button"
              className={styles.clear}
              aria-label={t(($) => $.home.search_clear)}
              onClick={clear}
            >
              <X aria-hidden="true" />
            </button>
          )
        }
      />
    </form>
  );
}
