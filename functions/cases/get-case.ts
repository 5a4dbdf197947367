import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const getCase: Handler<typeof caseEndpoints.get> = async ({ params }, { db }) => {
  const { core, sections } = await db.cases.require(params.id);
  return presentCase(core, sections);
};
