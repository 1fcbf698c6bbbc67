import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './operator.module.css';

interface SearchFormProps {
  label: string;
  onSearch: (text: string) => void;
  /** Further filters. */
  children?: ReactNode;
}

/** Asks the server when the form is sent, not with each key. */
export function SearchForm({ label, onSearch, children }: SearchFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');

  function send(event: FormEvent) {
    event.preventDefault();
    onSearch(text.trim());
  }

  return (
    <form className={styles.search} onSubmit={send}>
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        icon={<Search aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {children}
      <Button type="submit" variant="primary">
        {t(($) => $.operator.search)}
      </Button>
    </form>
  );
}
