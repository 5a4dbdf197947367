import { expect, it } from 'vitest';
import { isLikelyAdvertising } from './advertising.ts';

it.each<[string[], boolean, boolean]>([
  [['Cheap stones www.headstones.example', 'Jo'], true, true],
  [['Best Prices', 'Sales Team'], false, true],
  [['Best Prices', 'Sales Team'], true, false],
  [['Vincent Price', 'Minh Loan'], false, false],
  [['Mary St. Clair-Com', 'J. R. Organ'], false, false],
])('takes the names %j (bot check passed: %s) for advertising: %s', (names, isVerified, expected) => {
  expect(isLikelyAdvertising(names, isVerified)).toBe(expected);
});
