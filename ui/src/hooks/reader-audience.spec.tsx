import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deviceInterests } from './device-interests.ts';
import { useReaderAudience } from './reader-audience.ts';

function Shown() {
  return <p>{useReaderAudience().join(' ')}</p>;
}

test('the topics chosen on this device say what the reader is', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('paragraph')).toHaveTextContent('');
  act(() => deviceInterests.set(['terenuri', 'subventii', 'digital']));
  expect(screen.getByRole('paragraph')).toHaveTextContent('land_owner farmer');
  act(() => deviceInterests.set([]));
});
