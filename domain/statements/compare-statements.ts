import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { StatementContent, type StatementLine } from './statement.schema.ts';

/** A line that two versions do not say alike; undefined where one of them has no such line. */
export interface LineDifference {
  readonly title: string;
  readonly label: string;
  readonly before: StatementLine | undefined;
  readonly after: StatementLine | undefined;
  /** What it adds to the complete total, in cents. */
  readonly change: Cents;
}

/** What a version of a Statement says differently from the one before. */
export interface StatementDifference {
  readonly lines: readonly LineDifference[];
  readonly tax: Cents;
  /** The change of the complete total, in cents: the sum of all others. */
  readonly complete: Cents;
  /** The texts that are not the same: disclosures, terms, burial fees, contract. */
  readonly texts: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

/** Two versions of a Statement side by side: only what is different, in the order of the later one. */
export function compareStatements(before: StatementContent, after: StatementContent): StatementDifference {
  // What comes from a table or a wire may name its parts in another order.
  const [old, now] = [linesOf(StatementContent.parse(before)), linesOf(StatementContent.parse(after))];
  const keys = [...now.keys(), ...[...old.keys()].filter((key) => !now.has(key))];
  return {
    lines: keys.flatMap((key) => {
      const [was, is] = [old.get(key), now.get(key)];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      const named = is ?? was;
      if (!named) return [];
      const change = cents(is?.line.amount) - cents(was?.line.amount);
      return [{ title: named.title, label: named.line.label, before: was?.line, after: is?.line, change }];
    }),
    tax: cents(after.totals.sales_tax) - cents(before.totals.sales_tax),
    complete: cents(after.totals.complete_total) - cents(before.totals.complete_total),
    texts: textsOf(before).flatMap(([label, was], at) => {
      const is = textsOf(after)[at]?.[1] ?? '';
      return was === is ? [] : [{ label, before: was, after: is }];
    }),
  };
}

/** Whether two contents say the same, whatever was paid meanwhile, whichever day it is, and whoever arranged it. */
export function contentEquals(a: StatementContent, b: StatementContent): boolean {
  const charged = (whole: StatementContent): string => {
    const { totals, date_of_statement: _, director: _by, terms, ...content } = StatementContent.parse(whole);
    return JSON.stringify({
      ...content,
      totals: { ...totals, paid_to_date: '', balance: '' },
      terms: { ...terms, text: '' },
      burial_fees: { ...content.burial_fees, note: '' },
    });
  };
  return charged(a) === charged(b);
}

function linesOf(content: StatementContent) {
  return new Map(
    content.parts.flatMap(({ title, lines }) => lines.map((line) => [line.key, { title, line }] as const)),
  );
}

function textsOf({ disclosures, terms, burial_fees, contract, additional_items, co_signers = [] }: StatementContent) {
  const answer = (id: string) => disclosures.find((one) => one.id === id);
  return [
    ['Legal, cemetery or crematory requirement', answer('required-items')?.answer ?? ''],
    ['Reason for embalming', answer('embalming')?.answer ?? ''],
    ['Charges for cash advances', answer('cash-advances')?.text ?? ''],
    ['Terms of payment', terms.text],
    ['Burial fees', burial_fees.note],
    ['Difference from the contract', contract.reason],
    ['Additional items', additional_items],
    ['Co-signers', co_signers.join(', ')],
  ] as const;
}

function cents(amount: string | undefined): Cents {
  return (amount && parseMoney(amount)) || 0;
}
