import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Trace } from '#functions/platform/store/audit/audit.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { DocuSealAccounts } from '#functions/signatures/client/docuseal.ts';

export const partner = 'docuseal';

/** What the worker `signing-work` needs from outside. */
export interface SigningDependencies {
  table: Table;
  accounts: DocuSealAccounts;
  /** Keeps signed papers, and reads those that are to be signed. */
  bucket: Pick<DocumentBucket, 'put' | 'read'>;
  keyWrapper: KeyWrapper;
  now: () => Date;
  leaseSeconds: number;
}

/** Which envelope of which organization the work of one event is about. */
export interface EnvelopeRef {
  organizationId: string;
  envelopeId: string;
  trace: Trace;
}
