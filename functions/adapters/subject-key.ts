import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import { AppError } from '#domain/contract/errors.ts';
import type { KeyWrapper, Subject } from '#functions/store/subject-keys.ts';

const keptMs = 5 * 60_000;
const mostKept = 500;

const contextOf = ({ organizationId, kind, id }: Subject) => ({
  organization: organizationId,
  subject: `${kind}#${id}`,
});

const unavailable = (error: unknown): AppError =>
  new AppError('unavailable', { reason: `kms: ${(error as Error).name}`, retryAfterSeconds: 2 });

/**
 * Keys of subjects, wrapped by KMS for one subject of one organization. An opened key is remembered for five minutes by
 * what it was wrapped as: whoever asks has read that in the table, so that one that was destroyed is not found again.
 */
export const kmsKeyWrapper = (client: KMSClient, keyId: string): KeyWrapper => {
  const kept = new Map<string, { key: Buffer; until: number }>();
  const keep = (wrapped: string, key: Buffer): Buffer => {
    if (kept.size >= mostKept) kept.clear();
    kept.set(wrapped, { key, until: Date.now() + keptMs });
    return key;
  };
  return {
    async create(subject) {
      const command = new GenerateDataKeyCommand({
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: contextOf(subject),
      });
      const { Plaintext, CiphertextBlob } = await client.send(command).catch((error: unknown) => {
        throw unavailable(error);
      });
      if (!Plaintext || !CiphertextBlob) throw unavailable(new Error('NoKey'));
      const wrapped = Buffer.from(CiphertextBlob).toString('base64');
      return { key: keep(wrapped, Buffer.from(Plaintext)), wrapped };
    },
    async open(subject, wrapped) {
      const found = kept.get(wrapped);
      if (found && found.until > Date.now()) return found.key;
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(wrapped, 'base64'),
        EncryptionContext: contextOf(subject),
      });
      const { Plaintext } = await client.send(command).catch((error: unknown) => {
        throw unavailable(error);
      });
      if (!Plaintext) throw unavailable(new Error('NoPlaintext'));
      return keep(wrapped, Buffer.from(Plaintext));
    },
  };
};
