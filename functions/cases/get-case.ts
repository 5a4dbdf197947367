import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const getCase = handler(caseEndpoints.get, { cases, organizations }, async ({ params }, { db }) => {
  const [{ core, sections }, names] = await Promise.all([db.cases.require(params.id), db.organizations.homeNames()]);
  return presentCase({ ...core, funeral_home_name: names.get(core.funeral_home_id) ?? '' }, sections);
});
