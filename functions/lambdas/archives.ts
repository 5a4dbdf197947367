import { archiveHandlers } from '#functions/exports/worker/on-archive-requested.ts';
import { auditProof } from './wiring/audit-key.ts';
import { bucket } from './wiring/documents.ts';
import { organizationKeyWrapper, organizationSessions } from './wiring/organization.ts';
import { organizationTables } from './wiring/table.ts';
import { work } from './wiring/worker.ts';

const sessions = organizationSessions();

export const handler = work(
  archiveHandlers({
    organizationTable: organizationTables(sessions),
    keyWrapper: organizationKeyWrapper(sessions),
    proof: auditProof(),
    bucket: bucket(),
  }),
);
