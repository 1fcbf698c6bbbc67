import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';
import { readConfig } from './config.ts';
import type { ConfigInput } from './config-types.ts';
import { PageView } from './pages/page-view.tsx';
import { Runner } from './runner.ts';
import styles from './sign-in.module.css';
import { WidgetContext } from './widget-context.ts';

/** The pages of a running widget. */
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
  /** Read once; change the `key` to restart the widget. */
  config: ConfigInput;
  /** An e-mail known to the host: the flow begins with its look-up. */
  email?: string;
}

/** The widget as a component: starts shortly after mounting, ends on unmounting. */
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
