import { onArchiveRequested } from '#functions/exports/worker/on-archive-requested.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { auditProof } from './wiring/audit-key.ts';
import { bucket } from './wiring/documents.ts';
import { organizationKeyWrapper, organizationSessions } from './wiring/organization.ts';
import { organizationTables } from './wiring/table.ts';
import { logger, now, queue } from './wiring.ts';

const sessions = organizationSessions();

export const handler = createWorker(
  {
    'archive.requested': onArchiveRequested({
      organizationTable: organizationTables(sessions),
      keyWrapper: organizationKeyWrapper(sessions),
      proof: auditProof(),
      bucket: bucket(),
    }),
  },
  { logger, queue: queue(), now },
);
