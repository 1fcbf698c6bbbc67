import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';

/** The way to the questions, which decide what concerns the reader. */
export function AskLine() {
  const { t } = useTranslation();
  const to = useAppPaths();
  return (
    <p className="home-ask" data-print="hide">
      <Link to={to.questions()}>{t(($) => $.feed.ask)}</Link>
    </p>
  );
}
