import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import { applyRate, formatRate, parseRate, type RateThousandths } from '#domain/shared/values/tax-rate.ts';
import type { FeeLine, FeeSheet, StatementPart } from './fee-sheet.ts';

/** What a home has set about sales tax; rates are percents as text, '' for none. */
export interface TaxSettings {
  /** On merchandise. */
  readonly sales_tax_rate?: string;
  readonly services_tax_rate?: string;
  readonly special_charges_tax_rate?: string;
  readonly packages_tax_rate?: string;
  readonly cash_advances_tax_rate?: string;
  /** Whether the merchandise in a package without a rate is taxed as merchandise. */
  readonly tax_package_merchandise?: boolean;
}

/** What is taxed at one rate. */
export interface TaxShare {
  readonly rate: RateThousandths;
  readonly base: Cents;
}

/** The sales tax that the rates give. */
export interface SalesTax {
  readonly shares: readonly TaxShare[];
  readonly total: Cents;
}

type Rates = Readonly<Record<StatementPart, RateThousandths>>;

/**
 * The sales tax of a Statement by the rates of its home and the rate typed on it, in cents; null where there is no rate. It
 * is rounded once for each rate, half a cent upward, on the sum of what is taxed at it. A discount counts only where it is
 * marked: one in percent takes its share off all home charges that are taxed, one in dollars comes off what is taxed at the
 * rate of merchandise (docs/decisions/0236).
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

/** What shares come to, each rounded for itself. */
export function taxOf(shares: readonly TaxShare[]): Cents {
  return shares.reduce((total, { rate, base }) => total + applyRate(base, rate), 0);
}

/** “6.5% of $3,615.00 and 4% of $590.00”. */
export function taxWords(shares: readonly TaxShare[]): string {
  return shares.map(({ rate, base }) => `${formatRate(rate)}% of ${formatMoney(base)}`).join(' and ');
}

/** Whether sales tax is charged on a line, at whatever rate: QuickBooks asks only that. */
export function isTaxed({ taxable, amount }: FeeLine, part: StatementPart, home: TaxSettings): boolean {
  if (taxable) return taxable === 'yes';
  return part === 'merchandise' || (amount >= 0 && ratesOf(home, undefined)[part] > 0);
}

/** The rate typed on the Statement takes the place of that of merchandise, and of every other one that is the same. */
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

/** What of lines is taxed at which rate, before discounts. One that is taxable although its part is not is taxed as merchandise. */
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
