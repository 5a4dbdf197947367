import { createApi } from '#functions/platform/api/api.ts';
import { ssnRoutes } from '#functions/ssn/routes.ts';
import { organizationSessions, ssnDecryptor } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

const sessions = organizationSessions();

export const handler = createApi(
  ssnRoutes,
  { table: table(), organizationTable: organizationTables(sessions), ssnDecryptor: ssnDecryptor(sessions) },
  apiSettings(),
);
