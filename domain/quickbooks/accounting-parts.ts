import { statementParts } from '#domain/statements/fee-sheet.ts';

/**
 * What lines of an invoice are booked under: the parts of a Statement, with packages apart from discounts (`adjustments`),
 * and the sales tax that stands in none.
 */
export const accountingParts = [...statementParts, 'packages', 'sales_tax'] as const;
export type AccountingPart = (typeof accountingParts)[number];

/** What else an account is chosen for: money received, what families owe, and the bank that money given back comes from. */
export const accountPurposes = ['deposit', 'receivable', 'refund'] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/** The parts as a bookkeeper reads them; they are also the names of the items that are made in QuickBooks. */
export const accountingPartLabels: Record<AccountingPart, string> = {
  services: 'Funeral services',
  merchandise: 'Funeral merchandise',
  special: 'Forwarding, receiving, burial and cremation',
  packages: 'Packages',
  adjustments: 'Discounts',
  burial: 'Burial fees',
  advances: 'Cash advances',
  sales_tax: 'Sales tax',
};
