import { createApi } from '#functions/platform/api/api.ts';
import { insightDisclosures } from '#functions/reports/disclosures.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  insightDisclosures,
  { table: table(), organizationTable: organizationTables(organizationSessions()) },
  apiSettings(),
);
