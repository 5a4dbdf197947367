import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { v7 as uuid } from 'uuid';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { count } from './metrics.ts';

/** In addition to organization and id; none for an SSN, which moves from a first call to its case. */
export type NumberOf = Readonly<{ payment?: string }>;

export interface SsnEncryptor {
  seal(organizationId: string, ssn: string, of?: NumberOf): Promise<SealedSsn>;
}
export interface SsnDecryptor {
  open(organizationId: string, sealed: { ssn_id: string; ciphertext: string }, of?: NumberOf): Promise<string>;
}

const contextOf = (organizationId: string, ssnId: string, { payment }: NumberOf = {}): Record<string, string> => ({
  organization: organizationId,
  ssn_id: ssnId,
  ...(payment === undefined ? {} : { payment }),
});

const unavailable = (error: unknown): AppError => {
  // The credential provider has already thrown the right error.
  if (error instanceof AppError) return error;
  const { name } = error as Error;
  if (name === 'AccessDeniedException') count('KmsDenied');
  return new AppError('unavailable', { reason: `kms: ${name}`, retryAfterSeconds: 2 });
};

/** Creates an encryptor whose context binds a ciphertext to its organization, id and payment (S-09). */
export const kmsSsnEncryptor = (client: KMSClient, keyId: string): SsnEncryptor => ({
  async seal(organizationId, ssn, of) {
    const ssn_id = uuid();
    const command = new EncryptCommand({
      KeyId: keyId,
      Plaintext: Buffer.from(ssn),
      EncryptionContext: contextOf(organizationId, ssn_id, of),
    });
    const { CiphertextBlob } = await client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!CiphertextBlob) throw unavailable(new Error('NoCiphertext'));
    return { ssn_id, last4: ssn.slice(-4), ciphertext: Buffer.from(CiphertextBlob).toString('base64') };
  },
});

/** Creates a decryptor of SSNs and check numbers with a client of the organization. */
export const kmsSsnDecryptor = (clientOf: (organizationId: string) => KMSClient, keyId: string): SsnDecryptor => ({
  async open(organizationId, { ssn_id, ciphertext }, of) {
    const command = new DecryptCommand({
      KeyId: keyId,
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: contextOf(organizationId, ssn_id, of),
    });
    const { Plaintext } = await clientOf(organizationId)
      .send(command)
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (!Plaintext) throw unavailable(new Error('NoPlaintext'));
    return Buffer.from(Plaintext).toString('utf8');
  },
});
