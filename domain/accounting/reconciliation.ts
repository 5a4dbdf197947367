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
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  kind: DifferenceKind;
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

const sum = (amounts: readonly { amount: Cents }[]): Cents => amounts.reduce((total, { amount }) => total + amount, 0);

/**
 * A month of our ledger against the same month of QuickBooks, by receipt number. A voided entry counts for nothing on both
 * sides. Differences come by date; where one entry differs in amount and date, the amount is told.
 */
export function reconcile(ours: readonly OurEntry[], theirs: readonly TheirEntry[]): Reconciliation {
  const byReference = Map.groupBy(theirs, ({ reference }) => reference);
  const differences: Difference[] = [];
  let matched = 0;
  const tell = (kind: DifferenceKind, our: OurEntry | null, their: TheirEntry | null): void => {
    const side = (one: { date: string; amount: Cents } | null) => one && { date: one.date, amount: one.amount };
    const reference = our?.receipt_number ?? their?.reference ?? '';
    differences.push({ kind, reference, who: our?.who || their?.who || '', ours: side(our), theirs: side(their) });
  };
  for (const our of ours) {
    const [their, ...more] = byReference.get(our.receipt_number) ?? [];
    byReference.delete(our.receipt_number);
    for (const again of more) tell('twice_there', our, again);
    if (our.isVoided) {
      if (their && their.amount !== 0) tell('not_voided_there', { ...our, amount: 0 }, their);
    } else if (!their) tell('missing_there', our, null);
    else if (their.amount !== our.amount) tell('amount', our, their);
    else if (their.date !== our.date) tell('date', our, their);
    else matched += 1;
  }
  for (const left of byReference.values())
    for (const their of left) if (their.amount !== 0) tell('missing_here', null, their);
  const dayOf = ({ ours: our, theirs: their }: Difference): string => our?.date ?? their?.date ?? '';
  return {
    ours: sum(ours.filter(({ isVoided }) => !isVoided)),
    theirs: sum(theirs),
    matched,
    differences: differences.sort((a, b) => dayOf(a).localeCompare(dayOf(b))),
  };
}
