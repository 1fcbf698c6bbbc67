import { useTranslation } from 'react-i18next';
import type { Site } from '../api/types.ts';

/** Says that the site can only be read for a while, with the operator's words if there are some. */
export function MaintenanceNotice({ maintenance }: { maintenance: Site['maintenance'] }) {
  const { t } = useTranslation();
  if (!maintenance) return null;
  return (
    <p className="frame-offline" role="status" data-print="hide">
      {t(($) => $.common.maintenance)} {maintenance.message}
    </p>
  );
}
