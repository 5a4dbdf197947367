import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';

/** What an operator changes from the command line; the audit log names the system for it. */
export const operatorWork = (table: Table, organizationId: string, now: Date): UnitOfWork =>
  new UnitOfWork(table, keysOf(organizationId), organizationId, {
    actor: { id: null, name: 'System', role: null },
    ip: null,
    requestId: 'operator',
    now,
  });
