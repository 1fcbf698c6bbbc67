import { useSyncExternalStore } from 'react';
import { LanguageScope } from '../../i18n/language-scope.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { PageView } from './pages/page-view.tsx';
import type { Runner } from './runner.ts';
import styles from './sign-in.module.css';
import { WidgetContext } from './widget-context.ts';

/** The pages of a running widget. */
export function WidgetView({ runner }: { runner: Runner }) {
  const shown = useSyncExternalStore(runner.subscribe, runner.snapshot);
  const language = useLanguage();
  if (!shown) return null;
  const own = runner.config.uiLanguage ?? language;
  return (
    <LanguageScope language={own}>
      <WidgetContext value={{ ...shown, runner }}>
        <div className={styles.widget} lang={own}>
          <PageView key={shown.visit} page={shown.page} />
        </div>
      </WidgetContext>
    </LanguageScope>
  );
}
