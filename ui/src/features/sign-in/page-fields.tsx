import { useTranslation } from 'react-i18next';
import { signUpInputDisplayNameMaxLength } from '../../api/limits.gen.ts';
import { codeDigits, recoveryCodeRoom } from '../../api/one-time-code.ts';
import { useAuthText } from '../../hooks/use-auth-text.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldName } from './pages.ts';
import { useWidget } from './widget-context.ts';

/** The error text of a field of the page, if any. */
export function useFieldError(): (name: FieldName) => string | undefined {
  const errorText = useAuthText();
  const { page, runner } = useWidget();
  return (name) => {
    const code = page.errors?.[name];
    return code === undefined ? undefined : errorText(code, { min: runner.config.passwordMin });
  };
}

export function EmailField({ email }: { email: string }) {
  const { t } = useTranslation();
  const { credentialHelper: helper } = useWidget().runner.config;
  const error = useFieldError();
  return (
    <TextField
      type="email"
      name="email"
      autoComplete={helper === 'passkey' ? 'username webauthn' : 'username'}
      autoCapitalize="off"
      spellCheck={false}
      defaultValue={email}
      label={t(($) => $.sign_in.label.email)}
      error={error('email')}
    />
  );
}

export function NameField() {
  const { t } = useTranslation();
  const error = useFieldError();
  return (
    <TextField
      type="text"
      name="name"
      autoComplete="name"
      maxLength={signUpInputDisplayNameMaxLength}
      label={t(($) => $.sign_in.label.name)}
      error={error('name')}
    />
  );
}

/** The code of a second factor, or a recovery code. */
export function CodeField({ recovery = false }: { recovery?: boolean }) {
  const { t } = useTranslation();
  const error = useFieldError();
  return (
    <TextField
      type="text"
      name="code"
      autoComplete={recovery ? 'off' : 'one-time-code'}
      autoCapitalize="off"
      spellCheck={false}
      inputMode={recovery ? 'text' : 'numeric'}
      // Room for the space that apps show in the middle.
      maxLength={recovery ? recoveryCodeRoom : codeDigits + 1}
      label={recovery ? t(($) => $.sign_in.label.recovery_code) : t(($) => $.sign_in.label.code)}
      error={error('code')}
    />
  );
}

export function CurrentPasswordField() {
  const { t } = useTranslation();
  const error = useFieldError();
  return (
    <PasswordField
      name="password"
      autoComplete="current-password"
      label={t(($) => $.sign_in.label.password)}
      error={error('password')}
    />
  );
}

export function NewPasswordField({ label }: { label: string }) {
  const error = useFieldError();
  return (
    <PasswordField
      name="newPassword"
      autoComplete="new-password"
      label={label}
      error={error('newPassword')}
    />
  );
}
