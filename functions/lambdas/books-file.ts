import { createApi } from '#functions/platform/api/api.ts';
import { accountingDisclosures } from '#functions/quickbooks/disclosures.ts';
import { organizationSessions } from './parts/organization.ts';
import { organizationCipher } from './parts/partners.ts';
import { organizationCompanies, quickBooksParts } from './parts/quickbooks.ts';
import { organizationTables, table } from './parts/table.ts';
import { apiSettings, now } from './parts.ts';

const sessions = organizationSessions();
const organizationTable = organizationTables(sessions);
const cipherOf = organizationCipher(sessions);

export const handler = createApi(
  accountingDisclosures,
  {
    table: table(),
    organizationTable,
    quickBooks: organizationCompanies(quickBooksParts(now), (organizationId) => ({
      table: organizationTable(organizationId),
      ...cipherOf(organizationId),
    })),
  },
  apiSettings(),
);
