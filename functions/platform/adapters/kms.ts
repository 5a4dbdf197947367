import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { AppError } from '#domain/shared/contract/errors.ts';
import { count } from './metrics.ts';

/** Runs calls of KMS; throws 503 if they fail. */
export const withKmsErrors = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    // The credential provider has already thrown the right error.
    if (error instanceof AppError) throw error;
    const { name } = error as Error;
    if (name === 'AccessDeniedException') count('KmsDenied');
    throw new AppError('unavailable', { reason: `kms: ${name}`, retryAfterSeconds: 2 });
  }
};

/** Returns up to 4,096 bytes encrypted for this context, as base64; throws 503 if KMS fails. */
export const kmsEncrypt = (
  client: KMSClient,
  KeyId: string,
  Plaintext: Uint8Array,
  EncryptionContext: Record<string, string>,
): Promise<string> =>
  withKmsErrors(async () => {
    const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }));
    if (!CiphertextBlob) throw new Error('no ciphertext');
    return Buffer.from(CiphertextBlob).toString('base64');
  });

/** Returns the bytes of a base64 ciphertext of this context; throws 503 if KMS fails. */
export const kmsDecrypt = (
  client: KMSClient,
  KeyId: string,
  ciphertext: string,
  EncryptionContext: Record<string, string>,
): Promise<Buffer> =>
  withKmsErrors(async () => {
    const CiphertextBlob = Buffer.from(ciphertext, 'base64');
    const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext }));
    if (!Plaintext) throw new Error('no plaintext');
    return Buffer.from(Plaintext);
  });
