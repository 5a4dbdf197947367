import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { ReportResponse } from '#domain/reports/report.schema.ts';
import { detailedFees } from '#domain/statements/fee-names.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-rules.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { casket, draftPriceList } from '#tests/support/records/price-lists.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const now = new Date('2026-03-10T12:00:00Z');

describe('sales of many price list items', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let version: string;
  let items: string[];
  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => now;
    tenant = await harness.addTenant('whitcomb-ames');
    const listed = Array.from({ length: 129 }, (_, at) => casket({ code: `C-${at}`, description: `Casket ${at}` }));
    const list = await draftPriceList(harness, tenant, { items: listed });
    version = list.id;
    items = list.items.map(({ id }) => id);
  }, 60_000);
  afterAll(() => harness.close());

  const named = (at: number) => ({
    ...{ price_list: 'casket', price_list_version: version, price_list_item: items[at] ?? `made-up-${at}` },
  });
  /** Fees, lines and advances, each of another item; as many as a case can hold. */
  const fees = (from = 0) => ({
    contract_total: '5000.00',
    ...Object.fromEntries(detailedFees.map((name) => [name, '10.00'])),
    death_certificate_copies: '1',
    fee_details: detailedFees.map((fee, at) => ({ fee, description: 'A fee', ...named(from + at) })),
    fee_lines: Array.from({ length: 50 }, (_, at) => ({
      ...{ id: `line-${at}`, kind: 'merchandise', name: 'A line', amount: '1.00', ...named(from + 29 + at) },
    })),
    cash_advances: Array.from({ length: 50 }, (_, at) => ({
      ...{ id: `advance-${at}`, name: 'An advance', amount: '1.00', ...named(from + 79 + at) },
    })),
  });
  const sold = async (): Promise<{ rows: number; cents: number }> => {
    const as = tenant.profiles.super_admin;
    const answer = succeeded(await harness.call(areas.insight.financials, { as })).body as unknown as ReportResponse;
    const { rows = [] } = answer.tables.find(({ id }) => id === 'sales') ?? {};
    return { rows: rows.length, cents: rows.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0) };
  };

  it('counts per item, beyond one DynamoDB expression, and after changes of the case', async () => {
    const calls = casesOf(harness, tenant, 'coordinator');
    const { id } = succeeded(await calls.create({ ...wholeCase, ...fees() })).body as { id: string };
    const both = [calls.create({ ...wholeCase, ...fees() }), calls.create({ ...wholeCase, hearse_fee: '7.00' })];
    for (const made of await Promise.all(both)) succeeded(made);
    await harness.projected();
    expect(await sold()).toEqual({ rows: 129, cents: 2 * (29 * 1000 + 100 * 100) });
    succeeded(await calls.patch(id, { fee_details: [], fee_lines: [], cash_advances: [] }));
    await harness.projected();
    expect(await sold()).toEqual({ rows: 129 + 29, cents: 2 * 29 * 1000 + 100 * 100 });
    expect(await harness.recount()).toEqual([]);
  });

  it('accepts only items of the location’s lists, and those the case already has', async () => {
    const calls = casesOf(harness, tenant, 'coordinator');
    const { id } = succeeded(await calls.create({ ...wholeCase, ...fees() })).body as { id: string };
    const refused = [priceListMessages.notListed];
    const other = await calls.patch(id, fees(60));
    expect([other.status, other.body]).toEqual([400, { cash_advances: refused, fee_lines: refused }]);
    const [line] = fees().fee_lines;
    for (const wrong of [
      { price_list_version: crypto.randomUUID() },
      { price_list: 'general' },
      { price_list_version: '' },
    ]) {
      const answer = await calls.patch(id, { fee_lines: [{ ...line, ...wrong }] });
      expect([answer.status, answer.body]).toEqual([400, { fee_lines: refused }]);
    }
    succeeded(await calls.patch(id, { fee_lines: [line, { ...line, id: 'again', amount: '2.00' }] }));
    const many = Array.from({ length: 50 }, (_, at) => ({ ...line, id: `v-${at}`, price_list_version: `v-${at}` }));
    expect((await calls.create({ ...wholeCase, fee_lines: many })).status).toBe(400);
  });
});
