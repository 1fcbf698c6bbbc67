import { createConfig, lint } from '@redocly/openapi-core';
import { expect, it } from 'vitest';

it('keeps the API document within the recommended rules for OpenAPI', async () => {
  // An operation that only redirects has no 2xx response.
  const rules = { 'operation-2xx-response': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lint({ ref: '../src/web/openapi.json', config });
  const found = problems.map(
    ({ ruleId, message, location }) => `${location[0]?.pointer} ${ruleId}: ${message}`,
  );
  expect(found).toEqual([]);
});
