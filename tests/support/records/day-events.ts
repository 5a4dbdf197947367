import type { DayEventRecord } from '#functions/calendar/repository/days.ts';
import { createDayRepository } from '#functions/calendar/repository/days.ts';
import { emptyRecord } from '#functions/calendar/schedule.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** Stores an event of a case, or one without a case of the tenant's home, and returns its id. */
export const storeDayEvent = async (
  { table }: Pick<Harness, 'table'>,
  tenant: Tenant,
  { case_id = null, kind = 'other', id = crypto.randomUUID(), ...values }: Partial<DayEventRecord>,
): Promise<string> => {
  const home = case_id === null ? { funeral_home_id: tenant.home.id } : {};
  const record = { ...emptyRecord(id, case_id, kind), version: 1, ...home, ...values };
  await table.transact([createDayRepository(table, keysOf(tenant.id)).create(record)].flat());
  return id;
};
