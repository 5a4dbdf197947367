import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases.ts';
import { organizations } from '#functions/records/organizations.ts';
import { permits } from '#functions/records/permits.ts';
import { presentPermit, todayOf } from './shared/permit-work.ts';

export const listPermits = handler(
  permitEndpoints.list,
  { cases, permits, organizations },
  async ({ params }, { db, now }) => {
    const [core, { entries }] = await Promise.all([db.cases.requireCore(params.id), db.permits.of(params.id)]);
    const today = await todayOf(db, core, now);
    return entries.map((permit) => presentPermit(permit, today));
  },
);
