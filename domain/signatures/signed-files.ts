import type { SignedFileType } from './envelope.schema.ts';
import type { Envelope, SubmissionState } from './envelope.ts';

export interface SignedFile {
  document_id: string;
  name: string;
}

type Stored = Pick<SubmissionState, 'stored' | 'audit_document_id'>;

/** Returns the signed files of submissions, or the audit logs of completed ones, in the order of the documents. */
export const signedFilesOf = (
  { title }: Pick<Envelope, 'title'>,
  submissions: readonly Stored[],
  type: SignedFileType,
): SignedFile[] => {
  if (type === 'signed') return submissions.flatMap(({ stored }) => stored);
  const logs = submissions.flatMap(({ audit_document_id: id }) => (id === null ? [] : [id]));
  return logs.map((document_id, at) => ({
    document_id,
    name: logs.length === 1 ? `Audit log of ${title}` : `Audit log of ${title}, part ${at + 1}`,
  }));
};
