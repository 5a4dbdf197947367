import { createApi } from '#functions/platform/api/api.ts';
import { reportDisclosures } from '#functions/reports/disclosures.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  reportDisclosures,
  { table: table(), organizationTable: organizationTables(organizationSessions()) },
  apiSettings(),
);
