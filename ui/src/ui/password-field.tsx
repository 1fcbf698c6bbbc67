import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, useRef, useState } from 'react';
import styles from './password-field.module.css';
import { TextField } from './text-field.tsx';

interface PasswordFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  /** The names of the control that shows what is typed; without them there is none. */
  toggle?: { show: string; hide: string };
}

/** A password; what was typed can be looked at, and stays typed. */
export function PasswordField({ label, error, toggle, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function flip() {
    setVisible((now) => !now);
    field.current?.focus();
  }

  return (
    <TextField
      {...input}
      label={label}
      error={error}
      inputRef={field}
      type={visible ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      {...(toggle && {
        trailing: (
          <button
            type="button"
            className={styles.toggle}
            aria-label={visible ? toggle.hide : toggle.show}
            onClick={flip}
          >
            {visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </button>
        ),
      })}
    />
  );
}
