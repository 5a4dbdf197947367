import { createDayRepository, type DayEventRecord } from '#functions/calendar/repository/days.ts';
import { emptyRecord } from '#functions/calendar/schedule.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** Stores and deletes events without a call, and so without their announcements. */
export const dayEventsOf = ({ table }: Pick<Harness, 'table'>, tenant: Tenant) => {
  const days = createDayRepository(table, keysOf(tenant.id));
  const stored = new Map<string, DayEventRecord>();
  return {
    /** Returns the id of a new event: of a case, or without a case at the tenant's home. */
    async store(values: Partial<DayEventRecord>): Promise<string> {
      const { case_id = null, kind = 'other', id = crypto.randomUUID() } = values;
      const home = case_id === null ? { funeral_home_id: tenant.home.id } : {};
      const record = { ...emptyRecord(id, case_id, kind), version: 1, ...home, ...values };
      await table.transact([days.create(record)].flat());
      stored.set(id, record);
      return id;
    },
    async remove(id: string): Promise<void> {
      const record = stored.get(id);
      if (record) await table.transact([days.remove(record)]);
    },
  };
};
