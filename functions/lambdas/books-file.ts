import { quickBooksScopedRoutes } from '#functions/quickbooks/scoped-routes.ts';
import { serve } from './wiring/api.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationCipher } from './wiring/partners.ts';
import { organizationCompanies, quickBooksParts } from './wiring/quickbooks.ts';
import { organizationTables, table } from './wiring/table.ts';
import { now } from './wiring.ts';

const sessions = organizationSessions();
const organizationTable = organizationTables(sessions);
const cipherOf = organizationCipher(sessions);

export const handler = serve(quickBooksScopedRoutes, {
  table: table(),
  organizationTable,
  quickBooks: organizationCompanies(quickBooksParts(now), (organizationId) => ({
    table: organizationTable(organizationId),
    ...cipherOf(organizationId),
  })),
});
