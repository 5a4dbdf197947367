import { describe, expect, it } from 'vitest';
import {
  comparablePhone,
  formatPhone,
  internationalPhone,
  internationalSuffix,
  parsePhone,
  phoneLimit,
  phoneNumber,
  telHref,
  wholePhone,
} from './phone.ts';

describe('parsePhone', () => {
  it.each([
    ['(904) 555-0100', '9045550100'],
    ['+1 904.555.0100', '19045550100'],
    ['+52 55 1234 5678', '+525512345678'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+49(0)30 901820', '+4930901820'],
    ['+39 (0)6 6982 1234', '+390669821234'],
    ['+290 12345', '+29012345'],
    ['011 52 55 1234 5678', '+525512345678'],
    ['001 904 555 0142', '19045550142'],
    ['tel:904-555-0142', '9045550142'],
    ['\u202a(904) 555\u20110142\u202c', '9045550142'],
    ['904/555\u20130142', '9045550142'],
    ['904·555·0100', '9045550100'],
    ['904−555−0142', '9045550142'],
    ['９０４ ５５５ ０１４２', '9045550142'],
    ['٩٠٤٥٥٥٠١٤٢', '9045550142'],
    ['\u202a+52 1 (664) 123-4567\u202c', '+5216641234567'],
    ['tel:+52 1 664 123 4567', '+5216641234567'],
    ['011 52 1 664 123 4567', '+5216641234567'],
  ])('parses %s, for which an input has room', (typed, digits) => {
    expect(typed.length).toBeLessThanOrEqual(phoneLimit);
    expect(parsePhone(typed)).toEqual({ digits });
    expect(phoneNumber.parse(typed)).toBe(digits);
  });

  it.each([
    ['904555010', 'Phone number must be 10 digits'],
    ['29045550100', 'Invalid country code'],
    ['904555010012', 'Phone number must be 10 digits'],
    ['904-555-HELP', 'Phone number must be 10 digits'],
    ['904-555-0100 ext. 12', 'Phone number must be 10 digits'],
    ['', 'Phone number must be 10 digits'],
    ['+52 12345', 'Invalid country code'],
    ['+52 55 1234 5678 9012 3', 'Invalid country code'],
    ['+0 55 1234 5678', 'Invalid country code'],
    ['+1 904 555 010', 'Phone number must be 10 digits'],
  ])('rejects %j', (typed, problem) => {
    expect(parsePhone(typed)).toEqual({ problem });
    expect(phoneNumber.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([problem]);
  });
});

describe('formatPhone', () => {
  it.each([
    ['', ''],
    ['90455', '(904) 55'],
    ['9045550', '(904) 555-0'],
    ['9045550100', '(904) 555-0100'],
    ['19045550100', '+1 (904) 555-0100'],
    ['904555010099', '904555010099'],
    ['call me', 'call me'],
    ['+19', '+1 9'],
    ['+19045550100', '+1 (904) 555-0100'],
    ['+5255', '+52 55'],
    ['+525512345678', '+52 55 1234 5678'],
    ['+526641234567', '+52 664 123 4567'],
    ['+5216641234567', '+52 1 664 123 4567'],
    ['+52664123', '+52 664 123'],
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
