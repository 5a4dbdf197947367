import type { Logger } from '@aws-lambda-powertools/logger';
import { addDays, momentIn } from '#domain/shared/values/calendar-date.ts';
import { wantsNotification } from '#domain/team/notification-preferences.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { organizationRegistry, rotatedStart } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  announceOnce,
  notAnnounced,
  type PendingEvent,
  pendingEvent,
} from '#functions/platform/store/transactions/outbox.ts';
import { eachOrganization } from '#functions/platform/workers/each-organization.ts';
import { createHandoverRepository, onDuty } from '../repository/handovers.ts';
import type { TaskRecord } from '../repository/task-record.ts';
import { createTaskRepository } from '../repository/tasks.ts';

const hourMs = 3_600_000;
const readAtOnce = 100;
/** Tasks in one email. */
const atOnce = 25;
/** A task that is late for longer is known already. */
const daysBack = 3;

const eventOf = (rows: readonly [TaskRecord, ...TaskRecord[]]): PendingEvent =>
  pendingEvent('task.due-near', rows[0].owner, { owner: rows[0].owner, tasks: rows.map(({ id }) => id) });

/** Returns who wants to be told about due tasks at this time. */
const wantingReader = (table: Table, keys: Keys, now: Date) => {
  const organizations = createOrganizationRepository(table, keys);
  const duty = createHandoverRepository(table, keys)
    .latest(10)
    .then((latest) => onDuty(latest)?.by);
  const known = new Map<string, Promise<boolean>>();
  const read = async (id: string): Promise<boolean> => {
    const profile = await organizations.profile(id);
    const home = profile?.status === 'active' ? await organizations.plainHome(profile.funeral_home_id) : undefined;
    if (!home) return false;
    const [preferences, onDutyId] = await Promise.all([organizations.preferences(id), duty]);
    const { time } = momentIn(home.time_zone, now);
    return wantsNotification(preferences?.notifications, 'task_due', { time, isOnDuty: onDutyId === id }) === 'now';
  };
  return (id: string): Promise<boolean> => {
    const wants = known.get(id) ?? read(id);
    known.set(id, wants);
    return wants;
  };
};

const remindIn = async (table: Table, organizationId: string, at: Date, isLate: () => boolean): Promise<boolean> => {
  const keys = keysOf(organizationId);
  const tasks = createTaskRepository(table, keys);
  const wants = wantingReader(table, keys, at);
  /** The note that a task was announced for a due moment. */
  const noteOf = ({ id, due, time }: TaskRecord) => keys.reminder(`TASK#${id}`, 'due', `${due} ${time ?? ''}`);
  const zones = await createOrganizationRepository(table, keys).homeZones();
  const today = at.toISOString().slice(0, 10);
  const range = { from: addDays(today, -daysBack - 1), to: addDays(today, 3) };
  for (let cursor: string | undefined; ; ) {
    const { rows, end } = await tasks.walkOpen(range, { cursor, limit: readAtOnce });
    const near = rows.filter(({ owner, due, funeral_home_id }) => {
      const { day } = momentIn(zones.get(funeral_home_id) ?? 'UTC', at);
      return owner !== '' && due !== '' && due >= addDays(day, -daysBack) && due <= addDays(day, 1);
    });
    const byOwner = Map.groupBy(await notAnnounced(table, near, noteOf), ({ owner }) => owner);
    for (const [owner, group] of byOwner) {
      if (!(await wants(owner))) continue;
      for (let from = 0; from < group.length; from += atOnce)
        await announceOnce({ table, keys, now: at }, group.slice(from, from + atOnce), { noteOf, eventOf });
    }
    if (end === undefined) return true;
    if (isLate()) return false;
    cursor = end;
  }
};

/** Announces tasks that are due within a day to their owners, as each of them wants. One that fails stops no other. */
export const remindTasks =
  ({ table, logger, now, budgetMs = 30_000 }: { table: Table; logger: Logger; now: () => Date; budgetMs?: number }) =>
  async (): Promise<{ failed: number }> => {
    const organizations = rotatedStart(await organizationRegistry(table), now(), hourMs);
    let unfinished = 0;
    const how = { logger, problem: 'not reminded of tasks', budgetMs };
    const { failed, left } = await eachOrganization(organizations, how, async ({ id }, isLate) => {
      if (!(await remindIn(table, id, now(), isLate))) unfinished += 1;
    });
    return { failed: failed + left.length + unfinished };
  };
