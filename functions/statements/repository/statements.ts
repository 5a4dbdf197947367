import * as z from 'zod';
import { signerParts } from '#domain/signatures/signer-parts.ts';
import { statementParts } from '#domain/statements/fee-sheet.ts';
import { priceListKinds } from '#domain/statements/price-lists/price-list-rules.ts';
import { statementNumber } from '#domain/statements/statement-messages.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { nextInSequence } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

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

/** The frozen content; its digest is stored with it. */
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

/** Written once and never changed. */
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
type AcceptanceRecord = z.output<typeof acceptanceSchema.schema>;

export interface StoredStatement {
  record: StatementRecord;
  acceptance: AcceptanceRecord | undefined;
}

/** No write changes a Statement: versions and acceptances are only added, and a next version supersedes one. */
export const createStatementRepository = (table: Table, keys: Keys) => ({
  /** The first version first. */
  async ofCase(caseId: string): Promise<StoredStatement[]> {
    const pk = keys.statements(caseId);
    const items = await table.query({ pk, between: ['ACCEPTANCE#', prefixEnd('STATEMENT#')] });
    const records = items.filter(({ sk }) => sk.startsWith('STATEMENT#')).map((item) => statementSchema.parse(item));
    const accepted = items.filter(({ sk }) => sk.startsWith('ACCEPTANCE#')).map((item) => acceptanceSchema.parse(item));
    return records.map((record) => ({
      record,
      acceptance: accepted.find(({ version }) => version === record.version),
    }));
  },
  async nextNumber(
    { id, case_numbering: { prefix } }: Pick<PlainHome, 'id' | 'case_numbering'>,
    year: number,
  ): Promise<{ statement_number: string; counted: Write }> {
    const { sequence, counted } = await nextInSequence(table, keys.statementNumbers(id, year));
    return { statement_number: statementNumber(prefix, year, sequence), counted };
  },
  /** Throws {@link WriteConflictError} if the version exists. */
  create: (record: StatementRecord): Write => ({
    put: statementSchema.item(keys.statement(record.case_id, record.version), record),
    when: 'absent',
    refused: () => new WriteConflictError(),
  }),
  accept: (caseId: string, acceptance: AcceptanceRecord): Write => ({
    put: acceptanceSchema.item(keys.statementAcceptance(caseId, acceptance.version), acceptance),
    when: 'absent',
    refused: () => new WriteConflictError(),
  }),
});

export const statements = { grants: ['table:statements'], in: createStatementRepository } as const satisfies Repository;
