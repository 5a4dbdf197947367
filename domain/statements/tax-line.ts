import { formatMoney, parseMoney } from '#domain/values/money.ts';
import { formatRate, parseRate } from '#domain/values/tax-rate.ts';
import type { StatementContent } from './statement.schema.ts';
import { proposedTax } from './statement-totals.ts';

type Taxed = Pick<StatementContent['totals'], 'tax_rate' | 'tax_base' | 'sales_tax'>;

/**
 * What the sales tax of a Statement is called. It says how the amount comes about only where that gives the amount: what is
 * taxed differs by state, and a contract that reckons wrong in front of the family is worse than one that does not say.
 */
export const taxLine = ({ tax_rate, tax_base, sales_tax }: Taxed): string => {
  const rate = parseRate(tax_rate);
  const taxBase = parseMoney(tax_base) ?? 0;
  if (rate === null || proposedTax({ taxBase }, rate) !== parseMoney(sales_tax)) return 'Sales tax';
  return `Sales tax, ${formatRate(rate)}% of ${formatMoney(taxBase)}`;
};
