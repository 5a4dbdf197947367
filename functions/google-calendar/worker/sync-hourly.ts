import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { createGoogleCalendarRepository } from '#functions/google-calendar/repository.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { organizationRegistry, rotatedStart } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { eachOrganization } from '#functions/platform/workers/each-organization.ts';

const hourMs = 3600_000;

interface ClockDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
}

/**
 * Notifications are unreliable and channels expire. Each hour starts with another organization, so that a timeout
 * delays none for long.
 */
export const syncHourly =
  ({ table, logger, now }: ClockDependencies) =>
  async (): Promise<{ organizations: number; asked: number; failed: number }> => {
    const organizations = rotatedStart(await organizationRegistry(table), now(), hourMs);
    let asked = 0;
    const { failed } = await eachOrganization(organizations, { logger, problem: 'not looked at' }, async ({ id }) => {
      const keys = keysOf(id);
      if (!(await createGoogleCalendarRepository(table, keys).settings())?.sync_enabled) return;
      const trace = { now: now(), requestId: `google-clock-${randomUUID()}` };
      const look = pendingEvent('google-calendar.changed', id, { organization_id: id });
      await table.transact([outboxWrite(keys, id, trace, [look])]);
      asked += 1;
    });
    return { organizations: organizations.length, asked, failed };
  };
