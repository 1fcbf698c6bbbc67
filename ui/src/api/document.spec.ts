// @vitest-environment node
import { createConfig, lint } from '@redocly/openapi-core';
import { expect, it } from 'vitest';

it('keeps the API document within the recommended rules for OpenAPI', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: '../src/web/openapi.json', config });
  const found = problems.map(
    ({ ruleId, message, location }) => `${location[0]?.pointer} ${ruleId}: ${message}`,
  );
  expect(found).toEqual([]);
});
