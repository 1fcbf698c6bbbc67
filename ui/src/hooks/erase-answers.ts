import type { QueryClient } from '@tanstack/react-query';
import { concernQueries } from '../api/concerns.ts';
import { keptReport } from '../api/kept-report.ts';
import { deviceAnswers } from './device-answers.ts';

/** Erases the answers on this device, and what was decided by them. */
export function eraseAnswers(client: QueryClient): void {
  deviceAnswers.erase();
  void client.cancelQueries({ queryKey: concernQueries.reports });
  client.removeQueries({ queryKey: concernQueries.reports });
  keptReport.remove();
}
