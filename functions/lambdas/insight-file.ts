import { createApi } from '#functions/platform/api/api.ts';
import { insightDisclosures } from '#functions/reports/disclosures.ts';
import { organizationSessions } from './parts/organization.ts';
import { organizationTables, table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(
  insightDisclosures,
  { table: table(), organizationTable: organizationTables(organizationSessions()) },
  apiSettings(),
);
