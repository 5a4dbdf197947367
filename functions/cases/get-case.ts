import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases.ts';

export const getCase = handler(caseEndpoints.get, { cases }, async ({ params }, { db }) => {
  const { core, sections } = await db.cases.require(params.id);
  return presentCase(core, sections);
});
