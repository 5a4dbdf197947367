import type { SectionValues } from '#domain/cases/case-rules.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { parseRate } from '#domain/shared/values/tax-rate.ts';
import { type FeeLine, type FeeSheet, feeSheetOf } from './fee-sheet.ts';
import { type SalesTax, salesTaxOf, type TaxSettings } from './sales-tax.ts';
import { type StatementTotals, totalsOf } from './statement-totals.ts';

/** What a Statement reads of its home. */
export interface StatementHome extends TaxSettings {
  /** Such as MO: some states ask for more than the federal rule. */
  readonly state?: string;
  /** Whether the contract total is set to that of each Statement that is finalized. */
  readonly contract_follows_statement?: boolean;
}

/** What the checks of a Statement read. */
export interface StatementCheckInput {
  readonly sections: SectionValues;
  readonly sheet: FeeSheet;
  readonly totals: StatementTotals;
  /** The lines of A to C and the adjustments, as they are charged. */
  readonly charged: readonly FeeLine[];
  /** The contract total of the case; null where it has none. */
  readonly contractTotal: Cents | null;
  readonly homeState: string;
  readonly contractFollows: boolean;
  /** Whether the merchandise in a package is taxed, so that its amount has to be known. */
  readonly taxesPackageMerchandise: boolean;
  /** What the rates give, beside the amount that was entered; null while there is no rate. */
  readonly tax: SalesTax | null;
}

/** A way to mend what a check found: to go to a field, or to change fields of a section at once. */
export type SuggestedFix =
  | { readonly label: string; readonly go: { readonly section: CaseSectionId; readonly field: string } }
  | {
      readonly label: string;
      readonly set: { readonly section: CaseSectionId; readonly values: Readonly<Record<string, string>> };
    };

/** What a check found. Nothing is finalized while one says stop. */
export interface Check {
  readonly id: string;
  readonly tone: 'stop' | 'warn' | 'info';
  /** The paragraph that asks for it, such as “16 CFR 453.5(b)”; absent for what the product itself asks for. */
  readonly law?: string;
  readonly title: string;
  readonly detail: string;
  readonly mends: readonly SuggestedFix[];
}

/** What the checks read of the kept values of a case's sections. */
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
