import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases/cases.ts';

export const findDuplicates = handler(caseEndpoints.duplicates, { cases }, ({ query }, { db }) => {
  const { first_name = '', last_name = '', date_of_birth = '', date_of_death = '' } = query;
  return db.cases.alike({ first_name, last_name, date_of_birth, date_of_death });
});
