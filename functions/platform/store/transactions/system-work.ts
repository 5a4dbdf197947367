import type { Trace } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { changeEncryptor, type KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { UnitOfWork } from './unit-of-work.ts';

/**
 * What a worker changes for an organization outside of a call. No request's key remembers it and no session guards it; what
 * it says of people is sealed like everything else in the trail.
 */
export const systemUnitOfWork = (
  { table, keyWrapper }: { table: Table; keyWrapper: KeyWrapper },
  organizationId: string,
  trace: Trace,
): UnitOfWork => {
  const keys = keysOf(organizationId);
  return new UnitOfWork(table, keys, organizationId, trace, { seal: changeEncryptor(table, keys, keyWrapper) });
};
