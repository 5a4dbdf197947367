import { GenerateMacCommand, type KMSClient, VerifyMacCommand } from '@aws-sdk/client-kms';
import * as z from 'zod';
import type { AuditProof, AuditSigner } from '#functions/platform/store/audit/audit-proof.ts';
import type { SmallObjects } from './s3-text-object.ts';

const MacAlgorithm = 'HMAC_SHA_256';

interface Signing {
  kms: KMSClient;
  /** The HMAC key of the audit trail. */
  keyId: string;
  /** The bucket whose objects nobody can take away for a while. */
  witness: SmallObjects;
}

const Witnessed = z.object({ sequence: z.number(), digest: z.string() });

const objectOf = (organizationId: string): string => `${organizationId}.json`;

/** Reads what the sealer has signed and witnessed; throws when key or bucket cannot be asked. */
export const awsAuditProof = ({ kms, keyId, witness }: Signing): AuditProof => ({
  async isSigned(statement, signature) {
    const Mac = Buffer.from(signature, 'base64');
    if (Mac.byteLength === 0) return false;
    try {
      const command = new VerifyMacCommand({ KeyId: keyId, MacAlgorithm, Message: Buffer.from(statement), Mac });
      return (await kms.send(command)).MacValid === true;
    } catch (error) {
      if ((error as Error).name === 'KMSInvalidMacException') return false;
      throw error;
    }
  },
  async witnessed(organizationId) {
    const text = await witness.read(objectOf(organizationId));
    return text === undefined ? undefined : Witnessed.parse(JSON.parse(text));
  },
});

/** Signs under a key that only KMS knows, and witnesses in a bucket that keeps every version. */
export const awsAuditSigner = (signing: Signing): AuditSigner => ({
  ...awsAuditProof(signing),
  async sign(statement) {
    const { kms, keyId } = signing;
    const command = new GenerateMacCommand({ KeyId: keyId, MacAlgorithm, Message: Buffer.from(statement) });
    const { Mac } = await kms.send(command);
    if (!Mac) throw new Error('KMS answered no MAC');
    return Buffer.from(Mac).toString('base64');
  },
  async testify(organizationId, last) {
    await signing.witness.write(objectOf(organizationId), JSON.stringify(last));
  },
});
