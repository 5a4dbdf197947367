import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases/cases.ts';
import { permits } from '#functions/records/cases/permits.ts';
import { organizations } from '#functions/records/organizations/organizations.ts';
import { presentPermit } from './shared/permit-work.ts';

export const listPermits = handler(
  permitEndpoints.list,
  { cases, permits, organizations },
  async ({ params }, { db, now }) => {
    const [core, { entries }] = await Promise.all([db.cases.requireCore(params.id), db.permits.of(params.id)]);
    const today = await todayOfCase(db, core, now);
    return entries.map((permit) => presentPermit(permit, today));
  },
);
