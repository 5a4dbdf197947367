import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { calendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { moneyInput } from '#domain/shared/values/money.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { signerParts } from '#domain/signatures/signer-parts.ts';
import { statementParts } from './fee-sheet.ts';
import { priceListKinds } from './price-lists/price-list-rules.ts';
import { statementMessages, statementStatuses } from './statement-messages.ts';

/** Dollars; negative for a discount, an overpayment, a contract above the Statement. */
const amount = z.string().regex(/^-?\d+\.\d{2}$/);

export const StatementLine = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string(),
  includes: z.string().optional(),
  amount,
  payee: z.string(),
  /** Prints as “(estimate)”. */
  is_estimate: z.boolean(),
  is_marked_up: z.boolean(),
  /** Defaults to true for merchandise. */
  is_taxed: z.boolean().optional(),
  price: z.object({ list: z.enum(priceListKinds), version: z.string(), item: z.string() }).nullable(),
});

/** The content as printed: selections with prices, disclosures verbatim, totals, and terms. */
export const StatementContent = z.object({
  home: z.object({ name: z.string(), address: z.string(), phone: z.string(), license_number: z.string() }),
  /** The arranging director and their license; not in older Statements. */
  director: z.object({ name: z.string(), license_number: z.string() }).optional(),
  deceased: z.object({ name: z.string(), date_of_death: z.string() }),
  case_number: z.string(),
  purchaser: z.object({ name: z.string(), address: z.string() }),
  co_signers: z.array(z.string()).optional(),
  date_of_statement: z.string(),
  parts: z.array(
    z.object({ part: z.enum(statementParts), title: z.string(), lines: z.array(StatementLine), total: amount }),
  ),
  /** Whether the totals include burial fees, and the sentence for it. */
  burial_fees: z.object({ handling: z.enum(['none', 'billed', 'cemetery']), total: amount, note: z.string() }),
  totals: z.object({
    home_charges: amount,
    /** Percent; '' if the tax was entered as an amount. */
    tax_rate: z.string(),
    tax_base: amount,
    /** Amounts taxed at several rates. */
    taxes: z.array(z.object({ rate: z.string(), base: amount })).optional(),
    sales_tax: amount,
    cash_advances: amount,
    complete_total: amount,
    paid_to_date: amount,
    balance: amount,
  }),
  contract: z.object({ total: amount, difference: amount, reason: z.string() }),
  /** In printed order. */
  disclosures: z.array(
    z.object({
      id: z.enum(['required-items', 'embalming', 'cash-advances']),
      law: z.string(),
      text: z.string(),
      /** The reasons that the text asks for; “None” if there are none. */
      answer: z.string(),
    }),
  ),
  terms: z.object({
    payment_due_date: z.string(),
    late_charge_percentage: z.string(),
    annual_percentage_rate: z.string(),
    instalments: z.array(z.object({ due_on: z.iso.date(), amount })).optional(),
    text: z.string(),
  }),
  additional_items: z.string(),
});
export type StatementContent = z.output<typeof StatementContent>;
export type StatementLine = z.output<typeof StatementLine>;

const name = (label: string) => singleLineText(label, 200);
const day = (label: string) => z.union([z.literal(''), calendarDate(label)]);

/** With its date on the home's calendar. */
export const StatementSignature = z.object({ name: z.string(), part: z.enum(signerParts), signed_on: z.iso.date() });
export type StatementSignature = z.output<typeof StatementSignature>;

const acceptance = {
  accepted_by: z.string(),
  signed_by: z.string(),
  signature_date: z.string(),
  co_signer_1: z.string(),
  co_signer_2: z.string(),
  given_on: z.string(),
  /** Electronic signatures; undefined if recorded by hand. */
  signatures: z.array(StatementSignature).optional(),
};

export const NewAcceptance = z.object({
  accepted_by: name('Accepted By').min(1, statementMessages.acceptedByRequired),
  signed_by: name('Signed By').optional(),
  signature_date: day('Signature Date').optional(),
  co_signer_1: name('Co-Signer 1').optional(),
  co_signer_2: name('Co-Signer 2').optional(),
  given_on: z
    .string(statementMessages.givenOnRequired)
    .refine((typed) => isCalendarDate(typed.trim()), statementMessages.givenOnRequired)
    .meta({ format: 'date' }),
});
export type NewAcceptance = z.output<typeof NewAcceptance>;

/** A finalized Statement: its content never changes. */
export const Statement = z.object({
  id: z.uuid(),
  case: z.uuid(),
  statement_number: z.string(),
  /** From 1; the next one supersedes it. */
  version,
  status: z.enum(statementStatuses),
  complete_total: amount,
  reason: z.string(),
  /** SHA-256 of the content, which identifies a print. */
  digest: z.string(),
  finalized_at: Instant,
  finalized_by_name: z.string().nullable(),
  acceptance: z.object({ ...acceptance, recorded_at: Instant, recorded_by_name: z.string().nullable() }).nullable(),
});
export type Statement = z.output<typeof Statement>;
export const WholeStatement = Statement.extend({ content: StatementContent });
export type WholeStatement = z.output<typeof WholeStatement>;

/** The newest first. */
export const StatementList = z.object({
  statements: z.array(Statement),
  next_version: z.number().int(),
  /** True if the case differs from the last version, so that a new one can be finalized. */
  has_changes: z.boolean(),
});
export type StatementList = z.output<typeof StatementList>;

export const NewStatement = z.object({
  /** The complete total that the user saw; a different one returns 409. */
  complete_total: moneyInput.optional(),
  reason: multilineText('Reason', 500).optional(),
});

export const statementOfCase = z.object({ id: idSchema('case'), statementId: idSchema('statement') });
