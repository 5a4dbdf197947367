import * as z from 'zod';
import { signerParts } from '#domain/signatures/signer-parts.ts';
import { statementParts } from '#domain/statements/fee-sheet.ts';
import { priceListKinds } from '#domain/statements/price-lists/price-list-kinds.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';

const line = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string(),
  includes: z.string().optional(),
  amount: z.string(),
  payee: z.string(),
  is_estimate: z.boolean(),
  is_marked_up: z.boolean(),
  is_taxed: z.boolean().optional(),
  price: z.object({ list: z.enum(priceListKinds), version: z.string(), item: z.string() }).nullable(),
});

/** What was frozen, as it was printed; its digest stands beside it. */
const content = z.object({
  home: z.object({ name: z.string(), address: z.string(), phone: z.string(), license_number: z.string() }),
  director: z.object({ name: z.string(), license_number: z.string() }).optional(),
  deceased: z.object({ name: z.string(), date_of_death: z.string() }),
  case_number: z.string(),
  purchaser: z.object({ name: z.string(), address: z.string() }),
  co_signers: z.array(z.string()).optional(),
  date_of_statement: z.string(),
  parts: z.array(
    z.object({ part: z.enum(statementParts), title: z.string(), lines: z.array(line), total: z.string() }),
  ),
  burial_fees: z.object({ handling: z.enum(['none', 'billed', 'cemetery']), total: z.string(), note: z.string() }),
  totals: z.object({
    home_charges: z.string(),
    tax_rate: z.string(),
    tax_base: z.string(),
    taxes: z.array(z.object({ rate: z.string(), base: z.string() })).optional(),
    sales_tax: z.string(),
    cash_advances: z.string(),
    complete_total: z.string(),
    paid_to_date: z.string(),
    balance: z.string(),
  }),
  contract: z.object({ total: z.string(), difference: z.string(), reason: z.string() }),
  disclosures: z.array(
    z.object({
      id: z.enum(['required-items', 'embalming', 'cash-advances']),
      law: z.string(),
      text: z.string(),
      answer: z.string(),
    }),
  ),
  terms: z.object({
    payment_due_date: z.string(),
    late_charge_percentage: z.string(),
    annual_percentage_rate: z.string(),
    instalments: z.array(z.object({ due_on: z.string(), amount: z.string() })).optional(),
    text: z.string(),
  }),
  additional_items: z.string(),
});

/** A finalized Statement as it rests: written once, and never again. */
export const statementSchema = storedSchema({
  kind: 'statement',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    case_id: z.string(),
    funeral_home_id: z.string(),
    statement_number: z.string(),
    version: z.number().int(),
    reason: z.string(),
    content,
    digest: z.string(),
    finalized_at: z.string(),
    finalized_by_name: z.string().nullable(),
  }),
});
export type StatementRecord = z.output<typeof statementSchema.schema>;

/** Who has accepted a version of it; written once as well. */
export const acceptanceSchema = storedSchema({
  kind: 'acceptance of a statement',
  shape: 1,
  schema: z.object({
    version: z.number().int(),
    accepted_by: z.string(),
    signed_by: z.string(),
    signature_date: z.string(),
    co_signer_1: z.string(),
    co_signer_2: z.string(),
    given_on: z.string(),
    signatures: z.array(z.object({ name: z.string(), part: z.enum(signerParts), signed_on: z.string() })).optional(),
    recorded_at: z.string(),
    recorded_by_name: z.string().nullable(),
  }),
});
export type AcceptanceRecord = z.output<typeof acceptanceSchema.schema>;
