import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery } from '@tanstack/react-query';
import { FileText, Landmark, Search, Tag, X } from 'lucide-react';
import {
  type FormEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { suggestQMaxLength } from '../../api/limits.gen.ts';
import { suggestQuery } from '../../api/search.ts';
import type { Suggestion } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { PageLocationState } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { SearchFilters } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import field from '../../ui/field-box.module.css';
import { row } from '../../ui/layout.ts';
import styles from './search-combobox.module.css';

const icons = { act: Landmark, topic: Tag, article: FileText };
const order = ['act', 'topic', 'article'] as const;

interface Group {
  kind: Suggestion['kind'];
  items: Suggestion[];
}

/** The field: arrows choose a suggestion, Enter searches or opens it, Escape closes the list. */
export function SearchCombobox({ filters }: { filters: SearchFilters }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const to = useAppPaths();
  const { q = '' } = filters;
  const [text, setText] = useState(q);
  const [shownFor, setShownFor] = useState(q);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const typed = useDeferredValue(text.trim());
  // What the page was opened with is searched for already: only what is typed has suggestions.
  const { data } = useQuery({
    ...suggestQuery(typed, language),
    enabled: open && typed.length > 1,
  });
  const groups = typed.length > 1 ? grouped(data ?? []) : [];
  useFocusOnVisit(input);

  // The address changed under the field: Back, or a suggested query.
  if (q !== shownFor) {
    setShownFor(q);
    setText(q);
  }

  function search(wanted: string) {
    const { q: _, ...rest } = filters;
    setOpen(false);
    setText(wanted);
    navigate(to.search(wanted ? { ...rest, q: wanted } : rest));
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search(text.trim());
  }

  function choose({ kind, text: name, act, slug, topic }: Suggestion) {
    setOpen(false);
    if (kind === 'article' && slug) {
      navigate(to.article(slug), { state: { search: to.search(filters) } });
    } else if (kind === 'act' && act) {
      navigate(to.act(act));
    } else if (kind === 'topic' && topic) {
      setText('');
      navigate(to.search({ topic }));
    } else {
      search(name);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> cannot be submitted, and older phones do not know it
    <form role="search" className={styles.form} onSubmit={submit}>
      <Autocomplete.Root
        items={groups}
        mode="none"
        value={text}
        onValueChange={(value, { reason }) => {
          if (reason !== 'item-press') setText(value);
        }}
        open={open && groups.length > 0}
        onOpenChange={setOpen}
        itemToStringValue={(item: Suggestion) => item.text}
      >
        <div className={classes(field.box, styles.box)}>
          <Search aria-hidden="true" />
          <Autocomplete.Input
            ref={input}
            className={field.input}
            aria-label={t(($) => $.search.label)}
            placeholder={t(($) => $.search.placeholder)}
            enterKeyHint="search"
            maxLength={suggestQMaxLength}
            spellCheck={false}
          />
          {text && (
            <button
              type="button"
              className={styles.clear}
              aria-label={t(($) => $.search.clear)}
              onClick={() => {
                setText('');
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" />
            </button>
          )}
          <button type="submit" className={styles.submit}>
            {t(($) => $.search.submit)}
          </button>
        </div>
        <Suggestions onChoose={choose} />
      </Autocomplete.Root>
    </form>
  );
}

function grouped(suggestions: Suggestion[]): Group[] {
  return order
    .map((kind) => ({ kind, items: suggestions.filter((item) => item.kind === kind) }))
    .filter(({ items }) => items.length > 0);
}

/* Focuses the field on each visit by a link that asks for it. */
function useFocusOnVisit(input: RefObject<HTMLInputElement | null>): void {
  const { key, state } = useLocation();
  const wantsFocus = (state as PageLocationState | null)?.focusSearch === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new visit focuses again
  useEffect(() => {
    if (!wantsFocus) return;
    input.current?.focus();
    input.current?.select();
  }, [wantsFocus, key]);
}

function Suggestions({ onChoose }: Pick<ItemProps, 'onChoose'>) {
  const { t } = useTranslation();
  const names = {
    act: t(($) => $.search.suggested_acts),
    topic: t(($) => $.search.suggested_topics),
    article: t(($) => $.search.suggested_articles),
  };
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner className={styles.layer} sideOffset={6} align="start">
        <Autocomplete.Popup className={styles.popup} aria-label={t(($) => $.search.suggestions)}>
          <Autocomplete.List className={styles.list}>
            {(group: Group) => (
              <Autocomplete.Group key={group.kind} items={group.items}>
                <Autocomplete.GroupLabel className={styles.label}>
                  {names[group.kind]}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: Suggestion) => (
                    <Item key={`${item.kind} ${item.text}`} item={item} onChoose={onChoose} />
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}

interface ItemProps {
  item: Suggestion;
  onChoose: (item: Suggestion) => void;
}

function Item({ item, onChoose }: ItemProps) {
  const Icon = icons[item.kind];
  return (
    <Autocomplete.Item
      value={item}
      className={classes(row(3), styles.item)}
      onClick={() => onChoose(item)}
    >
      <Icon aria-hidden="true" />
      <span className={styles.text} lang={item.lang}>
        {item.text}
      </span>{' '}
      {item.articles !== undefined && <span className={styles.count}>{item.articles}</span>}
    </Autocomplete.Item>
  );
}
