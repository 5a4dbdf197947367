import type { SectionValues } from '#domain/cases/case-validation.ts';
import {
  burialFeesFields,
  burialFeesHandlings,
  servicesFeesFields,
} from '#domain/cases/sections/financial-and-fees.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { trimmed } from '#domain/shared/values/as-string.ts';
import {
  applyRate,
  type Cents,
  formatMoney,
  formatRate,
  parseMoney,
  type RateThousandths,
} from '#domain/shared/values/money.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import { documentedFees, type FreeLineKind, maxOfOneKind } from './fee-names.ts';
import { type PriceListKind, priceListKinds } from './price-lists/price-list-rules.ts';

/** Sections A to D, and additional parts (docs/decisions/0056). */
export const statementParts = ['services', 'merchandise', 'special', 'adjustments', 'burial', 'advances'] as const;
export type StatementPart = (typeof statementParts)[number];
export const partTitles: Record<StatementPart, string> = {
  services: 'A. Services',
  merchandise: 'B. Merchandise',
  special: 'C. Special charges',
  adjustments: 'Packages and discounts',
  burial: 'Burial fees',
  advances: 'D. Cash advances',
};

export interface PriceReference {
  list: PriceListKind;
  version: string;
  item: string;
}

export interface FeeLine {
  /** The field name, or `line.{id}` and `advance.{id}` of a custom line. */
  key: string;
  name: string;
  /** The printed name, with quantity and unit price, or percentage of a discount. */
  label: string;
  description: string;
  /** The contents of a package or a charge of section C; '' if its description has them, as in older cases. */
  includes: string;
  /** Negative for a discount. */
  amount: Cents;
  payee: string;
  isEstimate: boolean;
  isMarkedUp: boolean;
  price: PriceReference | null;
  /** True if sales tax is charged or reduced by a discount; null for the default of its kind. */
  taxable: 'yes' | 'no' | null;
  /** The rate of a percentage discount; else 0. */
  percent: RateThousandths;
  merchandise: Cents;
}

/** All charges by part, without lines that have no amount. */
export interface FeeSheet {
  readonly lines: Readonly<Record<StatementPart, readonly FeeLine[]>>;
  /** Whether the home bills the burial fees; null if not answered. */
  readonly burialHandling: (typeof burialFeesHandlings)[number]['value'] | null;
  readonly tax: Cents;
}

export const maxLineCents: Cents = 999_999_999_999;

const labels: ReadonlyMap<string, string> = new Map(
  [...servicesFeesFields, ...burialFeesFields].map(({ name, label }) => [name, label]),
);

/** Returns the fee sheet of a case's sections. A malformed fee counts as 0. */
export function feeSheetOf(sections: SectionValues): FeeSheet {
  const values = sections.servicesFees ?? {};
  const details = new Map(entriesOrEmpty(values.fee_details).map((entry) => [trimmed(entry.fee), entry]));
  const documented = (names: readonly string[], own: Values): FeeLine[] =>
    names.flatMap((name) => {
      const amount = centsOrZero(own[name]);
      return amount > 0 ? [lineOf(name, labelOf(name, own), amount, details.get(name) ?? {})] : [];
    });
  const free = entriesOrEmpty(values.fee_lines);
  const ofKinds = (...kinds: FreeLineKind[]) =>
    free
      .filter(({ kind }) => kinds.includes(trimmed(kind) as FreeLineKind))
      .flatMap((entry) => freeLine('line', entry));
  const burial = documented(documentedFees.burial, sections.burialFees ?? {}).map((line) =>
    line.key === 'additional_fees'
      ? { ...line, description: trimmed(sections.burialFees?.additional_fees_description) }
      : line,
  );
  const handling = burialFeesHandlings.find(({ value }) => value === sections.burialFees?.burial_fees_handling);
  const services = [...documented(documentedFees.services, values), ...ofKinds('service')];
  const merchandise = [...documented(documentedFees.merchandise, values), ...ofKinds('merchandise')];
  const special = documented(documentedFees.special, values);
  return {
    lines: {
      services,
      merchandise,
      special,
      adjustments: withPercents(ofKinds('package', 'discount'), [...services, ...merchandise, ...special]),
      burial,
      advances: [
        ...certificates(values, details),
        ...documented(documentedFees.advances.slice(1), values),
        ...entriesOrEmpty(values.cash_advances).flatMap((entry) => freeLine('advance', entry)),
      ],
    },
    burialHandling: handling?.value ?? null,
    tax: centsOrZero(values.sales_tax),
  };
}

/** Returns the entries of a form list; empty if it is no list. */
export function entriesOrEmpty(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

/** Returns cents of a typed or stored fee; 0 if blank, malformed or negative. */
export function centsOrZero(value: unknown): Cents {
  const cents = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : null;
  return Math.max(0, cents ?? 0);
}

function certificates(values: Values, details: ReadonlyMap<string, Values>): FeeLine[] {
  const name = 'death_certificate_fee_each';
  const each = centsOrZero(values[name]);
  const copies = Math.trunc(Number(values.death_certificate_copies ?? 0)) || 0;
  if (each === 0 || copies <= 0) return [];
  const amount = Math.min(each * copies, maxLineCents);
  const line = lineOf(name, 'Death certificates', amount, details.get(name) ?? {});
  return [{ ...line, label: `${line.name}, ${copies} × ${formatMoney(each)}` }];
}

/** Returns a line's quantity; 1 if malformed. */
export function quantityIn({ quantity }: Values): number {
  const many = parseNumber(quantity) ?? 1;
  return Number.isInteger(many) && many > 1 && many <= maxOfOneKind ? many : 1;
}

/** “Limousine, 2 × $295.00”, or “Limousine, 2, together $591.01” if no unit price yields the amount. */
function counted(name: string, quantity: number, amount: Cents): string {
  if (quantity === 1 || !name) return name;
  return amount % quantity === 0
    ? `${name}, ${quantity} × ${formatMoney(amount / quantity)}`
    : `${name}, ${quantity}, together ${formatMoney(amount)}`;
}

function lineOf(key: string, name: string, amount: Cents, entry: Values): FeeLine {
  const list = priceListKinds.find((kind) => kind === entry.price_list);
  return {
    key,
    name,
    label: entry.kind === 'discount' ? name : counted(name, quantityIn(entry), amount),
    amount,
    description: trimmed(entry.description),
    includes: trimmed(entry.includes),
    payee: trimmed(entry.payee),
    isEstimate: entry.is_estimate === true,
    isMarkedUp: entry.is_marked_up === true,
    price: list ? { list, version: trimmed(entry.price_list_version), item: trimmed(entry.price_list_item) } : null,
    taxable: entry.taxable === 'yes' || entry.taxable === 'no' ? entry.taxable : null,
    percent: entry.kind === 'discount' ? percentIn(entry.percent) : 0,
    merchandise: entry.kind === 'package' ? Math.min(amount, centsOrZero(entry.merchandise_amount)) : 0,
  };
}

function percentIn(value: unknown): RateThousandths {
  const percent = parseNumber(value) ?? 0;
  return percent > 0 && percent <= 100 ? Math.round(percent * 1000) : 0;
}

/** Computes percentages of A, B, C and packages, half a cent up. A discount limited by others prints no percentage. */
function withPercents(adjustments: readonly FeeLine[], charges: readonly FeeLine[]): FeeLine[] {
  const sum = (lines: readonly FeeLine[]): Cents => lines.reduce((total, { amount }) => total + amount, 0);
  const base = sum([...charges, ...adjustments.filter(({ amount }) => amount > 0)]);
  let left = sum([...charges, ...adjustments.filter(({ percent }) => percent === 0)]);
  return adjustments.map((line) => {
    if (line.percent === 0) return line;
    const share = applyRate(base, line.percent);
    const amount = Math.max(0, Math.min(share, left));
    left -= amount;
    const words = amount === share ? `, ${formatRate(line.percent)}% of ${formatMoney(base)}` : '';
    return { ...line, label: line.name && `${line.name}${words}`, amount: -amount || 0 };
  });
}

/** A custom line with a name and no amount prints “no charge”. */
function freeLine(prefix: 'line' | 'advance', entry: Values): FeeLine[] {
  const amount = centsOrZero(entry.amount);
  const name = trimmed(entry.name);
  if (!name && amount === 0 && !percentIn(entry.percent)) return [];
  return [lineOf(`${prefix}.${trimmed(entry.id)}`, name, entry.kind === 'discount' ? -amount || 0 : amount, entry)];
}

function labelOf(fee: string, values: Values): string {
  const label = labels.get(fee) ?? fee;
  const [to, from] = [trimmed(values.forwarding_remains_to), trimmed(values.receiving_remains_from)];
  if (fee === 'forwarding_remains_fee' && to) return `${label} to ${to}`;
  return fee === 'receiving_remains_fee' && from ? `${label} from ${from}` : label;
}
