import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { setStepDone, useDoneSteps } from './done-steps.ts';

function Shown({ slug }: { slug: string }) {
  return <p>{useDoneSteps(slug).join(' ')}</p>;
}

const kept = () => JSON.parse(window.localStorage.getItem('paragraf::done') ?? '{}');

describe('steps that are done', () => {
  beforeEach(() => {
    window.localStorage.setItem('paragraf::done', '{}');
  });

  test('are kept on the device, by article and step', () => {
    render(<Shown slug="lege-1" />);
    act(() => setStepDone('lege-1', 'depune', true));
    act(() => setStepDone('lege-2', 'verifica', true));
    expect(screen.getByText('depune')).toBeVisible();
    act(() => setStepDone('lege-1', 'verifica', true));
    act(() => setStepDone('lege-1', 'verifica', true));
    expect(screen.getByText('depune verifica')).toBeVisible();
    expect(kept()).toEqual({ 'lege-1': ['depune', 'verifica'], 'lege-2': ['verifica'] });
    act(() => setStepDone('lege-1', 'depune', false));
    act(() => setStepDone('lege-1', 'verifica', false));
    expect(kept()).toEqual({ 'lege-2': ['verifica'] });
  });

  test('follow another tab', () => {
    render(<Shown slug="lege-1" />);
    window.localStorage.setItem('paragraf::done', '{"lege-1":["depune"]}');
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(screen.getByText('depune')).toBeVisible();
  });

  test.each(['no JSON', 'null', '7', '{"lege-1":"x"}', '{"lege-1":[1]}'])(
    'nothing is read from %s',
    (text) => {
      window.localStorage.setItem('paragraf::done', text);
      const { container } = render(<Shown slug="lege-1" />);
      expect(container).toHaveTextContent(/^$/);
    },
  );

  test('the oldest articles make room', () => {
    for (let number = 0; number < 205; number += 1) setStepDone(`lege-${number}`, 'a', true);
    expect(Object.keys(kept())).toHaveLength(200);
    expect(kept()).toHaveProperty('lege-204');
    expect(kept()).not.toHaveProperty('lege-4');
  });
});
