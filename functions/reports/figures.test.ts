import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { ReportResponse } from '#domain/reports/report.schema.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

it('exports figures as numbers in a workbook', async () => {
  const { id } = await casesOf(harness, tenant, 'super_admin').opened({ ...wholeCase, contract_total: '900.00' });
  await recordPayment(harness, tenant, id, { amount: '120.50', payment_date: '2026-03-09' });
  await harness.projected();
  const as = tenant.profiles.super_admin;
  const query = { from: '2025-01-01', to: '2026-12-31' };
  const { tables } = succeeded(await harness.call(areas.insight.financials, { as, query }))
    .body as unknown as ReportResponse;
  const request = { report: 'financial-overview', table: 'methods', format: 'xlsx', ...query };
  const { text } = succeeded(await harness.call(areas.insight.export, { as, query: request }));
  const [titles, ...rows] = await readSheet(Buffer.from(text, 'base64'));
  expect(titles?.[0]).toBe('Method');
  const table = tables.find(({ id }) => id === 'methods');
  expect(table?.total?.value).toBe('120.50');
  expect(rows.map(([title, value]) => [title, value])).toEqual(
    [...(table?.rows ?? []), ...(table?.total ? [table.total] : [])].map((row) => [row.title, Number(row.value)]),
  );
});

it('S-32 returns nothing for a figure named like an object property', async () => {
  for (const word of ['__proto__', 'constructor', 'toString']) {
    const query = { figure: `opened.${word}`, from: '2025-01-01', to: '2026-12-31' };
    const { status, body } = await harness.call(areas.insight.behind, { as: tenant.profiles.super_admin, query });
    expect([word, status, body]).toMatchObject([word, 200, { count: 0, rows: [] }]);
  }
});
