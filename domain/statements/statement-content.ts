import type { SectionValues } from '#domain/cases/case-validation.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { trimmed } from '#domain/shared/values/as-string.ts';
import { type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney, formatRate, toDecimal } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { coSignersNamedIn } from '#domain/signatures/people-of-case.ts';
import {
  isTaxed,
  type StatementCheckInput,
  type StatementHome,
  type StatementTotals,
  toStatementCheckInput,
} from './checked-statement.ts';
import { type FeeLine, type FeeSheet, partTitles, type StatementPart, statementParts } from './fee-sheet.ts';
import { embalmsByLaw, markupDisclosure, mayBeRequired, mayEmbalm, saysNone } from './funeral-rule.ts';
import { bundlesIn, contentsOf, linesWith } from './included-fees.ts';
import type { StatementContent, StatementLine } from './statement.schema.ts';

export interface StatementSource {
  readonly sections: SectionValues;
  readonly case_number: string;
  readonly home: StatementHome & {
    readonly name: string;
    readonly address: string;
    readonly city: string;
    readonly state: string;
    readonly zip_code: string;
    readonly phone: string | null;
    readonly license_number: string;
  };
  /** Cents. */
  readonly paid: Cents;
  readonly instalments?: readonly { readonly due_on: CalendarDate; readonly amount_cents: Cents }[] | undefined;
  readonly director?: { readonly name: string; readonly license_number: string } | undefined;
  /** The home's date, for a Statement without a date. */
  readonly today: string;
}

/**
 * Returns the content of a Statement to freeze and print, with disclosures of 16 CFR 453.3(d)(2), 453.5(b),
 * 453.3(f)(2).
 */
export function statementContent(source: StatementSource): StatementContent {
  const { sections, case_number, home, director, paid, instalments: installments = [], today } = source;
  const checked = toStatementCheckInput(sections, home);
  const { sheet, totals, tax, contractTotal, contractFollows } = checked;
  const shares = tax?.total === totals.tax ? tax.shares : [];
  const { deceased = {}, informant = {}, servicesFees = {}, disclosuresAgreement = {} } = sections;
  const contract = contractFollows ? Math.max(0, totals.complete) : (contractTotal ?? 0);
  const coSigners = coSignersNamedIn(sections);
  return {
    home: {
      name: home.name,
      address: [home.address, home.city, [home.state, home.zip_code].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(', '),
      phone: formatPhone(home.phone ?? ''),
      license_number: home.license_number,
    },
    ...(director ? { director } : {}),
    deceased: { name: deceasedName(deceased), date_of_death: trimmed(deceased.date_of_death) },
    case_number,
    purchaser: { name: trimmed(informant.informant_name), address: trimmed(informant.informant_address) },
    ...(coSigners.length > 0 ? { co_signers: coSigners } : {}),
    date_of_statement: trimmed(servicesFees.date_of_statement) || today,
    parts: statementParts
      .filter((part) => sheet.lines[part].length > 0 && (part !== 'burial' || sheet.burialHandling === 'billed'))
      .map((part) => ({
        part,
        title: partTitles[part],
        lines: sheet.lines[part].map((line) => lineOf(line, part, home)),
        total: toDecimal(totals.parts[part]),
      })),
    burial_fees: burialFees(sheet, totals),
    totals: {
      home_charges: toDecimal(totals.homeCharges),
      // A single rate is printed with the tax, as in Statements before there were several.
      tax_rate: shares[0] && shares.length === 1 ? formatRate(shares[0].rate) : trimmed(servicesFees.sales_tax_rate),
      tax_base: toDecimal(shares[0] && shares.length === 1 ? shares[0].base : totals.parts.merchandise),
      ...(shares.length > 1
        ? { taxes: shares.map(({ rate, base }) => ({ rate: formatRate(rate), base: toDecimal(base) })) }
        : {}),
      sales_tax: toDecimal(totals.tax),
      cash_advances: toDecimal(totals.parts.advances),
      complete_total: toDecimal(totals.complete),
      paid_to_date: toDecimal(paid),
      balance: toDecimal(totals.complete - paid),
    },
    contract: {
      total: toDecimal(contract),
      difference: toDecimal(totals.complete - contract),
      reason: totals.complete === contract ? '' : trimmed(servicesFees.contract_difference_reason),
    },
    disclosures: disclosuresOf(checked),
    terms: termsOf(disclosuresAgreement, totals.complete - paid, installments),
    additional_items: trimmed(disclosuresAgreement.additional_items_ordered),
  };
}

function lineOf(line: FeeLine, part: StatementPart, home: StatementHome): StatementLine {
  const { key, label, description, includes, payee, price, amount, isEstimate, isMarkedUp } = line;
  const taxed = isTaxed(line, part, home);
  return {
    key,
    label,
    description,
    ...(includes ? { includes } : {}),
    amount: toDecimal(amount),
    payee,
    price,
    is_estimate: isEstimate,
    is_marked_up: isMarkedUp,
    ...(taxed === (part === 'merchandise') ? {} : { is_taxed: taxed }),
  };
}

function burialFees({ burialHandling }: FeeSheet, { parts }: StatementTotals): StatementContent['burial_fees'] {
  const total = toDecimal(parts.burial);
  // No sentence: cemetery charges may be cash advances or in a package.
  if (parts.burial === 0) return { handling: 'none', total, note: '' };
  return burialHandling === 'billed'
    ? { handling: 'billed', total, note: 'Burial fees are billed by the funeral home and included in this Statement.' }
    : {
        handling: 'cemetery',
        total,
        note: `Burial fees of ${formatMoney(parts.burial)} are paid directly to the cemetery and are not included in this Statement.`,
      };
}

/** The regulation's text, printed verbatim. */
const requiredItems =
  'Charges are only for those items that you selected or that are required. If we are required by law or by a cemetery or crematory to use any items, we will explain the reasons in writing below.';
const embalming =
  'If you selected a funeral that may require embalming, such as a funeral with viewing, you may have to pay for embalming. You do not have to pay for embalming you did not approve if you selected arrangements such as a direct cremation or immediate burial. If we charged for embalming, we will explain why below.';

/** Unknown answers stay empty, such as who required a vault. */
function disclosuresOf(checked: StatementCheckInput): StatementContent['disclosures'] {
  const { sheet, sections } = checked;
  const values = sections.disclosuresAgreement ?? {};
  const embalms = linesWith('embalming_fee', sheet).length > 0;
  const reason = trimmed(values.embalming_reason);
  const explanation = trimmed(values.legal_requirement_explanation);
  const required = embalmsByLaw(checked)
    ? [`Embalming is required by law: ${reason}`, saysNone(explanation) ? '' : explanation]
        .filter(Boolean)
        .join(reason.endsWith('.') ? ' ' : '. ')
    : explanation || (mayBeRequired(checked) ? '' : 'None');
  const isUnembalmed = bundlesIn(sheet).every(contentsOf) && mayEmbalm(checked).length === 0;
  const sentence = markupDisclosure(sheet.lines.advances);
  return [
    {
      id: 'required-items',
      law: '16 CFR 453.3(d)(2)',
      text: requiredItems,
      answer: required,
    },
    {
      id: 'embalming',
      law: '16 CFR 453.5(b)',
      text: embalming,
      answer: embalms ? reason : isUnembalmed ? 'Embalming is not charged.' : '',
    },
    ...(sentence ? [{ id: 'cash-advances', law: '16 CFR 453.3(f)(2)', text: sentence, answer: '' } as const] : []),
  ];
}

/** Returns the terms of payment: installments and a late charge. Deferred payment is credit even without cost. */
function termsOf(
  values: Readonly<Record<string, unknown>>,
  balance: Cents,
  installments: NonNullable<StatementSource['instalments']>,
): StatementContent['terms'] {
  const due = trimmed(values.payment_due_date);
  const [monthly, yearly] = [figure(values.late_charge_percentage), figure(values.annual_percentage_rate)];
  const isPlan = installments.length > 0;
  const rest = balance - installments.reduce((sum, installment) => sum + installment.amount_cents, 0);
  const on = due && ` is due on ${formatDate(due)}.`;
  // Installments are due on their own days, the rest on the day of payment in full.
  const when = isPlan ? (rest > 0 && due ? `The rest, ${formatMoney(rest)},${on}` : '') : due && `Payment in full${on}`;
  const isCredit = due !== '' || isPlan;
  const part = isPlan
    ? 'any amount unpaid after its due date'
    : `any part of the ${formatMoney(balance)} balance that is unpaid after that date`;
  const charge =
    monthly && Number(monthly) > 0
      ? balance > 0 && `A late charge of ${monthly}% per month (ANNUAL PERCENTAGE RATE ${yearly}%) applies to ${part}.`
      : `${isCredit ? 'No' : 'No credit is extended, and no'} finance charge is made.`;
  const agreed = installments.map(
    (installment) => `${formatMoney(installment.amount_cents)} on ${formatDate(installment.due_on)}`,
  );
  const later = isPlan && `Payable in installments: ${agreed.join('; ')}.`;
  return {
    payment_due_date: due,
    late_charge_percentage: monthly,
    annual_percentage_rate: yearly,
    ...(installments.length
      ? { instalments: installments.map(({ due_on, amount_cents }) => ({ due_on, amount: toDecimal(amount_cents) })) }
      : {}),
    text: [later, when, charge].filter(Boolean).join(' '),
  };
}

function figure(value: unknown): string {
  return typeof value === 'number' ? String(value) : trimmed(value);
}
