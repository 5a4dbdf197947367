import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases/cases.ts';

export const checkNumber = handler(caseEndpoints.checkNumber, { cases }, async ({ query }, { db }) => ({
  exists: await db.cases.numberTaken(query.case_number),
}));
