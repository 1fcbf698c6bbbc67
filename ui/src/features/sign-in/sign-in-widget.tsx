import { useEffect, useState } from 'react';
import { AuthUI } from './auth-ui.tsx';
import type { ConfigInput } from './config-types.ts';
import type { Runner } from './runner.ts';
import { WidgetView } from './widget-view.tsx';

interface SignInWidgetProps {
  /** Read once; change the `key` to restart the widget. */
  config: ConfigInput;
  /** An e-mail known to the host: the flow begins with its look-up. */
  email?: string;
}

/** The widget as a component: starts shortly after mounting, ends on unmounting. */
export function SignInWidget({ config, email }: SignInWidgetProps) {
  const [runner, setRunner] = useState<Runner>();
  const [input] = useState(() => ({ config, email }));

  useEffect(() => {
    const ui = new AuthUI();
    ui.setConfig(input.config);
    const timer = setTimeout(() => setRunner(ui.run(input.email)), ui.mountDelayMs);
    return () => {
      clearTimeout(timer);
      ui.delete();
    };
  }, [input]);

  return runner ? <WidgetView runner={runner} /> : null;
}
