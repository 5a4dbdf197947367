import * as z from 'zod';
import { jurisdictions } from './us-state.ts';

/** Answers a call about a funeral home that does not exist, or that the caller may not see. */
export const homeNotFound = 'Funeral home not found';

/** Names a funeral home in its public address: lower-case words joined by hyphens, at most 60 characters. */
export const slug: z.ZodString = z
  .string(homeNotFound)
  .max(60, homeNotFound)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, homeNotFound);

/** Words common in names of funeral homes. */
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
/** Generic words for sites, pages and businesses. */
const ofSites = [
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
  'login',
  'support',
  'report',
  'reports',
  'form',
  'forms',
  'obit',
  'obits',
  'obituary',
  'obituaries',
  'status',
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

/** Returns the visual skeleton of a public address: two addresses with the same one are easily confused. */
export const confusableSkeleton = (address: string): string => {
  const words = address.split('-');
  const parts = (words.length > 1 && isPlace(words.at(-1) ?? '') ? words.slice(0, -1) : words).map(folded);
  const own = parts.filter((part) => !foldedParts.has(part));
  return folded(withoutEnding(folded((own.length ? own : parts).join(''))));
};
