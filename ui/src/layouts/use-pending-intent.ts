import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fulfil } from '../api/marks.ts';
import { useSession } from '../api/session.ts';
import { accountIntent } from '../hooks/account-intent.ts';
import { useUid } from '../hooks/use-user-data.ts';
import { screenOf } from '../paths.ts';

/** Carries out a visitor's intent once, after signing in and returning to its place. */
export function usePendingIntent(): void {
  const client = useQueryClient();
  const { status } = useSession();
  const uid = useUid();
  const atAuth = screenOf(useSearchParams()[0]) === 'auth';
  const wasAtAuth = useRef(atAuth);

  useEffect(() => {
    if (uid === undefined || atAuth) return;
    const mark = accountIntent.take();
    if (mark) void fulfil(client, uid, mark);
  }, [client, uid, atAuth]);

  useEffect(() => {
    if (wasAtAuth.current && !atAuth && status === 'signed_out') accountIntent.forget();
    wasAtAuth.current = atAuth;
  }, [atAuth, status]);
}
