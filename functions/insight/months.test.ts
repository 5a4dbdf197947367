import { Logger } from '@aws-lambda-powertools/logger';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import type { Mail } from '#functions/adapters/mailer.ts';
import { allProjections } from '#functions/projections/all-projections.ts';
import { monthReportsIn } from '#functions/records/month-reports.ts';
import { keysOf, sharedKeys } from '#functions/store/keys.ts';
import { type OutboxEvent, unsentEvents } from '#functions/store/outbox.ts';
import { onMonthReportAsked, onMonthReportMade } from '#functions/workers/notify/on-month-report.ts';
import { reindex } from '#functions/workers/projector/reindex.ts';
import { keepMonths } from '#functions/workers/remind/keep-months.ts';
import { casesOf } from '#tests/support/cases.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { recordPayment } from '#tests/support/payments.ts';
import { succeeded } from '#tests/support/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** Five in the morning of the first of April in New York. */
const morning = new Date('2026-04-01T09:00:00Z');
const hours = (count: number): Date => new Date(morning.getTime() + count * 3600_000);

describe('a month for the owners', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let n = 0;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    n += 1;
    harness.state.now = () => new Date('2026-03-20T15:00:00Z');
    tenant = await harness.addTenant(`months-${n}`);
  });

  const oneCase = async (): Promise<void> => {
    const cases = casesOf(harness, tenant, 'super_admin');
    const { id } = succeeded(
      await cases.create({
        ...{ deceased_first_name: 'Ottilie', deceased_last_name: 'Vandermeulen', service_type: 'graveside' },
        ...{ contract_total: '4120.00', clergy_fee: '120.00', date_of_statement: '2026-03-10' },
      }),
    ).body;
    await recordPayment(harness, tenant, String(id), { amount: '120.00', payment_date: '2026-03-11' });
    await harness.projected();
  };
  const run = (now: Date) =>
    keepMonths({ table: harness.table, logger: new Logger({ logLevel: 'SILENT' }), now: () => now })();
  const kept = () => monthReportsIn(harness.table, keysOf(tenant.id)).find('2026-03');
  const announced = async (): Promise<OutboxEvent[]> =>
    (await unsentEvents(harness.table, new Date('2027-01-01T00:00:00Z'))).filter(
      ({ name, envelope }) => name.startsWith('month-report.') && envelope.organization_id === tenant.id,
    );
  const mailed = async (now = morning): Promise<Mail[]> => {
    const sent: Mail[] = [];
    const dependencies = {
      ...{ table: harness.table, mailer: { send: async (mail: Mail) => void sent.push(mail) }, now: () => now },
      ...{ leaseSeconds: 30, staffSiteUrl: 'https://staff', intakeSiteUrl: 'x' },
    };
    for (const { name, envelope } of await announced())
      for (const _again of [1, 2]) {
        // Each event comes twice.
        const delivery = { envelope } as never;
        await (name === 'month-report.made' ? onMonthReportMade(dependencies) : onMonthReportAsked(dependencies))(
          delivery,
        );
      }
    return sent;
  };
  const as = () => tenant.profiles.super_admin;

  it('is kept once when it is over, however many runs there are, and mailed without a figure or a name', async () => {
    await oneCase();
    await run(hours(-1));
    expect(await kept()).toBeUndefined();
    await Promise.all([run(morning), run(morning), run(morning)]);
    await run(hours(1));
    expect((await announced()).map(({ name, envelope }) => [name, envelope.payload])).toEqual([
      ['month-report.made', { month: '2026-03' }],
    ]);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([as().email]);
    expect(mail?.subject).toMatch(/^March 2026 in figures/);
    expect(mail?.text).toContain('https://staff/settings/monthly-report?month=2026-03');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Vandermeulen|\$|4120|4,120/);
    const report = await kept();
    expect(report?.figures.find(({ title }) => title === 'Contracts')?.value).toBe('4120.00');
    expect(JSON.stringify(report)).not.toContain('Vandermeulen');
  });

  it('is kept and not mailed where owners do not want it, and is nothing where nothing happened', async () => {
    await run(morning);
    expect([await kept(), await announced()]).toEqual([undefined, []]);

    tenant = await harness.addTenant(`months-quiet-${n}`);
    await oneCase();
    const body = { month_report_mail: false };
    const answer = succeeded(await harness.call(areas.organizations.update, { as: as(), body })).body;
    expect(answer).toMatchObject({ month_report_mail: false, second_factor: 'optional' });
    await run(morning);
    expect([(await kept())?.month, await announced()]).toEqual(['2026-03', []]);
  });

  it('is not kept as long as a reindex is due, and is made up for after it', async () => {
    await oneCase();
    const registry = { pk: sharedKeys.organizations, sk: `ORG#${tenant.id}` };
    await harness.table.transact([{ update: registry, set: { sum_layout: 0 } }]);
    expect((await run(morning)).failed).toBe(1);
    expect([await kept(), await announced()]).toEqual([undefined, []]);
    const ofCases = allProjections.filter(({ list }) => list.name === 'cases');
    await reindex({ table: harness.table, projections: ofCases });
    expect((await run(hours(1))).failed).toBe(1);
    await reindex({ table: harness.table, projections: allProjections });
    expect((await run(hours(2))).failed).toBe(0);
    expect((await kept())?.month).toBe('2026-03');
  });

  it('is mailed to an owner who asks for it, as it was kept, and still to all when it is over', async () => {
    await oneCase();
    harness.state.now = () => new Date('2026-04-01T05:00:00Z');
    const ask = (body: object, options: object = {}) =>
      harness.call(areas.insight.sendMonth, { as: as(), body, ...options });
    expect(succeeded(await ask({})).body).toEqual({ month: '2026-03', made_at: '2026-04-01T05:00:00.000Z' });
    expect((await ask({ month: '2026-04' })).text).toContain('This month is not over yet');
    expect((await ask({ month: '2026-13' })).status).toBe(400);
    expect((await mailed()).map(({ to }) => to)).toEqual([[as().email]]);
    await run(morning);
    expect((await announced()).map(({ name }) => name).toSorted()).toEqual(['month-report.asked', 'month-report.made']);
    expect((await kept())?.made_at).toBe('2026-04-01T05:00:00.000Z');
    const months = succeeded(await harness.call(areas.insight.months, { as: as() })).body;
    expect(months).toEqual({
      last: '2026-03',
      months: [{ month: '2026-03', made_at: '2026-04-01T05:00:00.000Z' }],
    });
    for (const role of ['funeral_home_admin', 'office_staff'] as const)
      expect((await ask({}, { as: tenant.profiles[role] })).status).toBe(403);
    // The same month of another organization is its own, and that one kept none.
    const stranger = (await harness.addTenant(`months-beside-${n}`)).profiles.super_admin;
    expect((await harness.call(areas.insight.months, { as: stranger })).body).toMatchObject({ months: [] });
    const params = { month: '2026-03' };
    expect((await harness.call(areas.paper.monthReport, { as: stranger, params })).status).toBe(404);
  });

  it.each([
    ['letter', [612, 792]],
    ['a4', [595.28, 841.89]],
  ] as const)('is printed on %s as it was kept, whatever is entered later', async (size, points) => {
    await oneCase();
    await run(morning);
    await oneCase();
    const print = (month: string) =>
      harness.call(areas.paper.monthReport, { as: as(), params: { month }, query: { size } });
    const { text: encoded } = succeeded(await print('2026-03'));
    const document = await getDocumentProxy(new Uint8Array(Buffer.from(encoded, 'base64')));
    expect((await document.getPage(1)).view.slice(2)).toEqual(points);
    const { text } = await extractText(document, { mergePages: true });
    const read = text.replace(/\s+/g, ' ');
    for (const words of ['March 2026 in figures', 'Contracts $4,120.00', 'Graveside', 'Cash advances', '$4.1K'])
      expect(read).toContain(words);
    expect(read).not.toContain('Vandermeulen');
    expect((await print('2026-01')).status).toBe(404);
  });
});
