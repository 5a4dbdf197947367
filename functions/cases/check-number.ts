import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const checkNumber = handler(caseEndpoints.checkNumber, { cases }, async ({ query }, { db }) => ({
  exists: await db.cases.numberTaken(query.case_number),
}));
