import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { DeferredScreen, deferred } from './deferred.tsx';

function Greeting({ name }: { name: string }) {
  return <p>Hello, {name}</p>;
}

function show(of: ReturnType<typeof deferred<{ name: string }>>) {
  render(
    <Suspense fallback={<p>Loading</p>}>
      <DeferredScreen screen={of} props={{ name: 'Ana' }} />
    </Suspense>,
  );
}

test('code that is here already is drawn without a fallback', async () => {
  const greeting = deferred(async () => Greeting);
  await greeting.load();
  show(greeting);
  expect(screen.getByText('Hello, Ana')).toBeVisible();
});

test('loading code is awaited', async () => {
  show(deferred(async () => Greeting));
  expect(screen.getByText('Loading')).toBeVisible();
  expect(await screen.findByText('Hello, Ana')).toBeVisible();
});
