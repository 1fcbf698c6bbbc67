import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import { type CountryCode, countryTyped, type PhoneValue } from './countries.ts';
import { CountrySelect } from './country-select.tsx';

interface NumberInputProps {
  value: PhoneValue;
  countries: CountryCode[];
  error: string | undefined;
  onChange: (value: PhoneValue) => void;
}

/** A telephone number with its country; a typed calling code switches the country. */
export function NumberInput({ value, countries, error, onChange }: NumberInputProps) {
  const { t } = useTranslation();
  return (
    <TextField
      type="tel"
      name="phone"
      autoComplete="tel"
      label={t(($) => $.sign_in.label.phone)}
      value={value.number}
      error={error}
      icon={
        <CountrySelect
          value={value.country}
          countries={countries}
          onChoose={(country) => onChange({ ...value, country })}
        />
      }
      onChange={({ target: { value: number } }) =>
        onChange({
          country: countryTyped(number, value.country, countries) ?? value.country,
          number,
        })
      }
    />
  );
}
