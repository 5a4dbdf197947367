import { caseDisclosures } from '#functions/cases/disclosures.ts';
import { customerDisclosures } from '#functions/customers/disclosures.ts';
import { documentDisclosures } from '#functions/documents/disclosures.ts';
import { archiveDisclosures } from '#functions/exports/disclosures.ts';
import { funeralHomeDisclosures } from '#functions/organizations/homes/disclosures.ts';
import { receivablesDisclosures } from '#functions/payments/receivables/disclosures.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { privacyDisclosures } from '#functions/privacy/disclosures.ts';
import { envelopeDisclosures } from '#functions/signatures/envelopes/disclosures.ts';
import { teamDisclosures } from '#functions/team/disclosures.ts';
import { auditProof } from './wiring/audit-key.ts';
import { organizationLinks } from './wiring/documents.ts';
import { organizationKeyWrapper, organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

const sessions = organizationSessions();

export const handler = createApi(
  [
    ...archiveDisclosures,
    ...caseDisclosures,
    ...customerDisclosures,
    ...documentDisclosures,
    ...funeralHomeDisclosures,
    ...receivablesDisclosures,
    ...privacyDisclosures,
    ...envelopeDisclosures,
    ...teamDisclosures,
  ],
  {
    table: table(),
    organizationTable: organizationTables(sessions),
    keyWrapper: organizationKeyWrapper(sessions),
    auditProof: auditProof(),
    documentLinks: organizationLinks(sessions),
  },
  apiSettings(),
);
