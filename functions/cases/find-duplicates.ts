import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const findDuplicates = handler(caseEndpoints.duplicates, { cases }, ({ query }, { db }) => {
  const { first_name = '', last_name = '', date_of_birth = '', date_of_death = '' } = query;
  return db.cases.alike({ first_name, last_name, date_of_birth, date_of_death });
});
