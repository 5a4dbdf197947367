import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { Table } from '#functions/platform/store/table.ts';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
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
    const call = exampleCall(exampleRow(changes), { actor, pathParameters: { id } });
    const provisions = { table, organizationTable: () => table };
    const left = through(denied(provisions), { call, next: () => Promise.reject(error) });
    await expect(left).rejects.toBe(error);
    return harness.databaseOf(actor.organizationId).audit.of('CASE', id);
  };

  it('records who was denied and from where, and keeps the response', async () => {
    const entries = await refused({ auditActionOnDenied: 'ssn.reveal_refused', organizationScoped: true });
    expect(entries).toMatchObject([
      {
        action: 'ssn.reveal_refused',
        actor_name: 'Dee Kowalski',
        actor_role: 'coordinator',
        ip: '203.0.113.9',
        changes: [],
      },
    ]);
  });

  it('records only denials, for endpoints that require it and valid record ids', async () => {
    expect(await refused({})).toEqual([]);
    const recordsDenied = 'ssn.reveal_refused';
    expect(await refused({ auditActionOnDenied: recordsDenied }, { id: 'no id' })).toEqual([]);
    expect(await refused({ auditActionOnDenied: recordsDenied }, { error: new AppError('notFound') })).toEqual([]);
    expect(await refused({ auditActionOnDenied: recordsDenied }, { error: new Error('ours') })).toEqual([]);
  });

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
