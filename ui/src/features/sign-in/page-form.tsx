import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { stack } from '../../ui/layout.ts';
import type { ButtonName } from './model.ts';
import type { FieldName, Fields } from './pages.ts';
import styles from './sign-in.module.css';
import { useWidget } from './widget-context.ts';

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [])];
}

function fieldsOf(form: HTMLFormElement | null): Fields {
  return form ? (Object.fromEntries(new FormData(form)) as Fields) : {};
}

/**
 * The form of a page. The browser holds the values; the flow gets them on submit.
 *
 * Its children are fields first and a `Submit` last.
 */
export function PageForm({ children }: { children: ReactNode }) {
  const { page, runner } = useWidget();
  const form = useRef<HTMLFormElement>(null);
  const { attempt = 0 } = page;

  useEffect(() => {
    const inputs = inputsOf(form.current);
    (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
  }, []);

  useEffect(() => {
    if (attempt > 0) {
      inputsOf(form.current)
        .find((input) => input.getAttribute('aria-invalid') === 'true')
        ?.focus();
    }
  }, [attempt]);

  function submit(event: FormEvent) {
    event.preventDefault();
    runner.submit(fieldsOf(form.current));
  }

  function edit({ target }: FormEvent) {
    if (target instanceof HTMLInputElement) runner.edit(target.name as FieldName);
  }

  /* Enter moves to the next field and submits from the last one. */
  function goOn(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    const inputs = inputsOf(form.current);
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <form
      ref={form}
      className={stack(4)}
      noValidate
      onSubmit={submit}
      onInput={edit}
      onKeyDown={goOn}
    >
      {children}
    </form>
  );
}

interface FlowButtonProps {
  button: ButtonName;
  look?: 'primary' | 'quiet' | 'link';
  children: ReactNode;
}

/** A button that leads elsewhere; the form's input is kept. */
export function FlowButton({ button, look = 'quiet', children }: FlowButtonProps) {
  const { runner } = useWidget();
  function act({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    runner.do(button, fieldsOf(currentTarget.form));
  }
  if (look === 'link') {
    return (
      <button type="button" className={styles.link} onClick={act}>
        {children}
      </button>
    );
  }
  return (
    <Button variant={look} onClick={act}>
      {children}
    </Button>
  );
}

/** The submit button; it stays in place while a request is pending. */
export function Submit({ children }: { children: ReactNode }) {
  const { pending } = useWidget();
  return (
    <Button type="submit" variant="primary" aria-disabled={pending}>
      {children}
    </Button>
  );
}

/** The row of buttons at the end of a page; the main one is last. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
