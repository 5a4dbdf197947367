import { parseMoney } from '#domain/shared/values/money.ts';
import { parseRate } from '#domain/shared/values/tax-rate.ts';
import { taxOf, taxWords } from './sales-tax.ts';
import type { StatementContent } from './statement.schema.ts';

type Taxed = Pick<StatementContent['totals'], 'tax_rate' | 'tax_base' | 'sales_tax' | 'taxes'>;

/**
 * What the sales tax of a Statement is called. It says how the amount comes about only where that gives the amount: what is
 * taxed differs by state, and a contract that reckons wrong in front of the family is worse than one that does not say.
 */
export const taxLine = ({ tax_rate, tax_base, sales_tax, taxes }: Taxed): string => {
  const shares = (taxes ?? [{ rate: tax_rate, base: tax_base }]).flatMap(({ rate: text, base }) => {
    const rate = parseRate(text);
    return rate === null ? [] : [{ rate, base: parseMoney(base) ?? 0 }];
  });
  if (shares.length === 0 || taxOf(shares) !== parseMoney(sales_tax)) return 'Sales tax';
  return `Sales tax, ${taxWords(shares)}`;
};
