import { fullName } from '#domain/shared/values/person-name.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';

/** A payer's name in the parts that QuickBooks keeps; a firm or an estate has its whole name in `display` alone. */
export interface PayerName {
  /** As the books list it: the family name first, of a person. */
  display: string;
  given: string;
  family: string;
  suffix: string;
}

/** The names of a person whom the case knows by first, middle and last name. */
export interface KnownName {
  first: string;
  middle: string;
  last: string;
}

const suffixes = /^(jr|sr|[ivx]{2,4}|md|dds|dvm|phd|esq|cpa|rn)$/;
/** Words that begin a family name of several words. */
const particles = new Set(
  'al ap ben bin bint da dal das de dei del della der di do dos du el ibn la las le lo los mac san santa st ste ten ter van vande vander vom von zu zum zur'.split(
    ' ',
  ),
);
const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'rev', 'hon', 'prof']);
const firm =
  /[\d&@]|[ ,](pllc|ltd|l\.?p|p\.?c|p\.a|(?<=, ?)pa)\.?$|\b(estate|county|city|town|village|state|department|dept|llc|llp|inc|corp|corporation|co|company|firm|group|associates|holdings|ministries|synagogue|trust|trustees?|bank|insurance|assurance|life|society|association|foundation|hospital|hospice|university|college|school|union|local|agency|services?|fund|authority|district|board|administration|veterans|benefits?|funeral|cemetery|mortuary|guardian|public|office|family|of|for|and)\b/;

/** Words of a firm that are family names as well: they count in a name of more than two words. */
const surnameOrFirm = /\b(church|parish|temple|law)\b/;

const bare = (word: string): string => foldForSearch(word).replace(/[.,]/g, '');
const ofPerson = (given: string, family: string, suffix: string): PayerName => ({
  display: [family, fullName(given, suffix)].filter(Boolean).join(', '),
  ...{ given, family, suffix },
});

/** Words of a name, and the suffix at its end; a last word alone is never one. */
const withoutSuffix = (name: string): { words: string[]; suffix: string } => {
  const words = name.replace(/,/g, ' ').trim().split(/\s+/);
  const suffix: string[] = [];
  while (words.length > 1 && suffixes.test(bare(words.at(-1) ?? ''))) suffix.unshift(words.pop() ?? '');
  return { words, suffix: suffix.join(' ') };
};

interface NameWords {
  given: string[];
  /** Where the name begins with its family name and a comma: "Hartley, Robert Jr."; else undefined. */
  family: string[] | undefined;
  suffix: string;
}

/** The words of a person's name, without titles. */
const wordsOf = (name: string): NameWords => {
  const isSuffix = (part: string): boolean => part.split(/\s+/).every((word) => suffixes.test(bare(word)));
  const [head = '', ...rest] = name.split(',').map((part) => part.trim());
  const [behind = '', ...more] = rest.filter((part) => !isSuffix(part));
  const isFamilyFirst = head !== '' && behind !== '' && more.length === 0;
  const first = withoutSuffix(head);
  const { words, suffix } = withoutSuffix(isFamilyFirst ? [behind, ...rest.filter(isSuffix)].join(' ') : name);
  while (words.length > 1 && titles.has(bare(words[0] ?? ''))) words.shift();
  return isFamilyFirst
    ? { given: words, family: first.words, suffix: fullName(first.suffix, suffix) }
    : { given: words, family: undefined, suffix };
};

/** Given names, family name and suffix of a person: the family name stands before a comma, or last with its particles. */
export function personParts(name: string): Omit<PayerName, 'display'> {
  const { given: words, family = [], suffix } = wordsOf(name);
  if (family.length > 0) return { given: words.join(' '), family: family.join(' '), suffix };
  let from = words.length - 1;
  while (from > 1 && particles.has(bare(words[from - 1] ?? ''))) from -= 1;
  return { given: words.slice(0, from).join(' '), family: words.slice(from).join(' '), suffix };
}

/**
 * The parts of a payer's name. `known` are people of the case by their own first and last names: where the payer is one of
 * them, those are the parts. Else the family name stands before a comma, or is the last word with the particles before it;
 * suffixes stand apart.
 */
export function payerNameOf(name: string, known: readonly KnownName[]): PayerName {
  const { given: words, family: before = [], suffix } = wordsOf(name);
  const said = [...words, ...before].join(' ');
  for (const { first, middle, last } of known) {
    const own = withoutSuffix(last || ' ');
    const family = own.words.join(' ');
    const names = [fullName(first, middle, family), fullName(first, family)];
    if (first && family && names.some((one) => isSameName(one, said)))
      return ofPerson(fullName(first, middle), family, suffix || own.suffix);
  }
  const isFirm =
    firm.test(foldForSearch(name)) || (words.length + before.length > 2 && surnameOrFirm.test(foldForSearch(name)));
  if (isFirm) return { display: name.trim(), given: '', family: '', suffix: '' };
  const { given, family } = personParts(name);
  return ofPerson(given, family, suffix);
}
