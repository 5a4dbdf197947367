import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportResponse } from '#domain/reports/report.schema.ts';
import { areas } from '#domain/shared/contract/endpoints.ts';
import { caseProjection } from '#functions/cases/projection/cases.ts';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { Table, type Write } from '#functions/platform/store/table.ts';
import { figuresAsTold, figuresByHand, rawRecords } from '#tests/support/checker/raw-figures.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleAssignment } from '#tests/support/records/payments.ts';
import { exampleCopies } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { projectRecords } from './project-records.ts';
import { reindex } from './reindex.ts';

const casesOfHomes = [3, 4];

const { harness, tenant } = await startHarnessWithTenant();

describe('projections of a case with all related records', { timeout: 120_000 }, () => {
  let homes: string[];

  beforeAll(async () => {
    harness.state.now = () => new Date('2026-03-20T15:00:00Z');
    const db = harness.databaseOf(tenant.id);
    const second = { ...tenant.home, id: uuid(), slug: 'northside', name: 'Northside' };
    await db.commit(db.organizations.putHome({ ...second, case_numbering: { prefix: 'NC', padding: 4 } }));
    homes = [tenant.home.id, second.id];
    const { create } = casesOf(harness, tenant, 'super_admin');
    for (const [at, location] of homes.entries())
      for (let n = 0; n < (casesOfHomes[at] ?? 0); n++)
        succeeded(await create({ deceased_last_name: 'Lund', location }));
    await harness.projected();
  });

  const worked = async (): Promise<string> => {
    const as = tenant.profiles.super_admin;
    const calls = casesOf(harness, tenant, 'super_admin');
    const { id } = await calls.opened({
      ...{ ...wholeCase, location: homes[0], alias: 'Wally Gator Junior', deceased_middle_name: 'Elmer James' },
      ...{
        first_call_received_at: '2026-03-01T10:00',
        date_of_statement: '2026-03-05',
        contract_total: '9000.00',
        hearse_fee: '400.00',
        sales_tax: '12.00',
      },
    });
    succeeded(await calls.activate(id));
    const filed = { dc_county_completed: true, dc_county_completed_date: '2026-03-17' };
    succeeded(await calls.patch(id, filed));
    for (const move of ['ordered', 'received']) {
      const body = exampleCopies({ move, on: '2026-03-19' });
      succeeded(await harness.call(areas.certificates.recordCopies, { as, params: { id }, body }));
    }
    const body = exampleAssignment({ amount: '1000.00' });
    succeeded(await harness.call(areas['money-to-come'].assign, { as, params: { id }, body }));
    await harness.projected();
    return id;
  };

  const expectTrueFigures = async (): Promise<void> => {
    const raw = rawRecords(await harness.items(), tenant.id);
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const ask = async (row: 'analytics' | 'financials', location: string): Promise<ReportResponse> => {
      const query = { ...range, location };
      const answer = await harness.call(areas.insight[row], { as: tenant.profiles.super_admin, query });
      return succeeded(answer).body as unknown as ReportResponse;
    };
    for (const location of homes) {
      const reported = figuresAsTold(await ask('analytics', location), await ask('financials', location));
      expect(reported).toMatchObject(figuresByHand(raw, { ...range, location }, 'America/New_York'));
    }
  };

  it('counts a case once as it moves between locations, despite crashed projectors', async () => {
    const id = await worked();
    const { patch } = casesOf(harness, tenant, 'super_admin');
    succeeded(await patch(id, { location: homes[1], deceased_last_name: 'Ångström-Featherstonehaugh' }));
    await harness.projected();
    expect(await harness.recount()).toEqual([]);
    await expectTrueFigures();

    const ref = { organizationId: tenant.id, projection: caseProjection, id };
    class Mortal extends Table {
      left = 1;
      override async transact(writes: readonly Write[]): Promise<void> {
        if (this.left-- <= 0) throw new Error('killed');
        await super.transact(writes);
      }
    }
    for (const [n, location] of [homes[0], homes[1], homes[0]].entries()) {
      succeeded(await patch(id, { location, deceased_last_name: `Featherstonehaugh-${'abc'[n]}` }));
      await projectRecords(new Mortal(harness.client, harness.tableName), [ref]).catch(() => undefined);
      // The next move finds a half-finished projection.
      if (n === 1) continue;
      await Promise.all([projectRecords(harness.table, [ref]), projectRecords(harness.table, [ref])]);
    }
    await harness.projected();
    expect(await harness.recount()).toEqual([]);
    await expectTrueFigures();

    succeeded(await patch(id, { location: homes[1], deceased_last_name: 'Pruitt' }));
    await reindex({ table: harness.table, projections: allProjections });
    expect(await harness.recount()).toEqual([]);
    await expectTrueFigures();
  });
});
