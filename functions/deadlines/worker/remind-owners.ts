import type { Logger } from '@aws-lambda-powertools/logger';
import { reminderIsDue } from '#domain/deadlines/rule-builders.ts';
import { addDays, momentIn } from '#domain/shared/values/calendar-date.ts';
import { type DueRecord, duesList } from '#functions/deadlines/repository/deadlines.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import { organizationRegistry, rotatedStart } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  announceOnce,
  notAnnounced,
  type PendingEvent,
  pendingEvent,
} from '#functions/platform/store/transactions/outbox.ts';
import { eachOrganization } from '#functions/platform/workers/each-organization.ts';

interface RemindDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  /** The time limit of a run; the next one, an hour later, continues. */
  budgetMs?: number;
}

interface Reminded extends Record<string, number> {
  organizations: number;
  reminded: number;
  failed: number;
}

const readAtOnce = 100;
/** Deadlines in one email. */
const atOnce = 25;
const hourMs = 3600_000;
/** The range of due days that may need a reminder, with a day more for homes ahead of UTC. */
const [daysBack, daysAhead] = [8, 62];

const reminderOf = (keys: Keys, { case_id, kind, due }: DueRecord) => keys.reminder(case_id, kind, due);

/** Returns deadlines that have the same recipient, as they are announced together. */
const groupsOf = (rows: readonly DueRecord[]): DueRecord[][] =>
  [...Map.groupBy(rows, ({ owner, funeral_home_id }) => `${owner} ${funeral_home_id}`).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / atOnce) }, (_, at) => group.slice(at * atOnce, (at + 1) * atOnce)),
  );

const announced = ({ case_id, kind, due }: DueRecord) => ({ case_id, kind, due });

const eventOf = ([first, ...others]: readonly [DueRecord, ...DueRecord[]]): PendingEvent => {
  const also = others.map(announced);
  return pendingEvent('deadline.near', first.case_id, {
    ...announced(first),
    ...(also.length > 0 ? { also } : {}),
  });
};

const remindIn = async (
  { table, now }: RemindDependencies,
  organizationId: string,
  isLate: () => boolean,
): Promise<{ reminded: number; isWhole: boolean }> => {
  const keys = keysOf(organizationId);
  const at = now();
  const zones = await createHomeRepository(table, keys).homeZones();
  const today = at.toISOString().slice(0, 10);
  const range = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) };
  let reminded = 0;
  for (let cursor: string | undefined; ; ) {
    const { rows, end } = await walkList(table, keys, duesList, { sort: 'due', range, cursor, limit: readAtOnce });
    const near = rows.filter((row) =>
      reminderIsDue(row.kind, row.due, momentIn(zones.get(row.funeral_home_id) ?? 'UTC', at)),
    );
    const noteOf = (row: DueRecord) => reminderOf(keys, row);
    for (const group of groupsOf(await notAnnounced(table, near, noteOf)))
      reminded += await announceOnce({ table, keys, now: at }, group, { noteOf, eventOf });
    if (end === undefined) return { reminded, isWhole: true };
    if (isLate()) return { reminded, isWhole: false };
    cursor = end;
  }
};

/** Reminds owners of due deadlines in every organization. One that fails does not stop the others. */
export const remindOwners = (dependencies: RemindDependencies) => async (): Promise<Reminded> => {
  const { table, logger, budgetMs = 45_000 } = dependencies;
  const organizations = rotatedStart(await organizationRegistry(table), dependencies.now(), hourMs);
  const run: Reminded = { organizations: organizations.length, reminded: 0, failed: 0 };
  const how = { logger, problem: 'not reminded', budgetMs };
  const { failed, left } = await eachOrganization(organizations, how, async ({ id }, isLate) => {
    const { reminded, isWhole } = await remindIn(dependencies, id, isLate);
    run.reminded += reminded;
    if (!isWhole) run.failed += 1;
  });
  return { ...run, failed: run.failed + failed + left.length };
};
