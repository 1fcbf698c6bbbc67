import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fulfil } from '../api/marks.ts';
import { useSession } from '../api/session.ts';
import { accountIntent } from '../hooks/account-intent.ts';
import { useMarkReport } from '../hooks/use-mark-report.ts';
import { useUid } from '../hooks/use-user-data.ts';
import { screenOf } from '../paths.ts';

/** Carries out a visitor's intent once, after signing in and returning to its place. */
export function usePendingIntent(): void {
  const client = useQueryClient();
  const { status } = useSession();
  const uid = useUid();
  const atAuth = screenOf(useSearchParams()[0]) === 'auth';
  const report = useMarkReport();
  const wasAtAuth = useRef(atAuth);

  const setWanted = useEffectEvent((reader: string) => {
    for (const mark of accountIntent.take()) void report(fulfil(client, reader, mark));
  });

  useEffect(() => {
    if (uid === undefined || atAuth) return;
    setWanted(uid);
  }, [uid, atAuth]);

  useEffect(() => {
    if (wasAtAuth.current && !atAuth && status === 'signed_out') accountIntent.forget();
    wasAtAuth.current = atAuth;
  }, [atAuth, status]);
}
