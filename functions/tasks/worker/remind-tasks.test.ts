import { Logger } from '@aws-lambda-powertools/logger';
import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { instantAt, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { Task } from '#domain/tasks/task.schema.ts';
import { onTaskAssigned, onTasksDue } from '#functions/emails/task-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import type { ComesLaterError } from '#functions/platform/workers/worker.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { mailSites } from '#tests/support/records/invitations.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { remindTasks } from './remind-tasks.ts';

const { harness, tenant } = await startHarnessWithTenant();
const { coordinator, funeral_director: director } = tenant.profiles;
const zone = tenant.home.time_zone;
const today = todayIn(zone, new Date());
const at = (time: string): Date => instantAt(today, time, zone);

const add = async (body: object): Promise<Task> => {
  const created = succeeded(
    await harness.call(areas.tasks.create, { as: director, body: { title: 'Call', owner: coordinator.id, ...body } }),
  ).body as unknown as Task;
  await harness.projected();
  return created;
};
const prefer = async (notifications: object): Promise<void> => {
  succeeded(await harness.call(areas['user-profiles'].changePreferences, { as: coordinator, body: { notifications } }));
};
const run = (time: string) =>
  remindTasks({ table: harness.table, logger: new Logger({ logLevel: 'SILENT' }), now: () => at(time) })();
const announced = async (name: string, about: string) =>
  (await unsentEvents(harness.table, new Date(Date.now() + 86_400_000)))
    .filter((event) => event.name === name && JSON.stringify(event.envelope.payload).includes(about))
    .map(({ envelope }) => envelope);
const mailing = (time = '12:00') => {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  return { sent, dependencies: { table: harness.table, mailer, now: () => at(time), leaseSeconds: 30, ...mailSites } };
};

describe('remindTasks', () => {
  it('announces a due task once and only while it is wanted', async () => {
    const { id } = await add({ due: today });
    await prefer({ task_due: false });
    await run('12:00');
    await prefer({ task_due: true });
    await run('22:00');
    expect(await announced('task.due-near', id)).toEqual([]);
    await Promise.all([run('12:00'), run('12:00')]);
    await run('13:00');
    expect(await announced('task.due-near', id)).toHaveLength(1);
  });

  it('emails the owner what is still open', async () => {
    const [open, done] = [await add({ title: 'Order chairs', due: today }), await add({ title: 'Done', due: today })];
    await run('12:00');
    succeeded(await harness.call(areas.tasks.complete, { as: director, params: { id: done.id }, body: {} }));
    const [envelope] = await announced('task.due-near', open.id);
    const { sent, dependencies } = mailing();
    const delivery = { envelope } as unknown as Parameters<ReturnType<typeof onTasksDue>>[0];
    await onTasksDue(dependencies)(delivery);
    await onTasksDue(dependencies)(delivery);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [[coordinator.email], expect.stringMatching(/^Order chairs: due /)],
    ]);
    expect(sent[0]?.text).not.toContain('Done');
  });
});

describe('onTaskAssigned', () => {
  const assigned = async (task: Task, time: string) => {
    const [envelope] = await announced('office-task.assigned', task.id);
    const { sent, dependencies } = mailing(time);
    const delivery = { envelope } as unknown as Parameters<ReturnType<typeof onTaskAssigned>>[0];
    return { sent, sending: onTaskAssigned(dependencies)(delivery) };
  };
  it('tells the new owner, after the quiet hours', async () => {
    const task = await add({ title: 'Call the nephew' });
    const night = await assigned(task, '22:00');
    await expect(night.sending).rejects.toMatchObject({ seconds: 9 * 3600 } satisfies Partial<ComesLaterError>);
    const day = await assigned(task, '12:00');
    await day.sending;
    expect([night.sent.length, day.sent[0]?.subject]).toEqual([0, 'A task for you: Call the nephew']);
  });
  it('does not tell the former owner of a task that was given to someone else since', async () => {
    const task = await add({ title: 'Call the nephew' });
    const body = { version: task.version, owner: tenant.profiles.office_staff.id };
    succeeded(await harness.call(areas.tasks.update, { as: director, params: { id: task.id }, body }));
    const { sent, sending } = await assigned(task, '12:00');
    await sending;
    expect(sent).toEqual([]);
  });
  it('does not tell a person of a task that they gave to themselves', async () => {
    const own = await add({ owner: director.id });
    expect(await announced('office-task.assigned', own.id)).toEqual([]);
  });
});
