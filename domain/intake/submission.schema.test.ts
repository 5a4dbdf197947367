import { expect, it } from 'vitest';
import { advertisingSign } from './submission.schema.ts';

it.each<[string[], boolean, string | undefined]>([
  [['Cheap stones www.headstones.example', 'Jo'], true, 'link'],
  [['Best Prices www.headstones.example', 'Jo'], false, 'link'],
  [['Best Prices', 'Sales Team'], false, 'words'],
  [['Best Prices', 'Sales Team'], true, undefined],
  [['Vincent Price', 'Minh Loan'], false, undefined],
  [['Mary St. Clair-Com', 'J. R. Organ'], false, undefined],
])('takes the names %j (bot check passed: %s) for advertising by: %s', (names, isVerified, expected) => {
  expect(advertisingSign(names, isVerified)).toBe(expected);
});
