import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folded } from '../../i18n/folded.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import { above, grid } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { byName, type CountryCode, callingCode, countryName } from './countries.ts';
import styles from './phone.module.css';

interface CountrySelectProps {
  value: CountryCode;
  countries: CountryCode[];
  onChoose: (country: CountryCode) => void;
}

/** The country of a number: a button that opens the list of countries. */
export function CountrySelect({ value, countries, onChoose }: CountrySelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const name = countryName(value, language);
  const code = `+${callingCode(value)}`;
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.country}
        aria-label={t(($) => $.sign_in.country.selected, { name, code })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true" className={styles.letters}>
          {value}
        </span>
        <bdi dir="ltr">{code}</bdi>
        <ChevronDown aria-hidden="true" />
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={t(($) => $.sign_in.country.title)}
        opener={opener}
      >
        <CountryList
          value={value}
          countries={byName(countries, language)}
          onChoose={(country) => {
            setOpen(false);
            onChoose(country);
          }}
        />
      </Modal>
    </>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/* A text field that filters, and the list that it controls: the focus stays in the field. */
function CountryList({ value, countries, onChoose }: CountrySelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(value);
  const list = useRef<HTMLDivElement>(null);
  const wanted = folded(search.trim());
  const found = countries.filter((country) => {
    const words = `${folded(countryName(country, language))} +${callingCode(country)} ${country.toLowerCase()}`;
    return words.includes(wanted);
  });
  const current = found.includes(active) ? active : found[0];

  useEffect(() => {
    const row = current && list.current?.querySelector(`[data-country=${current}]`);
    if (row) row.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  function move(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      if (current) onChoose(current);
      return;
    }
    const step = steps[event.key];
    if (step === undefined || current === undefined) return;
    event.preventDefault();
    const at = Math.min(found.length - 1, Math.max(0, found.indexOf(current) + step));
    setActive(found[at] ?? current);
  }

  return (
    <div className={classes(grid(3), above(4))}>
      <TextField
        type="search"
        label={t(($) => $.sign_in.country.search)}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={move}
        {...(current && { 'aria-activedescendant': `${id}-${current}` })}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t(($) => $.sign_in.country.title)}
        className={styles.list}
      >
        {found.map((country) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that controls the list has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={country}
            id={`${id}-${country}`}
            role="option"
            aria-selected={country === current}
            data-country={country}
            className={styles.option}
            onClick={() => onChoose(country)}
          >
            <span aria-hidden="true" className={styles.letters}>
              {country}
            </span>
            <span>{countryName(country, language)}</span>
            <bdi dir="ltr" className={styles.code}>
              +{callingCode(country)}
            </bdi>
          </div>
        ))}
      </div>
      <p role="status" className={styles.none}>
        {found.length === 0 && t(($) => $.sign_in.country.none)}
      </p>
    </div>
  );
}
