import { caseEventRoutes } from '#functions/calendar/case-events/routes.ts';
import { dayRoutes } from '#functions/calendar/day/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, ssnEncryptor } from './wiring.ts';

export const handler = serve([...caseEventRoutes, ...dayRoutes], {
  table: table(),
  ssnEncryptor: ssnEncryptor(),
  keyWrapper: keyWrapper(),
});
