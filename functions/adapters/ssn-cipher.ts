import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { v7 as uuid } from 'uuid';
import { AppError } from '#domain/contract/errors.ts';
import type { SealedSsn } from '#functions/records/ssn.ts';
import { count } from './metrics.ts';

export interface SsnCipher {
  seal(organizationId: string, ssn: string): Promise<SealedSsn>;
  open(organizationId: string, sealed: { ssn_id: string; ciphertext: string }): Promise<string>;
}

const contextOf = (organizationId: string, ssnId: string) => ({ organization: organizationId, ssn_id: ssnId });

const unavailable = (error: unknown): AppError => {
  const { name } = error as Error;
  if (name === 'AccessDeniedException') count('KmsDenied');
  return new AppError('unavailable', { reason: `kms: ${name}`, retryAfterSeconds: 2 });
};

/**
 * Encrypts and decrypts Social Security numbers with the SSN key; the only file that names KMS. The encryption context
 * binds a ciphertext to its organization and id, so that one moved elsewhere does not decrypt (quality S-09).
 */
export const kmsSsnCipher = (client: KMSClient, keyId: string): SsnCipher => ({
  async seal(organizationId, ssn) {
    const ssn_id = uuid();
    const command = new EncryptCommand({
      KeyId: keyId,
      Plaintext: Buffer.from(ssn),
      EncryptionContext: contextOf(organizationId, ssn_id),
    });
    const { CiphertextBlob } = await client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!CiphertextBlob) throw unavailable(new Error('NoCiphertext'));
    return { ssn_id, last4: ssn.slice(-4), ciphertext: Buffer.from(CiphertextBlob).toString('base64') };
  },
  async open(organizationId, { ssn_id, ciphertext }) {
    const command = new DecryptCommand({
      KeyId: keyId,
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: contextOf(organizationId, ssn_id),
    });
    const { Plaintext } = await client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!Plaintext) throw unavailable(new Error('NoPlaintext'));
    return Buffer.from(Plaintext).toString('utf8');
  },
});
