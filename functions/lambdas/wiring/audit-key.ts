import { KMSClient } from '@aws-sdk/client-kms';
import { awsAuditProof, awsAuditSigner, smallObjects } from '#functions/platform/adapters/document-bucket.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { clientTimeouts } from '../wiring.ts';

const signing = () => ({
  kms: new KMSClient(clientTimeouts(2_000)),
  keyId: setting('AUDIT_KEY_ID'),
  witness: smallObjects(setting('AUDIT_WITNESS_BUCKET')),
});

/** A separate file, because importing it adds S3's signer to the bundle. */
export const auditProof = () => awsAuditProof(signing());
export const auditSigner = () => awsAuditSigner(signing());
