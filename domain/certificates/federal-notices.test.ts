import { expect, it } from 'vitest';
import { socialSecurityNotices, veteransNotices } from './federal-notices.ts';

it.each([
  ['electronic', /^Do not send Form SSA-721/],
  ['paper', /^Send Form SSA-721/],
])('of a certificate that is %s: %s', (death_cert_type, words) => {
  const [notice, ...others] = socialSecurityNotices({ death_cert_type });
  expect(notice?.text).toMatch(words);
  // Survivors get their pages either way.
  expect(notice?.text).toMatch(/survivors? .*to the family/);
  expect(others).toEqual([]);
});

it('of a certificate that nobody has begun: nothing', () => {
  for (const values of [{}, { death_cert_type: '' }, { death_cert_type: 'toString' }])
    expect(socialSecurityNotices(values)).toEqual([]);
});

it('of a veteran: cemetery, allowance, headstone and flag, each with its form; of anybody else nothing', () => {
  const notices = veteransNotices({ is_veteran: true });
  expect(notices.map(({ text }) => /40-10007|21P-530EZ|40-1330|27-2008/.exec(text)?.[0])).toEqual([
    '40-10007',
    '21P-530EZ',
    '40-1330',
    '27-2008',
  ]);
  expect(veteransNotices({ is_veteran: false })).toEqual([]);
  expect(veteransNotices({})).toEqual([]);
});
