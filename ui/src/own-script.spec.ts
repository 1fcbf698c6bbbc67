import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a script of this site is accepted, another one is refused', async () => {
  const { ownScript } = await import('./own-script.ts');
  expect(ownScript('/service-worker.js')).toBe('/service-worker.js');
  for (const foreign of ['https://evil.example/x.js', '//evil.example/x.js', 'data:,x', 'blob:x']) {
    expect(() => ownScript(foreign)).toThrow('not a script of this site');
  }
});

test('a browser with Trusted Types gets the value that the policy made', async () => {
  const createPolicy = vi.fn((_: string, rules: { createScriptURL: (url: string) => string }) => ({
    createScriptURL: (url: string) => ({ made: rules.createScriptURL(url) }),
  }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.resetModules();
  const { ownScript } = await import('./own-script.ts');
  expect(ownScript('/worker.js')).toEqual({ made: '/worker.js' });
  expect(() => ownScript('https://evil.example/x.js')).toThrow(TypeError);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['paragraf']);
});
