import { useEffect, useState } from 'react';
import { CaptchaBox } from '../../parts/phone/captcha-box.tsx';
import { type PhoneValue, permitted } from '../../parts/phone/countries.ts';
import { NumberInput } from '../../parts/phone/number-input.tsx';
import type { SignInOption } from './config-types.ts';
import { logError } from './console.ts';
import { useFieldError } from './page-fields.tsx';
import { useWidget } from './widget-context.ts';

interface PhoneFieldProps {
  /** What the page has: it replaces the typed number after each attempt. */
  phone: PhoneValue;
  option: SignInOption;
}

/** Country and number: the fields `country` and `phone` of the form. */
export function PhoneField({ phone, option }: PhoneFieldProps) {
  const error = useFieldError();
  const { attempt = 0 } = useWidget().page;
  const [typed, setTyped] = useState(phone);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an attempt replaces what is typed
  useEffect(() => setTyped(phone), [attempt]);

  return (
    <>
      <input type="hidden" name="country" value={typed.country} />
      <NumberInput
        value={typed}
        countries={permitted(option)}
        error={error('phone')}
        onChange={setTyped}
      />
    </>
  );
}

/** The captcha: its token is the field `captcha` of the form. */
export function CaptchaField({ option }: { option: Pick<SignInOption, 'recaptchaParameters'> }) {
  const { page, runner } = useWidget();
  const [token, setToken] = useState('');
  return (
    <>
      <input type="hidden" name="captcha" value={token} />
      <CaptchaBox
        settings={runner.config.captcha}
        parameters={option.recaptchaParameters}
        solved={token !== ''}
        error={page.errors?.captcha}
        onToken={(next) => {
          setToken(next);
          runner.edit('captcha');
        }}
        onBroken={(problem) => {
          logError('The captcha could not be shown.', problem);
          runner.fail('captcha_unavailable');
        }}
      />
    </>
  );
}
