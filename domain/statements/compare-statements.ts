import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { StatementContent, type StatementLine } from './statement.schema.ts';

/** A line that differs between two versions; undefined if one does not have it. */
export interface LineDifference {
  readonly title: string;
  readonly label: string;
  readonly before: StatementLine | undefined;
  readonly after: StatementLine | undefined;
  readonly change: Cents;
}

export interface StatementDifference {
  readonly lines: readonly LineDifference[];
  readonly tax: Cents;
  /** Cents: the sum of all other changes. */
  readonly complete: Cents;
  /** Changed texts: disclosures, terms, burial fees, contract. */
  readonly texts: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

/** Returns the differences between two versions, in the order of the later one. */
export function compareStatements(before: StatementContent, after: StatementContent): StatementDifference {
  // Stored and sent objects may order their keys differently.
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

/** True if two contents are equal apart from payments, date and director. */
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
  const answer = (id: string) => disclosures.find((disclosure) => disclosure.id === id);
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
