import {
  areCertainDuplicates,
  type Comparable,
  type DuplicateReason,
  duplicateKeys,
  haveExactName,
  haveSameName,
} from '#domain/customers/customer.rules.ts';
import { personParts } from '#domain/quickbooks/quickbooks-documents.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { withoutAccents } from '#domain/shared/values/search-text.ts';
import type { Outcome } from './import.schema.ts';

const shortForms = [
  'Margaret Peggy Maggie Meg Marge',
  'William Bill Billy Will',
  'Robert Bob Bobby Rob',
  'Richard Dick Rick Rich',
  'Elizabeth Betty Beth Liz Lizzie Betsy',
  'John Jack Johnny',
  'James Jim Jimmy',
  'Charles Chuck Charlie Chas',
  'Katherine Catherine Kathleen Kathy Cathy Kate Katie',
  'Patricia Pat Patty Trish',
  'Dorothy Dot Dottie',
  'Edward Ed Eddie Ted',
  'Theodore Ted Teddy',
  'Joseph Joe',
  'Thomas Tom Tommy',
  'Michael Mike',
  'Henry Hank Harry',
  'Susan Sue Suzanne',
  'Deborah Debbie Deb',
  'Barbara Barb',
  'Virginia Ginny',
  'Mary Polly Molly',
  'Ann Nancy',
  'Frances Fran',
  'Francis Frank',
  'Lawrence Larry',
  'Gerald Jerry',
  'Ronald Ron',
  'Donald Don',
  'Kenneth Ken',
].map((names) => new Set(names.toLowerCase().split(' ')));

const firstWord = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .find(Boolean) ?? '';

const beginsAs = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** Equal, one without accents (José, Jose; not Thúy and Thủy), one an initial, or a short form. */
const mayBeOneFirstName = (a: string, b: string): boolean => {
  const [one, other] = [firstWord(a), firstWord(b)];
  return (
    beginsAs(one, other) ||
    beginsAs(withoutAccents(one), other) ||
    beginsAs(one, withoutAccents(other)) ||
    shortForms.some((names) => names.has(one) && names.has(other))
  );
};

const suffixOf = ({ first_name, last_name }: Comparable): string =>
  personParts(fullName(first_name, last_name)).suffix.toLowerCase().replace(/[.\s]/g, '');

/** Sr. and Jr. are two people. */
const haveOtherSuffixes = (a: Comparable, b: Comparable): boolean =>
  suffixOf(a) !== '' && suffixOf(b) !== '' && suffixOf(a) !== suffixOf(b);

const mayBeOnePerson = (a: Comparable, b: Comparable): boolean =>
  mayBeOneFirstName(a.first_name, b.first_name) && !haveOtherSuffixes(a, b);

export type DuplicateCandidate = Comparable & ({ customer: { id: string; name: string } } | { line: number });

export interface LineClassification {
  outcome: Exclude<Outcome, 'refused'>;
  why: string[];
  customer: { id: string; name: string } | null;
}

const shared: Record<DuplicateReason, readonly string[]> = {
  phone: ['phone number'],
  email: ['email address'],
  name: ['name', 'ZIP code'],
};

const nameOf = (candidate: DuplicateCandidate): string =>
  'customer' in candidate ? candidate.customer.name : `line ${candidate.line}`;

/** A name is not enough for a match, because many people share it. */
const sharedWith = (line: Comparable, candidate: DuplicateCandidate): string[] => {
  const theirs = duplicateKeys(candidate);
  const reasons = duplicateKeys(line)
    .filter((key) => theirs.some(({ reason, value }) => reason === key.reason && value === key.value))
    .map(({ reason }) => reason);
  if (reasons.length === 0) return [];
  const name = !reasons.includes('name') && haveSameName(line, candidate) ? ['name'] : [];
  return [...reasons.flatMap((reason) => shared[reason]), ...name];
};

const inWords = (reasons: readonly string[]): string =>
  [reasons.slice(0, -1).join(', '), ...reasons.slice(-1)].filter(Boolean).join(' and ');

const judgment = (
  outcome: 'known' | 'doubtful',
  reason: string,
  candidate: DuplicateCandidate,
): LineClassification => ({
  outcome,
  why: [`${reason} ${nameOf(candidate)}`],
  customer: 'customer' in candidate ? candidate.customer : null,
});

/**
 * Classifies a line: known if certainly one of `candidates`, doubtful if it shares contact data, a compatible first
 * name and no other suffix, else new. The candidate that shares most wins, and customers win over earlier lines.
 */
export const classifyLine = (line: Comparable, candidates: readonly DuplicateCandidate[]): LineClassification => {
  const inOrder = candidates.toSorted((a, b) => Number('line' in a) - Number('line' in b));
  const same = inOrder.filter((candidate) => areCertainDuplicates(line, candidate));
  const certain = same.find((candidate) => haveExactName(line, candidate)) ?? same[0];
  if (certain) return judgment('known', 'Same person as', certain);
  const [likest] = inOrder
    .map((candidate) => ({
      other: candidate,
      reasons: sharedWith(line, candidate),
      mayBeOne: mayBeOnePerson(line, candidate),
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => Number(b.mayBeOne) - Number(a.mayBeOne) || b.reasons.length - a.reasons.length);
  if (!likest) return { outcome: 'new', why: [], customer: null };
  const { other, reasons, mayBeOne } = likest;
  const shares = judgment('doubtful', `Same ${inWords(reasons)} as`, other);
  return mayBeOne ? shares : { ...shares, outcome: 'new', customer: null };
};

const differ = (a: string, b: string): boolean => a !== '' && b !== '' && !a.startsWith(b) && !b.startsWith(a);
const plain = (text: string | null): string => (text ?? '').toLowerCase().replace(/[.\s]+/g, '');

/** Returns whether two people with one name and phone are different, such as father and son. */
export const areNamesakes = (a: Comparable, b: Comparable): boolean =>
  differ(plain(a.middle_name), plain(b.middle_name)) ||
  differ(plain(a.email), plain(b.email)) ||
  differ(a.zip_code.slice(0, 5), b.zip_code.slice(0, 5));

/** Values shared by more lines mean nothing, such as a nursing home's phone number. */
const maxSharing = 50;

export class DuplicateIndex {
  readonly #byKey = new Map<string, DuplicateCandidate[]>();

  add(candidate: DuplicateCandidate): void {
    for (const { reason, value } of duplicateKeys(candidate)) {
      const key = `${reason}|${value}`;
      const others = this.#byKey.get(key);
      if (!others) this.#byKey.set(key, [candidate]);
      else if (others.length < maxSharing) others.push(candidate);
    }
  }

  /** Returns everyone who shares a value with the line, once each. */
  candidatesFor(line: Comparable): DuplicateCandidate[] {
    const found = duplicateKeys(line).map(({ reason, value }) => this.#byKey.get(`${reason}|${value}`) ?? []);
    return [...new Set(found.flat())];
  }
}
