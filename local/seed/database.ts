import type { AuditAction, AuditKind } from '#domain/shared/audit/audit-actions.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import type { EventName, EventPayload } from '#domain/shared/events/catalog.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { customersWithCases } from '#functions/customers/repository/customer-database.ts';
import { createExportRepository } from '#functions/exports/shared/own-exports.ts';
import { createFirstCallRepository } from '#functions/first-calls/repository/first-calls.ts';
import { createSubmissionRepository } from '#functions/intake/repository/submissions.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { checkNumbers } from '#functions/payments/repository/check-numbers.ts';
import { createPaymentRepository } from '#functions/payments/repository/payments.ts';
import { createPermitRepository } from '#functions/permits/repository.ts';
import { auditEntries, auditWrite, type Change, type Trace } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { changeEncryptor, type KeyWrapper, subjectKeys } from '#functions/platform/store/subject-keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { composeTransaction } from '#functions/platform/store/transactions/compose-transaction.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import { createSsnRepository } from '#functions/ssn/repository.ts';
import { priceLists } from '#functions/statements/repository/price-lists.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { createSecondFactorRepository } from '#functions/team/repository/second-factor.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';

/** Announces nothing: nobody is to get a mail about demo data. */
class QuietWork extends UnitOfWork {
  override announce(): this {
    return this;
  }
}

/**
 * All records of one organization, for what prepares a table: the demonstration and the tests. Handlers have what they
 * name among their needs.
 */
export const databaseOf = (table: Table, organizationId: string, trace: Trace, wrapper?: KeyWrapper) => {
  const keys = keysOf(organizationId);
  return {
    organizations: createOrganizationRepository(table, keys),
    team: createTeamRepository(table, keys),
    secondFactor: createSecondFactorRepository(table, keys),
    submissions: createSubmissionRepository(table, keys),
    firstCalls: createFirstCallRepository(table, keys),
    cases: createCaseRepository(table, keys),
    customers: customersWithCases(table, keys),
    exports: createExportRepository(table, keys),
    priceLists: priceLists.in(table, keys),
    payments: createPaymentRepository(table, keys),
    checkNumbers: checkNumbers.in(table, keys),
    permits: createPermitRepository(table, keys),
    statements: statements.in(table, keys),
    ssn: createSsnRepository(table, keys),
    audit: {
      entry: (deed: AuditAction, id: string, changes?: readonly Change[]): Write =>
        auditWrite(keys, trace, deed, id, changes),
      async of(kind: AuditKind, id: string): Promise<AuditEntry[]> {
        const entries = await auditEntries(table, keys, kind, id);
        return wrapper ? entries.map(await subjectKeys.in(table, keys).opener({ kind, id }, wrapper)) : entries;
      },
    },
    outbox: {
      event: <N extends EventName>(name: N, aggregateId: string, payload: EventPayload<N>): Write =>
        outboxWrite(keys, organizationId, trace, [pendingEvent(name, aggregateId, payload)]),
    },
    quietWork: () =>
      new QuietWork(table, keys, organizationId, trace, {
        seal: wrapper ? changeEncryptor(table, keys, wrapper) : 'in clear',
      }),
    /** All writes or none. */
    commit: (writes: readonly Write[]): Promise<void> => table.transact(composeTransaction(writes)),
  };
};
export type Database = ReturnType<typeof databaseOf>;
