import type { SectionValues } from '#domain/cases/case-validation.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import {
  applyRate,
  type Cents,
  formatMoney,
  formatRate,
  parseMoney,
  parseRate,
  type RateThousandths,
  toCents,
} from '#domain/shared/values/money.ts';
import { type FeeLine, type FeeSheet, feeSheetOf, type StatementPart } from './fee-sheet.ts';
import type { StatementContent } from './statement.schema.ts';

/** In cents. */
export interface StatementTotals {
  /** The sum of each part's lines less discounts. */
  readonly parts: Readonly<Record<StatementPart, Cents>>;
  /** A, B and C (D3 §9), with packages, discounts, and burial fees that the home bills. */
  readonly homeCharges: Cents;
  readonly tax: Cents;
  readonly complete: Cents;
  readonly estimates: number;
}

/** Returns the totals (D3 §9): the documented sums, plus packages, discounts and billed burial fees. */
export function totalsOf({ lines, burialHandling, tax }: FeeSheet): StatementTotals {
  const sum = (part: StatementPart): Cents => lines[part].reduce((total, { amount }) => total + amount, 0);
  const parts = {
    services: sum('services'),
    merchandise: sum('merchandise'),
    special: sum('special'),
    adjustments: sum('adjustments'),
    burial: sum('burial'),
    advances: sum('advances'),
  };
  const billed = burialHandling === 'billed' ? parts.burial : 0;
  const homeCharges = parts.services + parts.merchandise + parts.special + parts.adjustments + billed;
  return {
    parts,
    homeCharges,
    tax,
    complete: homeCharges + tax + parts.advances,
    estimates: lines.advances.filter(({ isEstimate }) => isEstimate).length,
  };
}

/** The tax settings of a home; rates are percents as text, '' for none. */
export interface TaxSettings {
  readonly sales_tax_rate?: string;
  readonly services_tax_rate?: string;
  readonly special_charges_tax_rate?: string;
  readonly packages_tax_rate?: string;
  readonly cash_advances_tax_rate?: string;
  /** Taxes the merchandise in a package without a rate as merchandise. */
  readonly tax_package_merchandise?: boolean;
}

interface TaxShare {
  readonly rate: RateThousandths;
  readonly base: Cents;
}

interface SalesTax {
  readonly shares: readonly TaxShare[];
  readonly total: Cents;
}

type Rates = Readonly<Record<StatementPart, RateThousandths>>;

/**
 * Returns the sales tax in cents, rounded once per rate, half a cent up; null without a rate. Only marked discounts
 * count: a percentage reduces all taxed home charges, dollars reduce merchandise (docs/decisions/0056).
 */
export function salesTaxOf({ lines }: Pick<FeeSheet, 'lines'>, home: TaxSettings, typedRate: unknown): SalesTax | null {
  const rates = ratesOf(home, typedRate);
  if (parseRate(typedRate) === null && Object.values(rates).every((rate) => rate === 0)) return null;
  const { burial: _, advances, ...charges } = lines;
  const ofHome = sumsByRate(charges, rates, home);
  const paidOn = sumsByRate({ advances }, rates, home);
  const discounts = lines.adjustments.filter(({ amount, taxable }) => amount < 0 && taxable === 'yes');
  const shares = [...new Set([...ofHome.keys(), ...paidOn.keys()])]
    .toSorted((a, b) => b - a)
    .map((rate): TaxShare => {
      const sum = ofHome.get(rate) ?? 0;
      const left = discounts.reduce((base, { percent, amount }) => {
        if (percent > 0) return base - applyRate(sum, percent);
        return rate === rates.merchandise ? base + amount : base;
      }, sum);
      return { rate, base: Math.max(0, left) + (paidOn.get(rate) ?? 0) };
    })
    .filter(({ base }) => base > 0);
  return { shares, total: taxOf(shares) };
}

function taxOf(shares: readonly TaxShare[]): Cents {
  return shares.reduce((total, { rate, base }) => total + applyRate(base, rate), 0);
}

/** Returns “6.5% of $3,615.00 and 4% of $590.00”. */
export function taxWords(shares: readonly TaxShare[]): string {
  return shares.map(({ rate, base }) => `${formatRate(rate)}% of ${formatMoney(base)}`).join(' and ');
}

/** True if a line is taxed at any rate, which is all that QuickBooks needs. */
export function isTaxed({ taxable, amount }: FeeLine, part: StatementPart, home: TaxSettings): boolean {
  if (taxable) return taxable === 'yes';
  return part === 'merchandise' || (amount >= 0 && ratesOf(home, undefined)[part] > 0);
}

/** The Statement's rate replaces that of merchandise and every equal one. */
function ratesOf(home: TaxSettings, typedRate: unknown): Rates {
  const usual = parseRate(home.sales_tax_rate) ?? 0;
  const merchandise = parseRate(typedRate) ?? usual;
  const rate = (text: string | undefined): RateThousandths => {
    const own = parseRate(text) ?? 0;
    return own > 0 && own === usual ? merchandise : own;
  };
  return {
    merchandise,
    services: rate(home.services_tax_rate),
    special: rate(home.special_charges_tax_rate),
    adjustments: rate(home.packages_tax_rate),
    advances: rate(home.cash_advances_tax_rate),
    burial: 0,
  };
}

/** Sums of lines by rate, before discounts. A taxable line of an untaxed part is taxed as merchandise. */
function sumsByRate(lines: Partial<FeeSheet['lines']>, rates: Rates, home: TaxSettings): Map<RateThousandths, Cents> {
  const sums = new Map<RateThousandths, Cents>();
  for (const [part, ofPart] of Object.entries(lines) as [StatementPart, readonly FeeLine[]][])
    for (const { amount, taxable, merchandise } of ofPart) {
      if (taxable === 'no' || amount <= 0) continue;
      const isSplit = rates[part] === 0 && merchandise > 0 && home.tax_package_merchandise === true;
      const rate = rates[part] || (isSplit || taxable === 'yes' ? rates.merchandise : 0);
      if (rate > 0) sums.set(rate, (sums.get(rate) ?? 0) + (isSplit ? merchandise : amount));
    }
  return sums;
}

type Taxed = Pick<StatementContent['totals'], 'tax_rate' | 'tax_base' | 'sales_tax' | 'taxes'>;

/** Returns the label of the tax line. It explains the amount only if the explanation yields exactly that amount. */
export const taxLine = ({ tax_rate, tax_base, sales_tax, taxes }: Taxed): string => {
  const shares = (taxes ?? [{ rate: tax_rate, base: tax_base }]).flatMap(({ rate: text, base }) => {
    const rate = parseRate(text);
    return rate === null ? [] : [{ rate, base: toCents(base) }];
  });
  if (shares.length === 0 || taxOf(shares) !== parseMoney(sales_tax)) return 'Sales tax';
  return `Sales tax, ${taxWords(shares)}`;
};

export interface StatementHome extends TaxSettings {
  /** Such as MO: some states require more than the federal rule. */
  readonly state?: string;
  /** True if finalizing sets the contract total to the Statement's. */
  readonly contract_follows_statement?: boolean;
}

export interface StatementCheckInput {
  readonly sections: SectionValues;
  readonly sheet: FeeSheet;
  readonly totals: StatementTotals;
  /** Lines of A to C and adjustments, as charged. */
  readonly charged: readonly FeeLine[];
  readonly contractTotal: Cents | null;
  readonly homeState: string;
  readonly contractFollows: boolean;
  /** True if the merchandise in a package is taxed and its amount is needed. */
  readonly taxesPackageMerchandise: boolean;
  /** The tax by the rates; null without a rate. */
  readonly tax: SalesTax | null;
}

/** Leads to a field, or changes fields of a section at once. */
export type SuggestedFix =
  | { readonly label: string; readonly go: { readonly section: CaseSectionId; readonly field: string } }
  | {
      readonly label: string;
      readonly set: { readonly section: CaseSectionId; readonly values: Readonly<Record<string, string>> };
    };

/** `stop` prevents finalizing. */
export interface Check {
  readonly id: string;
  readonly tone: 'stop' | 'warn' | 'info';
  /** The paragraph, such as “16 CFR 453.5(b)”; undefined for Stillwater's own checks. */
  readonly law?: string;
  readonly title: string;
  readonly detail: string;
  readonly fixes: readonly SuggestedFix[];
}

/** Returns the input of the checks from stored sections. */
export function toStatementCheckInput(sections: SectionValues, home: StatementHome = {}): StatementCheckInput {
  const sheet = feeSheetOf(sections);
  const { services, merchandise, special, adjustments } = sheet.lines;
  const typed = sections.financial?.contract_total;
  return {
    sections,
    sheet,
    totals: totalsOf(sheet),
    charged: [...services, ...merchandise, ...special, ...adjustments],
    contractTotal: isBlank(typed) ? null : parseMoney(String(typed)),
    homeState: home.state ?? '',
    contractFollows: home.contract_follows_statement === true,
    taxesPackageMerchandise: home.tax_package_merchandise === true && !parseRate(home.packages_tax_rate),
    tax: salesTaxOf(sheet, home, sections.servicesFees?.sales_tax_rate),
  };
}
