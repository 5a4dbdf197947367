import { caseDisclosures } from '#functions/cases/disclosures.ts';
import { customerDisclosures } from '#functions/customers/disclosures.ts';
import { funeralHomeDisclosures } from '#functions/funeral-homes/disclosures.ts';
import { createApi } from '#functions/kernel/api.ts';
import { organizationSessions } from './parts/organization.ts';
import { organizationTables, table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(
  [...caseDisclosures, ...customerDisclosures, ...funeralHomeDisclosures],
  { table: table(), organizationTable: organizationTables(organizationSessions()) },
  apiSettings(),
);
