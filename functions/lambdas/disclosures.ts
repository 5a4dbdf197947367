import { caseScopedRoutes } from '#functions/cases/scoped-routes.ts';
import { customerScopedRoutes } from '#functions/customers/scoped-routes.ts';
import { documentScopedRoutes } from '#functions/documents/scoped-routes.ts';
import { archiveScopedRoutes } from '#functions/exports/scoped-routes.ts';
import { funeralHomeScopedRoutes } from '#functions/organizations/homes/scoped-routes.ts';
import { receivablesScopedRoutes } from '#functions/payments/receivables/scoped-routes.ts';
import { privacyScopedRoutes } from '#functions/privacy/scoped-routes.ts';
import { envelopeScopedRoutes } from '#functions/signatures/envelopes/scoped-routes.ts';
import { teamScopedRoutes } from '#functions/team/scoped-routes.ts';
import { serve } from './wiring/api.ts';
import { auditProof } from './wiring/audit-key.ts';
import { organizationLinks } from './wiring/documents.ts';
import { organizationKeyWrapper, organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';

const sessions = organizationSessions();

export const handler = serve(
  [
    ...archiveScopedRoutes,
    ...caseScopedRoutes,
    ...customerScopedRoutes,
    ...documentScopedRoutes,
    ...funeralHomeScopedRoutes,
    ...receivablesScopedRoutes,
    ...privacyScopedRoutes,
    ...envelopeScopedRoutes,
    ...teamScopedRoutes,
  ],
  {
    table: table(),
    organizationTable: organizationTables(sessions),
    keyWrapper: organizationKeyWrapper(sessions),
    auditProof: auditProof(),
    documentLinks: organizationLinks(sessions),
  },
);
