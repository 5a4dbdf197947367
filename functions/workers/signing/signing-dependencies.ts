import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';
import type { DocuSealAccounts } from '#functions/adapters/docuseal.ts';
import type { Trace } from '#functions/store/audit/audit.ts';
import type { KeyWrapper } from '#functions/store/subject-keys.ts';
import type { Table } from '#functions/store/table.ts';

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
