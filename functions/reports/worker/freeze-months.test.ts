import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { hours, marchOf, morning } from '#tests/support/records/months.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const harness = await openHarness();

describe('freezeMonthlyReports', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  let n = 0;
  beforeEach(async () => {
    n += 1;
    harness.state.now = () => new Date('2026-03-20T15:00:00Z');
    tenant = await harness.addTenant(`months-${n}`);
  });

  const march = () => marchOf(harness, tenant);
  const as = () => tenant.profiles.super_admin;

  it('stores a finished month once over many runs, and emails no figure or name', async () => {
    await march().oneCase();
    await march().run(hours(-1));
    expect(await march().kept()).toBeUndefined();
    await Promise.all([march().run(morning), march().run(morning), march().run(morning)]);
    await march().run(hours(1));
    expect((await march().announced()).map(({ name, envelope }) => [name, envelope.payload])).toEqual([
      ['month-report.made', { month: '2026-03' }],
    ]);
    const [mail, ...others] = await march().mailed();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([as().email]);
    expect(mail?.subject).toMatch(/^March 2026 report/);
    expect(mail?.text).toContain('https://staff/settings/monthly-report?month=2026-03');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Vandermeulen|\$|4120|4,120/);
    const report = await march().kept();
    expect(report?.figures.find(({ title }) => title === 'Contracts')?.value).toBe('4120.00');
    expect(JSON.stringify(report)).not.toContain('Vandermeulen');
  });

  it('stores without an email if owners opted out, and nothing if nothing happened', async () => {
    await march().run(morning);
    expect([await march().kept(), await march().announced()]).toEqual([undefined, []]);

    tenant = await harness.addTenant(`months-quiet-${n}`);
    await march().oneCase();
    const body = { month_report_mail: false };
    const answer = succeeded(await harness.call(areas.organizations.update, { as: as(), body })).body;
    expect(answer).toMatchObject({ month_report_mail: false, second_factor: 'optional' });
    await march().run(morning);
    expect([(await march().kept())?.month, await march().announced()]).toEqual(['2026-03', []]);
  });
});
