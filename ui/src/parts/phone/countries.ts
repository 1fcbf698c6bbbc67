import callingCodes from './calling-codes.json';

/* Countries by their calling codes; of those that share one, the main country comes first. */

/** A country or territory, ISO 3166. */
export type CountryCode = string;

/** A number as typed, in a country. */
export interface PhoneValue {
  country: CountryCode;
  /** Without the calling code. */
  number: string;
}

const codes: Record<CountryCode, string> = callingCodes;
const all = Object.keys(codes);

/** The first choice where nothing else is configured. */
const usual = 'RO';

/** What follows the `+`, such as `40`. */
export function callingCode(country: CountryCode): string {
  return codes[country] ?? '';
}

/* Entries of the lists are countries or calling codes with `+`. */
function listed(list: string[]): Set<CountryCode> {
  const wanted = new Set(list.map((entry) => entry.toUpperCase()));
  return new Set(all.filter((country) => wanted.has(country) || wanted.has(`+${codes[country]}`)));
}

/** Which countries are permitted: all without a list. */
interface CountryLists {
  whitelistedCountries?: string[];
  blacklistedCountries?: string[];
}

/** What a form begins with. */
export interface PhoneDefaults extends CountryLists {
  defaultCountry?: string;
  defaultNationalNumber?: string;
  /** In the form of E.164. */
  loginHint?: string;
}

/** The countries that the lists permit, by calling code. */
export function permitted({
  whitelistedCountries,
  blacklistedCountries,
}: CountryLists): CountryCode[] {
  if (whitelistedCountries) {
    const allowed = listed(whitelistedCountries);
    return all.filter((country) => allowed.has(country));
  }
  const forbidden = listed(blacklistedCountries ?? []);
  return all.filter((country) => !forbidden.has(country));
}

const names = new Map<string, Intl.DisplayNames>();

/** The country's name in a language. */
export function countryName(country: CountryCode, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  names.set(language, known);
  return known.of(country) ?? country;
}

/** Countries in the order of their names in a language. */
export function byName(countries: CountryCode[], language: string): CountryCode[] {
  const { compare } = new Intl.Collator(language);
  return countries.toSorted((a, b) => compare(countryName(a, language), countryName(b, language)));
}

/** The digits after a `+`; `undefined` for a number without calling code. */
function international(text: string): string | undefined {
  const typed = text.trim();
  return typed.startsWith('+') ? typed.replace(/\D/g, '') : undefined;
}

/** The country that a typed calling code selects; `undefined` to keep the selected one. */
export function countryTyped(
  text: string,
  selected: CountryCode,
  countries: CountryCode[],
): CountryCode | undefined {
  const digits = international(text);
  if (digits === undefined) return undefined;
  const code = longestCode(digits, countries);
  if (code === undefined || code === callingCode(selected)) return undefined;
  return countries.find((country) => callingCode(country) === code);
}

function longestCode(digits: string, countries: CountryCode[]): string | undefined {
  const known = countries.map(callingCode).filter((code) => digits.startsWith(code));
  return known.toSorted((a, b) => b.length - a.length)[0];
}

/** The typed number without its calling code; `undefined` if the code is not permitted. */
export function withoutCode(
  text: string,
  selected: CountryCode,
  countries: CountryCode[],
): PhoneValue | undefined {
  const digits = international(text);
  if (digits === undefined) return { country: selected, number: text.trim() };
  if (digits === '') return { country: selected, number: '' };
  // A permitted code must not match the beginning of another country's longer code.
  const code = longestCode(digits, all);
  const country = countryTyped(text, selected, countries) ?? selected;
  if (code === undefined || callingCode(country) !== code) {
    return all.some((one) => callingCode(one).startsWith(digits))
      ? { country: selected, number: '' }
      : undefined;
  }
  return { country, number: digits.slice(code.length) };
}

/** What the phone page begins with. */
export function initialPhone(
  option: PhoneDefaults,
  language: string,
  isOnlyMethod: boolean,
): PhoneValue {
  const countries = permitted(option);
  const known = (country: string | undefined) =>
    countries.find((one) => one === country?.toUpperCase());
  const fallback = known(usual) ?? byName(countries, language)[0] ?? usual;
  const hinted = option.loginHint && withoutCode(option.loginHint, fallback, countries);
  if (hinted) return { ...hinted, number: isOnlyMethod ? hinted.number : '' };
  const number = (isOnlyMethod && option.defaultNationalNumber) || '';
  return { country: known(option.defaultCountry) ?? fallback, number };
}
