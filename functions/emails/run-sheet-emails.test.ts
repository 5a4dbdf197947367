import { expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { instantAt } from '#domain/shared/values/calendar-date.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import type { ComesLaterError } from '#functions/platform/workers/worker.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { mailSites } from '#tests/support/records/invitations.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { onRunSheetChanged } from './run-sheet-emails.ts';

const { harness, tenant } = await startHarnessWithTenant();
const { coordinator } = tenant.profiles;
const today = '2026-03-09';

/** `changedAt` and `time` are clock times of today. */
const changed = async (day: string, time = '12:00', changedAt = '11:57'): Promise<Mail[]> => {
  const sent: Mail[] = [];
  const occurred_at = instantAt(today, changedAt, tenant.home.time_zone).toISOString();
  const now = () => instantAt(today, time, tenant.home.time_zone);
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const payload = { profile_id: coordinator.id, day, event: crypto.randomUUID(), case_id: null };
  const envelope = { id: crypto.randomUUID(), organization_id: tenant.id, occurred_at, request_id: 'x', payload };
  const run = onRunSheetChanged({ table: harness.table, mailer, now, leaseSeconds: 30, ...mailSites });
  await run({ envelope } as unknown as Parameters<typeof run>[0]);
  return sent;
};

it('emails a person whose run sheet of today or tomorrow changed, without names', async () => {
  const [mail] = await changed(today);
  expect(mail).toMatchObject({ to: [coordinator.email], subject: 'Your run sheet for today changed' });
  expect(mail?.text).toContain(`/calendar/run-sheet?day=${today}&member=${coordinator.id}`);
  expect((await changed('2026-03-10'))[0]?.subject).toBe('Your run sheet for tomorrow changed');
});

it('sends nothing about other days, or to a person who does not want it', async () => {
  expect([await changed('2026-03-08'), await changed('2026-03-11')]).toEqual([[], []]);
  const prefer = async (run_sheet_changed: boolean) => {
    const body = { notifications: { run_sheet_changed } };
    succeeded(await harness.call(areas['user-profiles'].changePreferences, { as: coordinator, body }));
  };
  await prefer(false);
  expect(await changed(today)).toEqual([]);
  await prefer(true);
});

it('waits until the quiet hours are over', async () => {
  await expect(changed(today, '22:00')).rejects.toMatchObject({
    seconds: 9 * 3600,
  } satisfies Partial<ComesLaterError>);
});

it('sends one email for changes within three minutes, and another for a later one', async () => {
  await expect(changed(today, '13:01', '13:00')).rejects.toMatchObject({ seconds: 120 });
  const sent = [
    await changed(today, '13:03', '13:00'),
    await changed(today, '13:05', '13:02'),
    await changed(today, '13:06', '13:03'),
  ];
  expect(sent.map(({ length }) => length)).toEqual([1, 0, 1]);
});

it('sends one email for the changes of a night, and another for a later one', async () => {
  const sent = [
    await changed(today, '07:04', '01:00'),
    await changed(today, '07:04', '02:30'),
    await changed(today, '07:05', '07:01'),
  ];
  expect(sent.map(({ length }) => length)).toEqual([1, 0, 1]);
});
