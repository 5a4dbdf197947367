import type { Cents } from '#domain/shared/values/money.ts';

/** Characters of a QuickBooks number. */
const limit = 21;

/**
 * Returns a number that QuickBooks accepts, without hyphens from the left (`LONGPREFIXR-2026-0007`). It stays unique,
 * because prefixes have no hyphens.
 */
export function quickBooksDocNumber(number: string): string {
  let short = number;
  while (short.length > limit && short.includes('-')) short = short.replace('-', '');
  return short.slice(-limit);
}

/** Returns the number as earlier releases sent it: its last 21 characters. Records in QuickBooks keep it. */
export const formerNumberThere = (number: string): string => number.slice(-limit);

export const numbersThere = (number: string): string[] => [
  ...new Set([quickBooksDocNumber(number), formerNumberThere(number)]),
];

/** A ledger entry; amounts in cents, refunds negative. */
export interface OurEntry {
  id: string;
  receipt_number: string;
  date: string;
  amount: Cents;
  isVoided: boolean;
  who: string;
}

export interface TheirEntry {
  /** QuickBooks' id with its type. */
  id: string;
  /** The ledger entry in its note; null if it was created in QuickBooks. */
  ourId: string | null;
  reference: string;
  date: string;
  amount: Cents;
  who: string;
}

export const differenceKinds = [
  'missing_there',
  'missing_here',
  'amount',
  'date',
  'not_voided_there',
  'twice_there',
  'number',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  kind: DifferenceKind;
  /** The ledger entry; null if it is only in QuickBooks. */
  id: string | null;
  reference: string;
  who: string;
  ours: { date: string; amount: Cents } | null;
  theirs: { date: string; amount: Cents } | null;
}

export interface Reconciliation {
  ours: Cents;
  theirs: Cents;
  matched: number;
  differences: Difference[];
}

/** Entries of other months: the counterparts of entries that seem to be missing. */
export interface Elsewhere {
  ours: readonly OurEntry[];
  theirs: readonly TheirEntry[];
}
const nowhere: Elsewhere = { ours: [], theirs: [] };

const sum = (amounts: readonly { amount: Cents }[]): Cents => amounts.reduce((total, { amount }) => total + amount, 0);
const side = (entry: { date: string; amount: Cents } | null) => entry && { date: entry.date, amount: entry.amount };

const differenceOf = (kind: DifferenceKind, our: OurEntry | null, their: TheirEntry | null): Difference => ({
  kind,
  id: our?.id ?? null,
  reference: our?.receipt_number ?? their?.reference ?? '',
  who: our?.who || their?.who || '',
  ours: side(our),
  theirs: side(their),
});

const withoutVoided = (our: OurEntry): OurEntry => (our.isVoided ? { ...our, amount: 0 } : our);

const differs = (our: OurEntry, their: TheirEntry): DifferenceKind | undefined => {
  if (their.amount !== our.amount) return 'amount';
  if (their.date !== our.date) return 'date';
  return numbersThere(our.receipt_number).includes(their.reference) ? undefined : 'number';
};

/** Matches each record once: by the entry in its note, else by number, because homes may share a prefix. */
class TheirEntries {
  readonly #named: Map<string, TheirEntry[]>;
  readonly #numbered: Map<string, TheirEntry[]>;

  constructor(theirs: readonly TheirEntry[], known: ReadonlySet<string>) {
    const isNamed = ({ ourId }: TheirEntry): boolean => ourId !== null && known.has(ourId);
    this.#named = Map.groupBy(theirs.filter(isNamed), ({ ourId }) => ourId ?? '');
    this.#numbered = Map.groupBy(
      theirs.filter((their) => !isNamed(their)),
      ({ reference }) => reference,
    );
  }

  /** Takes the record of an entry, preferably one without a difference. */
  take(our: OurEntry): TheirEntry | undefined {
    const numbered = numbersThere(our.receipt_number).map((number) => this.#numbered.get(number));
    const group = this.#named.get(our.id) ?? numbered.find((some) => some?.length) ?? [];
    const same = group.findIndex((their) => !differs(our, their));
    return group.splice(Math.max(same, 0), 1)[0];
  }

  /** Records not taken; records voided in QuickBooks do not count. */
  left(): TheirEntry[] {
    return [...this.#named.values(), ...this.#numbered.values()].flat().filter(({ amount }) => amount !== 0);
  }
}

const findOurs = (ours: readonly OurEntry[]): ((their: TheirEntry) => OurEntry | undefined) => {
  const byId = new Map(ours.map((our) => [our.id, our]));
  const [byNumber, byFormer] = [quickBooksDocNumber, formerNumberThere].map(
    (of) => new Map(ours.toReversed().map((our) => [of(our.receipt_number), our])),
  );
  return ({ ourId, reference }) => byId.get(ourId ?? '') ?? byNumber?.get(reference) ?? byFormer?.get(reference);
};

/** An entry missing on each side with equal day and amount is one entry with another number. */
const pairedUp = (differences: readonly Difference[]): Difference[] => {
  const there = differences.filter(({ kind }) => kind === 'missing_here');
  const rest = differences.filter(({ kind }) => kind !== 'missing_here');
  const paired = rest.map((difference) => {
    if (difference.kind !== 'missing_there') return difference;
    const at = there.findIndex(
      ({ theirs }) => theirs?.date === difference.ours?.date && theirs?.amount === difference.ours?.amount,
    );
    const [twin] = at < 0 ? [] : there.splice(at, 1);
    return twin ? { ...difference, kind: 'number' as const, theirs: twin.theirs } : difference;
  });
  return [...paired, ...there];
};

/** Returns the differences of a month by date. `elsewhere` finds entries whose counterpart is in another month. */
export function reconcile(
  ours: readonly OurEntry[],
  theirs: readonly TheirEntry[],
  elsewhere: Elsewhere = nowhere,
): Reconciliation {
  const [entries, entriesElsewhere] = [ours.map(withoutVoided), elsewhere.ours.map(withoutVoided)];
  const known = new Set([...entries, ...entriesElsewhere].map(({ id }) => id));
  const [there, thereElsewhere] = [new TheirEntries(theirs, known), new TheirEntries(elsewhere.theirs, known)];
  const differences: Difference[] = [];
  let matched = 0;
  for (const our of entries) {
    const their = there.take(our) ?? thereElsewhere.take(our);
    if (our.isVoided) {
      if (their && their.amount !== 0) differences.push(differenceOf('not_voided_there', our, their));
      continue;
    }
    const kind = their ? differs(our, their) : 'missing_there';
    if (kind) differences.push(differenceOf(kind, our, their ?? null));
    else matched += 1;
  }
  const ofMonth = new Set(entries);
  const ourOf = findOurs([...entries, ...entriesElsewhere]);
  for (const their of there.left()) {
    const our = ourOf(their);
    if (!our) differences.push(differenceOf('missing_here', null, their));
    else if (ofMonth.has(our)) differences.push(differenceOf('twice_there', our, their));
    else
      differences.push(differenceOf(our.isVoided ? 'not_voided_there' : (differs(our, their) ?? 'date'), our, their));
  }
  const dayOf = ({ ours: our, theirs: their }: Difference): string => our?.date ?? their?.date ?? '';
  return {
    ours: sum(entries),
    theirs: sum(theirs),
    matched,
    differences: pairedUp(differences).sort((a, b) => dayOf(a).localeCompare(dayOf(b))),
  };
}
