import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../ui/text-field.tsx';
import styles from './password-field.module.css';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'inputRef'>;

/** A password field with a show toggle. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function flip() {
    setShown((now) => !now);
    field.current?.focus();
  }

  return (
    <TextField
      {...props}
      inputRef={field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={
            shown ? t(($) => $.sign_in.a11y.hide_password) : t(($) => $.sign_in.a11y.show_password)
          }
          onClick={flip}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  );
}
