import { onArchiveRequested } from '#functions/exports/worker/on-archive-requested.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { auditProof } from './parts/audit-key.ts';
import { bucket } from './parts/documents.ts';
import { organizationKeyWrapper, organizationSessions } from './parts/organization.ts';
import { organizationTables } from './parts/table.ts';
import { logger, now, queue } from './parts.ts';

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
