import { statementNumber } from '#domain/statements/statement-number.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { nextInSequence } from '#functions/platform/store/yearly-sequence.ts';
import { type AcceptanceRecord, acceptanceSchema, type StatementRecord, statementSchema } from './statement-record.ts';

/** A Statement with what followed; what was frozen is the record. */
export interface StoredStatement {
  record: StatementRecord;
  acceptance: AcceptanceRecord | undefined;
}

/**
 * The finalized Statements of cases. There is no write that changes one: a version and its acceptance are put where
 * nothing stands yet, and that it is superseded follows from the next one.
 */
export const createStatementRepository = (table: Table, keys: Keys) => ({
  /** The versions of a case, the first one first. */
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
  /** The next number of a home's year. */
  async nextNumber(
    { id, case_numbering: { prefix } }: Pick<PlainHome, 'id' | 'case_numbering'>,
    year: number,
  ): Promise<{ statement_number: string; counted: Write }> {
    const { sequence, counted } = await nextInSequence(table, keys.statementNumbers(id, year));
    return { statement_number: statementNumber(prefix, year, sequence), counted };
  },
  /** Throws {@link WriteConflict} where somebody else has finalized the same version. */
  create: (record: StatementRecord): Write => ({
    put: statementSchema.item(keys.statement(record.case_id, record.version), record),
    when: 'absent',
    refused: () => new WriteConflict(),
  }),
  accept: (caseId: string, acceptance: AcceptanceRecord): Write => ({
    put: acceptanceSchema.item(keys.statementAcceptance(caseId, acceptance.version), acceptance),
    when: 'absent',
    refused: () => new WriteConflict(),
  }),
});

export const statements = { grants: ['table:statements'], in: createStatementRepository } as const satisfies Repository;
