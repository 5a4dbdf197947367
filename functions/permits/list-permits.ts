import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { permits } from './repository.ts';
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
