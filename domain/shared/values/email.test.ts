import { describe, expect, it } from 'vitest';
import { emailAddress } from './email.ts';

describe('emailAddress', () => {
  it('drops invisible characters of a copied address', () => {
    expect(emailAddress.parse('ann\u200b@example.com\u202c')).toBe('ann@example.com');
  });

  it.each([
    'mailto:ann@example.com',
    '<ann@example.com>',
    'Ann Lee <ann@example.com>',
    'ann@example.com.',
    'ann@example.com,',
  ])('takes the address out of %s', (typed) => expect(emailAddress.parse(typed)).toBe('ann@example.com'));

  it('trims and lower-cases', () => {
    expect(emailAddress.parse('  Karin.Lindqvist+home@Example.COM ')).toBe('karin.lindqvist+home@example.com');
  });

  it.each([
    '',
    'karin',
    'karin@',
    '@example.com',
    'karin@example',
    'a b@example.com',
    'a..b@example.com',
    'a@-x.com',
    'a@example.com\nBcc: b@example.org',
    // A backtracking pattern would take years for this one.
    `${'a.'.repeat(120)}@`,
  ])('rejects %j', (typed) => {
    expect(emailAddress.safeParse(typed).error?.issues[0]?.message).toBe('Please enter a valid email address');
  });

  it('allows at most 254 characters', () => {
    const long = `${'a'.repeat(245)}@example.com`;
    expect(emailAddress.safeParse(long).error?.issues.map(({ message }) => message)).toEqual([
      'Email address is too long',
    ]);
  });
});
