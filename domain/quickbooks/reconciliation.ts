import type { Cents } from '#domain/shared/values/money.ts';

/** QuickBooks takes so many characters of a number. */
const limit = 21;

/**
 * A number of ours as QuickBooks takes it: one that is too long loses its hyphens from the left until it fits
 * (`LONGPREFIX-R-2026-0007` is `LONGPREFIXR-2026-0007`). No two numbers become one, as prefixes have no hyphens.
 */
export function quickBooksDocNumber(number: string): string {
  let short = number;
  while (short.length > limit && short.includes('-')) short = short.replace('-', '');
  return short.slice(-limit);
}

/** A number as it was sent before: of a long one its end. What was sent so keeps it. */
export const formerNumberThere = (number: string): string => number.slice(-limit);

/** The numbers that a record of ours may have there. */
export const numbersThere = (number: string): string[] => [
  ...new Set([quickBooksDocNumber(number), formerNumberThere(number)]),
];

/** What our ledger has of a month: money in positive, money back negative, in cents. */
export interface OurEntry {
  id: string;
  receipt_number: string;
  date: string;
  amount: Cents;
  isVoided: boolean;
  who: string;
}

/** What QuickBooks has of it. */
export interface TheirEntry {
  /** Their own id, with its kind. */
  id: string;
  /** Which entry of ours its note names; null where somebody else has made it. */
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
  /** Of our ledger; null where it stands in QuickBooks alone. */
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

/** What lies outside the month: the other side of what seems to be missing on one. */
export interface Elsewhere {
  ours: readonly OurEntry[];
  theirs: readonly TheirEntry[];
}
const nowhere: Elsewhere = { ours: [], theirs: [] };

const sum = (amounts: readonly { amount: Cents }[]): Cents => amounts.reduce((total, { amount }) => total + amount, 0);
const side = (one: { date: string; amount: Cents } | null) => one && { date: one.date, amount: one.amount };

const told = (kind: DifferenceKind, our: OurEntry | null, their: TheirEntry | null): Difference => ({
  ...{ kind, id: our?.id ?? null, reference: our?.receipt_number ?? their?.reference ?? '' },
  ...{ who: our?.who || their?.who || '', ours: side(our), theirs: side(their) },
});

/** A voided entry counts for nothing. */
const counted = (our: OurEntry): OurEntry => (our.isVoided ? { ...our, amount: 0 } : our);

/** How an entry of ours differs from the one there that is its own; undefined where it does not. */
const differs = (our: OurEntry, their: TheirEntry): DifferenceKind | undefined => {
  if (their.amount !== our.amount) return 'amount';
  if (their.date !== our.date) return 'date';
  return numbersThere(our.receipt_number).includes(their.reference) ? undefined : 'number';
};

/**
 * What QuickBooks has, each to be taken once. Whatever names an entry of ours is of that one, and what names none is of
 * one with its number: two homes may count under one prefix, and long numbers are cut off there.
 */
class TheirEntries {
  readonly #named: Map<string, TheirEntry[]>;
  readonly #numbered: Map<string, TheirEntry[]>;

  constructor(theirs: readonly TheirEntry[], known: ReadonlySet<string>) {
    const isNamed = ({ ourId }: TheirEntry): boolean => ourId !== null && known.has(ourId);
    this.#named = Map.groupBy(theirs.filter(isNamed), ({ ourId }) => ourId ?? '');
    this.#numbered = Map.groupBy(
      theirs.filter((one) => !isNamed(one)),
      ({ reference }) => reference,
    );
  }

  /** Takes the one that is this entry, and rather one that does not differ. */
  take(our: OurEntry): TheirEntry | undefined {
    const numbered = numbersThere(our.receipt_number).map((number) => this.#numbered.get(number));
    const group = this.#named.get(our.id) ?? numbered.find((some) => some?.length) ?? [];
    const same = group.findIndex((their) => !differs(our, their));
    return group.splice(Math.max(same, 0), 1)[0];
  }

  /** What nobody has taken; what was voided there counts for nothing. */
  left(): TheirEntry[] {
    return [...this.#named.values(), ...this.#numbered.values()].flat().filter(({ amount }) => amount !== 0);
  }
}

/** Finds the entry that a record there names, else the first one with its number. */
const findOurs = (ours: readonly OurEntry[]): ((their: TheirEntry) => OurEntry | undefined) => {
  const byId = new Map(ours.map((our) => [our.id, our]));
  const [byNumber, byFormer] = [quickBooksDocNumber, formerNumberThere].map(
    (of) => new Map(ours.toReversed().map((our) => [of(our.receipt_number), our])),
  );
  return ({ ourId, reference }) => byId.get(ourId ?? '') ?? byNumber?.get(reference) ?? byFormer?.get(reference);
};

/** What is missing on both sides and has day and amount in common is one entry, which has another number there. */
const pairedUp = (differences: readonly Difference[]): Difference[] => {
  const there = differences.filter(({ kind }) => kind === 'missing_here');
  const rest = differences.filter(({ kind }) => kind !== 'missing_here');
  const paired = rest.map((one) => {
    if (one.kind !== 'missing_there') return one;
    const at = there.findIndex(({ theirs }) => theirs?.date === one.ours?.date && theirs?.amount === one.ours?.amount);
    const [twin] = at < 0 ? [] : there.splice(at, 1);
    return twin ? { ...one, kind: 'number' as const, theirs: twin.theirs } : one;
  });
  return [...paired, ...there];
};

/**
 * A month of our ledger against the same month of QuickBooks, entry by entry as {@link TheirEntries} says. A voided one
 * counts for nothing on both sides. Differences come by date; where one entry differs in amount and date, the amount is
 * told. What has its other side outside the month (`elsewhere`) has another day there; what stands on both sides under
 * two numbers is told once.
 */
export function reconcile(
  ours: readonly OurEntry[],
  theirs: readonly TheirEntry[],
  elsewhere: Elsewhere = nowhere,
): Reconciliation {
  const [entries, entriesElsewhere] = [ours.map(counted), elsewhere.ours.map(counted)];
  const known = new Set([...entries, ...entriesElsewhere].map(({ id }) => id));
  const [there, thereElsewhere] = [new TheirEntries(theirs, known), new TheirEntries(elsewhere.theirs, known)];
  const differences: Difference[] = [];
  let matched = 0;
  for (const our of entries) {
    const their = there.take(our) ?? thereElsewhere.take(our);
    if (our.isVoided) {
      if (their && their.amount !== 0) differences.push(told('not_voided_there', our, their));
      continue;
    }
    const kind = their ? differs(our, their) : 'missing_there';
    if (kind) differences.push(told(kind, our, their ?? null));
    else matched += 1;
  }
  const ofMonth = new Set(entries);
  const ourOf = findOurs([...entries, ...entriesElsewhere]);
  for (const their of there.left()) {
    const our = ourOf(their);
    if (!our) differences.push(told('missing_here', null, their));
    else if (ofMonth.has(our)) differences.push(told('twice_there', our, their));
    else differences.push(told(our.isVoided ? 'not_voided_there' : (differs(our, their) ?? 'date'), our, their));
  }
  const dayOf = ({ ours: our, theirs: their }: Difference): string => our?.date ?? their?.date ?? '';
  return {
    ours: sum(entries),
    theirs: sum(theirs),
    matched,
    differences: pairedUp(differences).sort((a, b) => dayOf(a).localeCompare(dayOf(b))),
  };
}
