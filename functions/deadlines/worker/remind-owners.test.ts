import { Logger } from '@aws-lambda-powertools/logger';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays, instantAt, todayIn } from '#domain/shared/values/calendar-date.ts';
import { onDeadlineNear } from '#functions/emails/staff-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { remindOwners } from './remind-owners.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('remindOwners', () => {
  let today: string;
  beforeAll(() => {
    today = todayIn(tenant.home.time_zone, new Date());
  });

  /** A death in Florida, where a certificate must be filed within five days. */
  const died = (daysAgo: number, changes: object) =>
    casesOf(harness, tenant).opened({
      ...wholeCase,
      ...{ date_of_birth: '1940-02-03', date_of_death: addDays(today, -daysAgo), state_of_death: 'FL' },
      ...{ service_date: addDays(today, 20), ...changes },
    });
  const override = (id: string, kind: string, body: object) =>
    harness.call(areas.deadlines.override, { as: tenant.profiles.funeral_director, params: { id, kind }, body });
  const settled = async () => {
    await harness.projected();
    await harness.projected();
  };
  const noon = () => instantAt(today, '12:00', tenant.home.time_zone);
  const run = (now: Date = noon(), budgetMs?: number) => {
    const logger = new Logger({ logLevel: 'SILENT' });
    return remindOwners({
      table: harness.table,
      logger,
      now: () => now,
      ...(budgetMs === undefined ? {} : { budgetMs }),
    })();
  };
  const announced = async (caseId: string) =>
    (await unsentEvents(harness.table, new Date(Date.now() + 86_400_000)))
      .filter(({ name, aggregateId }) => name === 'deadline.near' && aggregateId === caseId)
      .map(({ envelope }) => envelope);

  const mailing = () => {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const sites = { staffSiteUrl: 'https://staff', intakeSiteUrl: 'x' };
    return { sent, dependencies: { table: harness.table, mailer, now: noon, leaseSeconds: 30, ...sites } };
  };

  it('emails the owner once per due day, however often it runs', async () => {
    const { id } = await died(4, { deceased_last_name: 'Remindl' });
    succeeded(await override(id, 'filing', { owner: tenant.profiles.coordinator.id, reason: 'Asked to' }));
    await settled();
    expect(await run(instantAt(today, '03:00', tenant.home.time_zone))).toMatchObject({ reminded: 0, failed: 0 });
    // Without time it reminds no one, and returns so.
    const late = await run(noon(), -1);
    expect([late.reminded, late.failed]).toEqual([0, late.organizations]);
    await Promise.all([run(), run(), run()]);
    expect(await run()).toMatchObject({ reminded: 0, failed: 0 });
    const events = await announced(id);
    expect(events.map(({ payload }) => payload)).toEqual([{ case_id: id, kind: 'filing', due: addDays(today, 1) }]);

    const { sent, dependencies } = mailing();
    const [envelope] = events;
    if (!envelope) throw new Error('no event');
    const delivery = { envelope } as unknown as Parameters<ReturnType<typeof onDeadlineNear>>[0];
    await onDeadlineNear(dependencies)(delivery);
    await onDeadlineNear(dependencies)(delivery);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: [tenant.profiles.coordinator.email] });
    expect(sent[0]?.subject).toMatch(/^Due .+: File death certificate \(.*Remindl\)$/);
    expect(sent[0]?.text).toContain(`https://staff/cases/${id}`);

    succeeded(await override(id, 'filing', { due: addDays(today, 2), reason: 'One day more' }));
    await settled();
    await run();
    const days = (await announced(id)).map(({ payload }) => payload.due);
    expect(days.sort()).toEqual([addDays(today, 1), addDays(today, 2)]);
    sent.length = 0;
    await onDeadlineNear(dependencies)({ envelope: { ...envelope, id: crypto.randomUUID() } } as typeof delivery);
    expect(sent).toEqual([]);
  });

  it('announces the others at once if a run at the same time announced one of them', async () => {
    const owner = tenant.profiles.super_admin.id;
    const ids = await Promise.all(
      ['Bothone', 'Bothtwo', 'Bothfirst'].map(async (deceased_last_name) => (await died(4, { deceased_last_name })).id),
    );
    for (const id of ids) succeeded(await override(id, 'filing', { owner, reason: 'Asked to' }));
    await settled();
    const first = keysOf(tenant.id).reminder(ids[2] ?? '', 'filing', addDays(today, 1));
    const getAll = vi.spyOn(harness.table, 'getAll').mockImplementationOnce(async () => {
      await harness.table.put({ ...first });
      return [];
    });
    expect(await run()).toMatchObject({ reminded: 2, failed: 0 });
    getAll.mockRestore();
    const payloads = (await Promise.all(ids.map(announced))).flat().map(({ payload }) => payload);
    const [payload] = payloads as unknown as { case_id: string; also: { case_id: string }[] }[];
    expect(payloads).toHaveLength(1);
    expect([payload, ...(payload?.also ?? [])].map((one) => one?.case_id).sort()).toEqual(ids.slice(0, 2).sort());
  });

  it('emails an owner of several deadlines once, without those that are no longer due', async () => {
    const owner = tenant.profiles.office_staff;
    const names = ['Digestone', 'Digesttwo', 'Digestgone'];
    const ids: string[] = [];
    for (const deceased_last_name of names) {
      const { id } = await died(4, { deceased_last_name });
      succeeded(await override(id, 'filing', { owner: owner.id, reason: 'Asked to' }));
      ids.push(id);
    }
    await settled();
    expect(await run()).toMatchObject({ reminded: 3, failed: 0 });
    const envelopes = (await Promise.all(ids.map(announced))).flat();
    expect(envelopes).toHaveLength(1);
    const [envelope] = envelopes;
    if (!envelope) throw new Error('no event');
    succeeded(await override(ids[2] ?? '', 'filing', { due: addDays(today, 3), reason: 'Two days more' }));
    await settled();

    const { sent, dependencies } = mailing();
    await onDeadlineNear(dependencies)({ envelope } as unknown as Parameters<ReturnType<typeof onDeadlineNear>>[0]);
    expect(sent.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: [owner.email], subject: expect.stringMatching(/^2 deadlines, the first due /) },
    ]);
    for (const at of [0, 1]) {
      expect(sent[0]?.text).toMatch(new RegExp(`File death certificate, .*${names[at]}`));
      expect(sent[0]?.text).toContain(`https://staff/cases/${ids[at]}`);
    }
    expect(sent[0]?.text).not.toContain('Digestgone');
  });
});
