import { describe, expect, it } from 'vitest';
import { formatPhone, parsePhone, phoneNumber } from './phone.ts';

describe('parsePhone', () => {
  it.each([
    ['9045550100', '9045550100'],
    ['(904) 555-0100', '9045550100'],
    ['+1 904.555.0100', '19045550100'],
  ])('reads %s', (typed, digits) => expect(parsePhone(typed)).toEqual({ digits }));

  it.each([
    ['904555010', 'Phone number must be 10 digits'],
    ['29045550100', 'Invalid country code'],
    ['904555010012', 'Phone number must be 10 digits'],
    ['904-555-HELP', 'Phone number must be 10 digits'],
    ['', 'Phone number must be 10 digits'],
  ])('refuses %j', (typed, problem) => {
    expect(parsePhone(typed)).toEqual({ problem });
    expect(phoneNumber.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([problem]);
  });

  it('keeps digits alone', () => expect(phoneNumber.parse('(904) 555-0100')).toBe('9045550100'));
});

describe('formatPhone', () => {
  it.each([
    ['', ''],
    ['904', '904'],
    ['90455', '(904) 55'],
    ['9045550', '(904) 555-0'],
    ['9045550100', '(904) 555-0100'],
    ['19045550100', '+1 (904) 555-0100'],
    ['904555010099', '904555010099'],
    ['call me', 'call me'],
  ])('shows %j as %j', (typed, shown) => expect(formatPhone(typed)).toBe(shown));
});
