import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { googleCalendarIn } from '#functions/records/calendar/google-calendar.ts';
import { announcement, outboxWrite } from '#functions/store/commits/outbox.ts';
import { keysOf } from '#functions/store/keys.ts';
import { fromAnother, registeredOrganizations } from '#functions/store/organization-registry.ts';
import type { Table } from '#functions/store/table.ts';

const hourMs = 3600_000;

interface ClockDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
}

/**
 * Has every calendar looked at once an hour, whatever was announced: announcements are not fully reliable, and channels end.
 * One organization that fails stops no other, and a run that ends before the last of them keeps none waiting for long.
 */
export const lookHourly =
  ({ table, logger, now }: ClockDependencies) =>
  async (): Promise<{ organizations: number; asked: number; failed: number }> => {
    const organizations = fromAnother(await registeredOrganizations(table), now(), hourMs);
    const run = { organizations: organizations.length, asked: 0, failed: 0 };
    for (const id of organizations) {
      try {
        const keys = keysOf(id);
        if (!(await googleCalendarIn(table, keys).settings())?.sync_enabled) continue;
        const trace = { now: now(), requestId: `google-clock-${randomUUID()}` };
        const look = announcement('google-calendar.changed', id, { organization_id: id });
        await table.transact([outboxWrite(keys, id, trace, [look])]);
        run.asked += 1;
      } catch (error) {
        run.failed += 1;
        logger.error('not looked at', { organization_id: id, reason: (error as Error).name });
      }
    }
    return run;
  };
