import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceSteps, useDeviceSteps } from './device-steps.ts';

function Shown({ slug }: { slug: string }) {
  return <p>{useDeviceSteps()[slug]?.join(' ')}</p>;
}

const kept = () => JSON.parse(window.localStorage.getItem('paragraf::done') ?? '{}');

describe('the steps done on this device', () => {
  beforeEach(() => {
    window.localStorage.setItem('paragraf::done', '{}');
  });

  test('are kept by article and step', () => {
    render(<Shown slug="lege-1" />);
    act(() => deviceSteps.set('lege-1', 'depune', true));
    act(() => deviceSteps.set('lege-2', 'verifica', true));
    expect(screen.getByText('depune')).toBeVisible();
    act(() => deviceSteps.set('lege-1', 'verifica', true));
    act(() => deviceSteps.set('lege-1', 'verifica', true));
    expect(screen.getByText('depune verifica')).toBeVisible();
    expect(kept()).toEqual({ 'lege-1': ['depune', 'verifica'], 'lege-2': ['verifica'] });
    act(() => deviceSteps.set('lege-1', 'depune', false));
    act(() => deviceSteps.set('lege-1', 'verifica', false));
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
    for (let number = 0; number < 205; number += 1) deviceSteps.set(`lege-${number}`, 'a', true);
    expect(Object.keys(kept())).toHaveLength(200);
    expect(kept()).toHaveProperty('lege-204');
    expect(kept()).not.toHaveProperty('lege-4');
  });

  test('the newest ticks of an article are kept', () => {
    for (let number = 0; number < 102; number += 1) deviceSteps.set('lege-1', `${number}`, true);
    expect(kept()['lege-1']).toHaveLength(100);
    expect(kept()['lege-1'][0]).toBe('2');
  });

  test('those that reached an account are forgotten, the others stay', () => {
    deviceSteps.set('lege-1', 'depune', true);
    deviceSteps.set('lege-2', 'verifica', true);
    deviceSteps.set('lege-2', 'depune', true);
    deviceSteps.remove({ 'lege-1': ['depune'], 'lege-2': ['depune'], 'lege-3': ['depune'] });
    expect(kept()).toEqual({ 'lege-2': ['verifica'] });
  });
});
