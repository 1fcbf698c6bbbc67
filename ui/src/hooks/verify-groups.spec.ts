import { expect, test } from 'vitest';
import { verifyGroups } from './verify-groups.ts';

test('lines are grouped by what to verify, each name once, and small groups are left out', () => {
  const lines = [
    { name: 'D112', verify: 'a' },
    { name: 'D205', verify: 'b' },
    { name: 'L153', verify: 'a' },
    { name: 'D112', verify: 'a' },
  ];
  const first = { verify: 'a', names: ['D112', 'L153'] };
  expect(verifyGroups(lines)).toEqual([first, { verify: 'b', names: ['D205'] }]);
  expect(verifyGroups(lines, 2)).toEqual([first]);
});
