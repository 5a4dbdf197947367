import { describe, expect, it } from 'vitest';
import {
  comparablePhone,
  formatPhone,
  internationalPhone,
  internationalSuffix,
  parsePhone,
  phoneNumber,
  telHref,
  wholePhone,
} from './phone.ts';

describe('parsePhone', () => {
  it.each([
    ['9045550100', '9045550100'],
    ['(904) 555-0100', '9045550100'],
    ['+1 904.555.0100', '19045550100'],
    ['+52 55 1234 5678', '+525512345678'],
    ['+53 7 832 1234', '+5378321234'],
    ['+44 (20) 7946-0958', '+442079460958'],
    ['+290 12345', '+29012345'],
    ['\u202a(904) 555-0142\u202c', '9045550142'],
    ['(904) 555\u20110142', '9045550142'],
    ['904/555\u20130142', '9045550142'],
  ])('parses %s', (typed, digits) => expect(parsePhone(typed)).toEqual({ digits }));

  it.each([
    ['904555010', 'Phone number must be 10 digits'],
    ['29045550100', 'Invalid country code'],
    ['904555010012', 'Phone number must be 10 digits'],
    ['904-555-HELP', 'Phone number must be 10 digits'],
    ['', 'Phone number must be 10 digits'],
    ['52 55 1234 5678', 'Phone number must be 10 digits'],
    ['+52 12345', 'Invalid country code'],
    ['+52 55 1234 5678 9012 3', 'Invalid country code'],
    ['+0 55 1234 5678', 'Invalid country code'],
    ['+1 904 555 010', 'Phone number must be 10 digits'],
  ])('rejects %j', (typed, problem) => {
    expect(parsePhone(typed)).toEqual({ problem });
    expect(phoneNumber.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([problem]);
  });

  it('stores only digits', () => expect(phoneNumber.parse('(904) 555-0100')).toBe('9045550100'));
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
    ['+', '+'],
    ['+1', '+1'],
    ['+19', '+1 9'],
    ['+19045550100', '+1 (904) 555-0100'],
    ['+52', '+52'],
    ['+5255', '+52 55'],
    ['+525512345678', '+52 55 1234 5678'],
    ['+5378321234', '+53 7832 1234'],
    ['+442079460958', '+44 20 7946 0958'],
    ['+35312345678', '+353 1234 5678'],
    ['+1234567890123456', '+1234567890123456'],
  ])('formats %j as %j', (typed, shown) => expect(formatPhone(typed)).toBe(shown));
});

it.each([
  ['(904) 555-0100', 'tel:9045550100'],
  ['+52 55 1234 5678', 'tel:+525512345678'],
])('telHref dials %s', (phone, href) => expect(telHref(phone)).toBe(href));

it.each([
  ['9045550100', '+19045550100'],
  ['19045550100', '+19045550100'],
  ['+525512345678', '+525512345678'],
  ['ask the daughter', ''],
])('internationalPhone of %s is %s', (stored, sent) => expect(internationalPhone(stored)).toBe(sent));

it('comparablePhone differs for an international number with the same last digits', () => {
  expect(comparablePhone('19045550100')).toBe(comparablePhone('9045550100'));
  expect(comparablePhone('+529045550100')).not.toBe(comparablePhone('9045550100'));
});

describe('typedPhone', () => {
  it.each([
    ['(904) 555-0142', '9045550142', undefined],
    ['+1 904 555 0142', '9045550142', undefined],
    ['555-0142', undefined, undefined],
    ['+52 55 1234 5678', '525512345678', '5512345678'],
    ['+49 30 123456', '4930123456', '4930123456'],
    ['+52 55', undefined, undefined],
    ['María', undefined, undefined],
  ])('searches for %s', (typed, whole, end) =>
    expect([wholePhone(typed), internationalSuffix(typed)]).toEqual([whole, end]),
  );
});
