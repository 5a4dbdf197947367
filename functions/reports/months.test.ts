import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { marchOf, morning } from '#tests/support/records/months.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const harness = await openHarness();

describe('month reports for owners', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  let n = 0;
  beforeEach(async () => {
    n += 1;
    harness.state.now = () => new Date('2026-03-20T15:00:00Z');
    tenant = await harness.addTenant(`months-${n}`);
  });

  const march = () => marchOf(harness, tenant);
  const as = () => tenant.profiles.super_admin;

  it('emails the stored month to a requesting owner, and later to all owners', async () => {
    await march().oneCase();
    harness.state.now = () => new Date('2026-04-01T05:00:00Z');
    const ask = (body: object, options: object = {}) =>
      harness.call(areas.insight.sendMonth, { as: as(), body, ...options });
    expect(succeeded(await ask({})).body).toEqual({ month: '2026-03', made_at: '2026-04-01T05:00:00.000Z' });
    expect((await ask({ month: '2026-04' })).text).toContain('This month is not over yet');
    expect((await ask({ month: '2026-13' })).status).toBe(400);
    expect((await march().mailed()).map(({ to }) => to)).toEqual([[as().email]]);
    await march().run(morning);
    const announced = (await march().announced()).map(({ name }) => name);
    expect(announced.toSorted()).toEqual(['month-report.asked', 'month-report.made']);
    expect((await march().kept())?.made_at).toBe('2026-04-01T05:00:00.000Z');
    const months = succeeded(await harness.call(areas.insight.months, { as: as() })).body;
    expect(months).toEqual({
      last: '2026-03',
      months: [{ month: '2026-03', made_at: '2026-04-01T05:00:00.000Z' }],
    });
    for (const role of ['funeral_home_admin', 'office_staff'] as const)
      expect((await ask({}, { as: tenant.profiles[role] })).status).toBe(403);
    // Another organization has its own month, and stored none.
    const stranger = (await harness.addTenant(`months-beside-${n}`)).profiles.super_admin;
    expect((await harness.call(areas.insight.months, { as: stranger })).body).toMatchObject({ months: [] });
    const params = { month: '2026-03' };
    expect((await harness.call(areas.paper.monthReport, { as: stranger, params })).status).toBe(404);
  });

  it('prints the stored month on A4, whatever is entered later', async () => {
    await march().oneCase();
    await march().run(morning);
    await march().oneCase();
    const print = (month: string) =>
      harness.call(areas.paper.monthReport, { as: as(), params: { month }, query: { size: 'a4' } });
    const { text: encoded } = succeeded(await print('2026-03'));
    const document = await getDocumentProxy(new Uint8Array(Buffer.from(encoded, 'base64')));
    expect((await document.getPage(1)).view.slice(2)).toEqual([595.28, 841.89]);
    const { text } = await extractText(document, { mergePages: true });
    const read = text.replace(/\s+/g, ' ');
    for (const words of ['March 2026 report', 'Contracts $4,120.00', 'Graveside', 'Cash advances', '$4.1K'])
      expect(read).toContain(words);
    expect(read).not.toContain('Vandermeulen');
    expect((await print('2026-01')).status).toBe(404);
  });
});
