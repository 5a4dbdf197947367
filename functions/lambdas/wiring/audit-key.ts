import { KMSClient } from '@aws-sdk/client-kms';
import { awsAuditProof, awsAuditSigner, smallObjects } from '#functions/platform/adapters/document-bucket.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { clientTimeouts } from '../wiring.ts';

const signing = () => ({
  kms: new KMSClient(clientTimeouts(2_000)),
  keyId: setting('AUDIT_KEY_ID'),
  witness: smallObjects(setting('AUDIT_WITNESS_BUCKET')),
});

/** The signatures of the audit trail; a file of its own, since whoever imports it carries S3's signer along. */
export const auditProof = () => awsAuditProof(signing());
export const auditSigner = () => awsAuditSigner(signing());
