import { expect, it } from 'vitest';
import { parsePastedDate } from './pasted-date.ts';
import { personName } from './person-name.ts';
import { phoneNumber } from './phone.ts';

const signs = 'Name can only contain letters, spaces, hyphens, apostrophes, and periods';
const short = 'Name must be at least 2 characters long';
const digits = 'Phone number must be 10 digits';

/** Returns the parsed value, or the error message. */
const kept = (rule: typeof phoneNumber, typed: string): string | undefined => {
  const { data, error } = rule.safeParse(typed);
  return data ?? error?.issues[0]?.message;
};

it.each([
  ['O’Brien-Smith', 'O’Brien-Smith'],
  ['Müller\u2010Lüdenscheidt', 'Müller-Lüdenscheidt'],
  ['Smith \u2013 Jones', 'Smith - Jones'],
  ['Nguye\u0302\u0303n Thi\u0323 Ly\u0301', 'Nguyễn Thị Lý'],
  ['Björk Guðmundsdóttir', 'Björk Guðmundsdóttir'],
  ['de la Cruz Jr.', 'de la Cruz Jr.'],
  ['de la Cruz, Jr.', signs],
  ['Lindqvist III', 'Lindqvist III'],
  ['Lindqvist 3rd', signs],
  ['عبد الله', 'عبد الله'],
  ['ﻻﻻ', 'لالا'],
  ['مُحَمَّد', 'مُحَمَّد'],
  ['מֹשֶׁה בן־גוריון', 'מֹשֶׁה בן־גוריון'],
  ['‏שרה‏', 'שרה'],
  ['Griﬃn', 'Griffin'],
  ['Ｔａｎａｋａ', 'Tanaka'],
  ['ｱﾝﾅ', 'アンナ'],
  ['क्\u200dष', 'क्\u200dष'],
  ['தமிழ்ச்செல்வி', 'தமிழ்ச்செல்வி'],
  ["N'Guessan", "N'Guessan"],
  ['’t Hooft', '’t Hooft'],
  ['Þór', 'Þór'],
  ['İbrahim', 'İbrahim'],
  ['St. John\u00a0Smythe', 'St. John Smythe'],
  ['\u2068María José\u2069', 'María José'],
  ['O′Brien', 'O’Brien'],
  ['D‛Arcy', 'D’Arcy'],
  ['Gal‧la', 'Gal·la'],
  ['Robert (Bob)', signs],
  ['Mary & Ann', signs],
  ['Y', short],
  ['Ng', 'Ng'],
])('parses the name %s as %s', (typed, expected) => expect(kept(personName(), typed)).toBe(expected));

it.each([
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+49(0)30 901820', '+4930901820'],
  ['+39 (0)6 6982 1234', '+390669821234'],
  ['904·555·0100', '9045550100'],
  ['\u202d(904) 555\u20110100\u202c', '9045550100'],
  ['1.904.555.0100', '19045550100'],
  ['+52 1 55 1234 5678', '+5215512345678'],
  ['904-555-0100 ext. 12', digits],
  ['904-555-0100 x12', digits],
  ['011 44 20 7946 0958', '+442079460958'],
  ['011 52 55 1234 5678', '+525512345678'],
  ['001 904 555 0142', '19045550142'],
  ['tel:904-555-0142', '9045550142'],
  ['904−555−0142', '9045550142'],
  ['９０４ ５５５ ０１４２', '9045550142'],
  ['٩٠٤٥٥٥٠١٤٢', '9045550142'],
  ['555-0100', digits],
  ['+0 904 555 0100', 'Invalid country code'],
])('parses the phone number %s as %s', (typed, expected) => expect(kept(phoneNumber, typed)).toBe(expected));

it.each([
  ['Sunday, May 14th, 1937', '1937-05-14'],
  ['14 de mayo de 1937', '1937-05-14'],
  ['miércoles, 5 de marzo del 1941', '1941-03-05'],
  ['martes 4 de marzo de 1941', '1941-03-04'],
  ['1.º de setiembre de 1929', '1929-09-01'],
  ['Dic. 25, 1941', '1941-12-25'],
  ['SEPT 5 1941', '1941-09-05'],
  ['1937 May 14', '1937-05-14'],
  ['the 7th of December, 1941', '1941-12-07'],
  ['1941-12-07T23:59', '1941-12-07'],
  ['Born: 12/07/1941', '1941-12-07'],
  ['29 Feb 1940', '1940-02-29'],
  ['29 Feb 1941', undefined],
  ['14.05.1937', undefined],
  ['May 14', undefined],
  ['May 14, 37', undefined],
  ['marzo o mayo 4, 1941', undefined],
  ['Maya Martinez 4 1941', undefined],
  ['31 de abril de 1941', undefined],
])('parses the pasted date %s as %s', (text, expected) => expect(parsePastedDate(text)).toBe(expected));
