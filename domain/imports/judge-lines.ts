import {
  areCertainDuplicates,
  type Comparable,
  type DuplicateReason,
  duplicateKeys,
} from '#domain/customers/customer.rules.ts';
import type { Outcome } from './import.schema.ts';

/** Who a line may be: a customer we have, or a line before it in the same file. */
export type Known = Comparable & ({ customer: { id: string; name: string } } | { line: number });

export interface Judgment {
  outcome: Exclude<Outcome, 'refused'>;
  why: string[];
  customer: { id: string; name: string } | null;
}

const sameAs: Record<DuplicateReason, string> = {
  phone: 'Same phone number as',
  email: 'Same email address as',
  name: 'Same name and ZIP code as',
};

const nameOf = (known: Known): string => ('customer' in known ? known.customer.name : `line ${known.line}`);

const judgment = (outcome: 'known' | 'doubtful', reason: string, known: Known): Judgment => ({
  outcome,
  why: [`${reason} ${nameOf(known)}`],
  customer: 'customer' in known ? known.customer : null,
});

/**
 * What a line is, by the rules about duplicates: known where it certainly is one of `others`, doubtful where it shares
 * something with one, else new. Customers we have come before lines of the file.
 */
export const judgeLine = (line: Comparable, others: readonly Known[]): Judgment => {
  const inOrder = others.toSorted((a, b) => Number('line' in a) - Number('line' in b));
  const certain = inOrder.find((other) => areCertainDuplicates(line, other));
  if (certain) return judgment('known', 'Same person as', certain);
  const keys = duplicateKeys(line);
  for (const other of inOrder) {
    const theirs = duplicateKeys(other);
    const shared = keys.find((key) => theirs.some(({ reason, value }) => reason === key.reason && value === key.value));
    if (shared) return judgment('doubtful', sameAs[shared.reason], other);
  }
  return { outcome: 'new', why: [], customer: null };
};

/** More lines that share one value mean nothing, as with customers: a nursing home's phone number. */
const mostSharing = 50;

/** People by what they may share with a duplicate. */
export class Acquaintances {
  readonly #byKey = new Map<string, Known[]>();

  /** Takes somebody in. */
  add(known: Known): void {
    for (const { reason, value } of duplicateKeys(known)) {
      const key = `${reason}|${value}`;
      const others = this.#byKey.get(key);
      if (!others) this.#byKey.set(key, [known]);
      else if (others.length < mostSharing) others.push(known);
    }
  }

  /** Those who share something with somebody, each once. */
  of(line: Comparable): Known[] {
    const found = duplicateKeys(line).map(({ reason, value }) => this.#byKey.get(`${reason}|${value}`) ?? []);
    return [...new Set(found.flat())];
  }
}
