import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { maintenanceEvent } from '../api/client.ts';
import { queries } from '../api/queries.ts';

/** Loads the site's facts again when a change is refused because of maintenance. */
export function useMaintenanceNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const load = () => {
      void queryClient.invalidateQueries({ queryKey: queries.site().queryKey });
    };
    window.addEventListener(maintenanceEvent, load);
    return () => window.removeEventListener(maintenanceEvent, load);
  }, [queryClient]);
}
