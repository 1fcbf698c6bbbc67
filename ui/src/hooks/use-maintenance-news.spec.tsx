import { expect, test, vi } from 'vitest';
import { unwrap } from '../api/client.ts';
import { fakeServer } from '../test/fake-server.ts';
import { renderApp } from '../test/render-app.tsx';
import { useMaintenanceNews } from './use-maintenance-news.ts';

function Listener() {
  useMaintenanceNews();
  return null;
}

test('a change that is refused because of maintenance loads the facts of the site', () => {
  fakeServer({});
  const { queryClient } = renderApp({ element: <Listener /> });
  const load = vi.spyOn(queryClient, 'invalidateQueries');
  const refuse = (code: string) => {
    const answer = { error: { error: 'x', code }, response: new Response(null, { status: 503 }) };
    expect(() => unwrap(answer)).toThrow('x');
  };
  refuse('unavailable');
  expect(load).not.toHaveBeenCalled();
  refuse('maintenance');
  expect(load).toHaveBeenCalledWith({ queryKey: ['site'] });
});
