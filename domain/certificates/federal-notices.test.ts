import { expect, it } from 'vitest';
import { socialSecurityNotices, veteransNotices } from './federal-notices.ts';

it.each([
  ['electronic', /^Do not send Form SSA-721/],
  ['paper', /^Send Form SSA-721/],
])('describes for a certificate that is %s: %s', (death_cert_type, words) => {
  const [notice, ...others] = socialSecurityNotices({ death_cert_type });
  expect(notice?.text).toMatch(words);
  // Survivors get their pages in either case.
  expect(notice?.text).toMatch(/survivors? .*to the family/);
  expect(others).toEqual([]);
});

it('describes nothing before a certificate is begun', () => {
  for (const values of [{}, { death_cert_type: '' }, { death_cert_type: 'toString' }])
    expect(socialSecurityNotices(values)).toEqual([]);
});

it('lists cemetery, allowance, headstone and flag with their forms for veterans only', () => {
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
