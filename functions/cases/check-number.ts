import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const checkNumber: Handler<typeof caseEndpoints.checkNumber> = async ({ query }, { db }) => ({
  exists: await db.cases.numberTaken(query.case_number),
});
