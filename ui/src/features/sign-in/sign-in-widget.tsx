import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';
import { readConfig } from './config.ts';
import type { ConfigInput } from './config-types.ts';
import { PageView } from './pages/page-view.tsx';
import { Runner } from './runner.ts';
import styles from './sign-in.module.css';
import { WidgetContext } from './widget-context.ts';

/** The pages of a widget that somebody else starts. */
export function WidgetView({ runner }: { runner: Runner }) {
  const shown = useSyncExternalStore(runner.subscribe, runner.snapshot);
  const language = useLanguage();
  if (!shown) return null;
  return (
    <WidgetContext value={{ ...shown, runner }}>
      <div className={styles.widget} lang={runner.config.uiLanguage ?? language}>
        <PageView key={shown.visit} page={shown.page} />
      </div>
    </WidgetContext>
  );
}

interface SignInWidgetProps {
  /** Read once; a `key` that changes with it starts the widget anew. */
  config: ConfigInput;
  /** An e-mail that the host knows: the flow begins with its look-up. */
  email?: string;
}

/** The sign-in as a component: starts a moment after it is mounted, ends when it goes. */
export function SignInWidget({ config, email }: SignInWidgetProps) {
  const [runner, setRunner] = useState<Runner>();
  const [input] = useState(() => ({ config: readConfig(config), email }));

  useEffect(() => {
    const started = new Runner(input.config);
    const timer = setTimeout(() => {
      setRunner(started);
      started.start(input.email);
    }, input.config.mountDelayMs);
    return () => {
      clearTimeout(timer);
      started.stop();
    };
  }, [input]);

  return runner ? <WidgetView runner={runner} /> : null;
}
