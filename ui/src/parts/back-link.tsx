import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import type { PageLocationState } from '../hooks/use-page.ts';

/**
 * The arrow back to Home or to the list the reader came from.
 *
 * Goes back in history when possible, so that filters, loaded pages and scroll position are kept.
 */
export function BackLink() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const navigate = useNavigate();
  const { home, list, search } = (useLocation().state as PageLocationState | null) ?? {};
  const from = list ? to.screen(list) : (search ?? home);
  const back = list ?? (search ? ('search' as const) : undefined);

  function goBack(event: MouseEvent) {
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!from || !plain || event.button !== 0) return;
    event.preventDefault();
    navigate(-1);
  }

  return (
    <Link to={from ?? to.home()} className="back-link" onClick={goBack} data-print="hide">
      <ArrowLeft aria-hidden="true" />
      {back ? t(($) => $.common[`back_${back}`]) : t(($) => $.common.back_home)}
    </Link>
  );
}
