import type { Cents } from '#domain/values/money.ts';

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
  names: string | null;
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

/** What lies outside the month, by receipt number: the other side of what seems to be missing on one. */
export interface Elsewhere {
  ours: ReadonlyMap<string, OurEntry>;
  theirs: ReadonlyMap<string, TheirEntry>;
}
const nowhere: Elsewhere = { ours: new Map(), theirs: new Map() };

const sum = (amounts: readonly { amount: Cents }[]): Cents => amounts.reduce((total, { amount }) => total + amount, 0);
const side = (one: { date: string; amount: Cents } | null) => one && { date: one.date, amount: one.amount };

const told = (kind: DifferenceKind, our: OurEntry | null, their: TheirEntry | null): Difference => ({
  ...{ kind, id: our?.id ?? null, reference: our?.receipt_number ?? their?.reference ?? '' },
  ...{ who: our?.who || their?.who || '', ours: side(our), theirs: side(their) },
});

/** How an entry of ours differs from the one there that has its number; undefined where it does not. */
const differs = (our: OurEntry, their: TheirEntry): DifferenceKind | undefined => {
  if (their.amount !== our.amount) return 'amount';
  return their.date === our.date ? undefined : 'date';
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
 * A month of our ledger against the same month of QuickBooks, by receipt number. A voided entry counts for nothing on both
 * sides. Differences come by date; where one entry differs in amount and date, the amount is told. What has its other side
 * outside the month (`elsewhere`) has another day there; what stands on both sides under two numbers is told once.
 */
export function reconcile(
  ours: readonly OurEntry[],
  theirs: readonly TheirEntry[],
  elsewhere: Elsewhere = nowhere,
): Reconciliation {
  const byReference = Map.groupBy(theirs, ({ reference }) => reference);
  const differences: Difference[] = [];
  let matched = 0;
  const tell = (kind: DifferenceKind, our: OurEntry | null, their: TheirEntry | null): void => {
    differences.push(told(kind, our, their));
  };
  for (const our of ours) {
    const [first, ...more] = byReference.get(our.receipt_number) ?? [];
    byReference.delete(our.receipt_number);
    for (const again of more) tell('twice_there', our, again);
    const their = first ?? elsewhere.theirs.get(our.receipt_number);
    if (our.isVoided) {
      if (their && their.amount !== 0) tell('not_voided_there', { ...our, amount: 0 }, their);
      continue;
    }
    const kind = their ? differs(our, their) : 'missing_there';
    if (kind) tell(kind, our, their ?? null);
    else matched += 1;
  }
  for (const left of byReference.values())
    for (const their of left) {
      const our = elsewhere.ours.get(their.reference);
      if (their.amount === 0) continue;
      if (our) tell(our.isVoided ? 'not_voided_there' : (differs(our, their) ?? 'date'), our, their);
      else tell('missing_here', null, their);
    }
  const dayOf = ({ ours: our, theirs: their }: Difference): string => our?.date ?? their?.date ?? '';
  return {
    ours: sum(ours.filter(({ isVoided }) => !isVoided)),
    theirs: sum(theirs),
    matched,
    differences: pairedUp(differences).sort((a, b) => dayOf(a).localeCompare(dayOf(b))),
  };
}
