import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const previewNextNumber = handler(
  caseEndpoints.previewNextNumber,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const home = await db.organizations.home(query.location ?? actor.homeId);
    if (!home) throw notFound('Funeral home not found');
    const year = Number(query.year ?? todayIn(home.time_zone, now).slice(0, 4));
    const { number } = await db.cases.nextNumber(home.id, year, home.case_numbering);
    return { case_number: number };
  },
);
