import { ssnRoutes } from '#functions/ssn/routes.ts';
import { serve } from './wiring/api.ts';
import { organizationSessions, ssnDecryptor } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';

const sessions = organizationSessions();

export const handler = serve(ssnRoutes, {
  table: table(),
  organizationTable: organizationTables(sessions),
  ssnDecryptor: ssnDecryptor(sessions),
});
