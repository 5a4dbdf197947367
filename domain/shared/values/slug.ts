import * as z from 'zod';
import type { FieldOption } from '../forms/field.ts';
import { maskSsn } from './ssn.ts';

export interface State {
  readonly code: string;
  readonly name: string;
}

export const invalidState = 'Please select a valid US state';

/** The 50 states, by name (D2 §5). */
export const usStates: readonly State[] =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming'
    .split('|')
    .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

/** Jurisdictions besides the 50 states that register births and deaths. */
export const territories: readonly State[] = [
  { code: 'AS', name: 'American Samoa' },
  { code: 'DC', name: 'District of Columbia' },
  { code: 'GU', name: 'Guam' },
  { code: 'MP', name: 'Northern Mariana Islands' },
  { code: 'PR', name: 'Puerto Rico' },
  { code: 'VI', name: 'U.S. Virgin Islands' },
];

/** The 50 states, the District of Columbia and the five territories, by name. */
export const jurisdictions: readonly State[] = [...usStates, ...territories].sort((a, b) => (a.name < b.name ? -1 : 1));

const stateCodes = new Set(usStates.map(({ code }) => code));
const jurisdictionCodes = new Set(jurisdictions.map(({ code }) => code));

/** True for one of the 50 states. */
export function isUsState(code: string): boolean {
  return stateCodes.has(code);
}

/** True for one of the 50 states, DC or a territory. */
export function isJurisdiction(code: string): boolean {
  return jurisdictionCodes.has(code);
}

const code = z.string(invalidState).overwrite((typed) => typed.trim().toUpperCase());

/** One of the 50 states, exactly as in D2 §5; forms that accept more use `jurisdictionCode`. */
export const usStateCode: z.ZodString = code.refine(isUsState, invalidState);

/** A state, DC or a territory: accepted in addresses and places of birth and death. */
export const jurisdictionCode: z.ZodString = code.refine(isJurisdiction, invalidState);

export const jurisdictionOptions: readonly FieldOption[] = jurisdictions.map(({ code: value, name }) => ({
  value,
  label: name,
}));

/** Returns the name of a state code, or the code if it is unknown. */
export const stateName = (code: string): string => jurisdictions.find((one) => one.code === code)?.name ?? code;

const digit = '\\p{Nd}';
const digits = (count: number): string => `${digit}{${count}}`;
const joint = '[\\s\\p{Pd}\\u2212./]';
/** Excludes "350.00 2026", an amount and a year, and fractions. */
const grouped = (last: string): string =>
  `(?!${digits(3)}\\.${digits(2)}(?:\\s|${digit}))${digits(3)}${joint}{1,3}${digits(2)}${joint}${last}${digits(4)}`;
/** No digit before, and no dollar amount unless dashes follow: "$1,500.00 1044" and "$123456789" are money. */
const before = `(?<!${digit})(?:(?<!\\$\\s?[\\d,.]{0,15})|(?=${digits(3)}\\p{Pd}))`;
/** No digit after, and not the year of a date after a space: "350 00 2026-12-15". */
const after = `(?!${digit})(?!(?<=\\s(?:19|20)\\d\\d)-\\d\\d-\\d\\d)`;

/**
 * Nine digits that could be an SSN as typed or pasted: in any script, with any dash or space, even two. Five plus four
 * digits are a ZIP code, and nine after a decimal point a fraction.
 */
const numberLike = `${before}(?:${grouped('{0,3}')}|(?<!${digit}\\.)${digits(9)})${after}`;
const oneNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'u');
const everyNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'gu');
/** The same with a separator between all three groups, which no other nine-digit number has. */
const everyGrouped = /* @__PURE__ */ new RegExp(`${before}(?:${grouped('{1,3}')})${after}`, 'gu');
/**
 * In documents, five plus four digits are redacted unless a state precedes them, as in an address; digits after letters
 * are something else.
 */
const redactable = (): RegExp => {
  const states = jurisdictions.flatMap(({ code, name }) => [code, name]).join('|');
  const fiveAndFour = `${digits(5)}[\\s\\p{Pd}\\u2212]${digits(4)}`;
  const number = `${numberLike}|${before}(?<!\\b(?:${states})[,.]?\\s+)${fiveAndFour}${after}`;
  return new RegExp(`(?<![\\p{L}_])(?:${number})`, 'gu');
};
let redacted: RegExp | undefined;

/** True if a text may contain an SSN. */
export function containsSsn(text: string): boolean {
  return oneNumberLike.test(text.normalize('NFKC'));
}

/** Returns a text with everything that could be an SSN replaced by `shown`; `grouped`: only unambiguous ones. */
export function redactSsnInText(text: string, shown: string, { grouped = false } = {}): string {
  const plain = text.normalize('NFKC');
  const hidden = plain.replace(grouped ? everyGrouped : everyNumberLike, shown);
  // A text without an SSN is returned unchanged.
  return hidden === plain ? text : hidden;
}

/** Returns a text in which possible SSNs show only their last four digits. */
export function redactSsn(text: string): string {
  redacted ??= redactable();
  const plain = text.normalize('NFKC');
  const shown = plain.replace(redacted, (found) => maskSsn(found.slice(-4)));
  return shown === plain ? text : shown;
}

/**
 * The part of a public address that names a funeral home: lower-case words joined by hyphens, at most 60 characters.
 */
export const slug: z.ZodString = z
  .string('Funeral home not found')
  .max(60, 'Funeral home not found')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Funeral home not found');

/** Words common in names of funeral homes, which distinguish none. */
const common = [
  'funeral',
  'funerals',
  'funeralhome',
  'funeralhomes',
  'home',
  'homes',
  'chapel',
  'chapels',
  'mortuary',
  'crematory',
  'cremation',
]
  .concat([
    'cremations',
    'service',
    'services',
    'memorial',
    'memorials',
    'care',
    'center',
    'family',
    'and',
    'the',
    'of',
  ])
  .concat(['inc', 'llc', 'online', 'official']);
/** Generic words for sites, pages and businesses, which distinguish none either. */
const ofSites = [
  ...[
    'my',
    'our',
    'fh',
    'fs',
    'com',
    'net',
    'org',
    'us',
    'usa',
    'site',
    'web',
    'page',
    'info',
    'help',
    'portal',
    'secure',
  ],
  ...['login', 'support', 'report', 'reports', 'form', 'forms', 'obit', 'obits', 'obituary', 'obituaries', 'status'],
];
/** Minimum length of such words to be removed from the end of a longer word; many names end in shorter ones. */
const gluedLetters = 5;

const alike: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/2/g, 'z'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/[69]/g, 'g'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/(.)\1+/g, '$1'],
];
const folded = (text: string): string => alike.reduce((left, [letters, as]) => left.replace(letters, as), text);

const foldedCommon = new Set(common.map(folded));
const foldedParts = new Set([...foldedCommon, ...ofSites.map(folded)]);
const states = new Set(jurisdictions.map(({ code }) => code.toLowerCase()));
const glued = [...foldedCommon].filter((word) => word.length >= gluedLetters).sort((a, b) => b.length - a.length);

const withoutEnding = (look: string): string => {
  const ending = glued.find((word) => look.endsWith(word) && look.length >= word.length + 3);
  return ending === undefined ? look : withoutEnding(look.slice(0, -ending.length));
};

/** True for a number or a state at the end, which marks a place or a branch. */
const isPlace = (part: string): boolean => /^\d+$/.test(part) || states.has(part);

/**
 * Returns the visual skeleton of a public address: two addresses with the same one are easily confused. It ignores
 * hyphens, doubled letters, digits that look like letters, generic words, and a number or state at the end.
 */
export const confusableSkeleton = (address: string): string => {
  const words = address.split('-');
  const parts = (words.length > 1 && isPlace(words.at(-1) ?? '') ? words.slice(0, -1) : words).map(folded);
  const own = parts.filter((part) => !foldedParts.has(part));
  return folded(withoutEnding(folded((own.length ? own : parts).join(''))));
};
