import type { QueryClient } from '@tanstack/react-query';
import { concernQueries } from '../api/concerns.ts';
import { keptReport } from '../api/kept-report.ts';
import { deviceAnswers } from './device-answers.ts';

/** Forgets what was decided by the answers of a visitor, or of an account. */
export function forgetReports(client: QueryClient, uid: string | undefined): void {
  void client.cancelQueries({ queryKey: concernQueries.reports(uid) });
  client.removeQueries({ queryKey: concernQueries.reports(uid) });
  keptReport.remove();
}

/** Erases the answers on this device, and what was decided by them. */
export function eraseAnswers(client: QueryClient): void {
  deviceAnswers.erase();
  forgetReports(client, undefined);
}
