import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { Table } from '#functions/platform/store/table.ts';
import { exampleActor, exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { denied } from '../api.ts';

const forbidden = new AppError('forbidden', { reason: 'needs ssn:read' });

const harness = await openHarness();

describe('S-41 audit of denied reveals', () => {
  const refused = async (
    changes: Partial<Endpoint>,
    { id = String(randomUUID()), error = forbidden as Error, table = harness.table } = {},
  ) => {
    const actor = exampleActor({ organizationId: randomUUID() });
    const call = exampleCall(exampleEndpoint(changes), { actor, pathParameters: { id } });
    const provisions = { table, organizationTable: () => table };
    const left = through(denied(provisions), { call, next: () => Promise.reject(error) });
    await expect(left).rejects.toBe(error);
    return harness.databaseOf(actor.organizationId).audit.of('CASE', id);
  };

  it('keeps the denial when the audit write fails', async () => {
    class ReadOnly extends Table {
      override transact(): Promise<void> {
        return Promise.reject(new AppError('unavailable'));
      }
    }
    const table = new ReadOnly(harness.client, harness.tableName);
    expect(await refused({ auditActionOnDenied: 'ssn.reveal_refused' }, { table })).toEqual([]);
  });
});
