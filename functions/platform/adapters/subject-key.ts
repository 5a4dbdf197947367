import { GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { KeyWrapper, Subject } from '#functions/platform/store/subject-keys.ts';
import { kmsDecrypt, withKmsErrors } from './kms.ts';

const cacheMs = 5 * 60_000;
const maxCached = 500;

const contextOf = ({ organizationId, kind, id }: Subject) => ({
  organization: organizationId,
  subject: `${kind}#${id}`,
});

/**
 * Creates a wrapper of per-subject keys; caches an unwrapped key for five minutes by its wrapped value, which the
 * caller has just read, so that a destroyed key is not found again.
 */
export const kmsKeyWrapper = (clientOf: (organizationId: string) => KMSClient, keyId: string): KeyWrapper => {
  const cache = new Map<string, { key: Buffer; until: number }>();
  const named = (subject: Subject, wrapped: string): string => JSON.stringify([contextOf(subject), wrapped]);
  const keep = (subject: Subject, wrapped: string, key: Buffer): Buffer => {
    if (cache.size >= maxCached) cache.clear();
    cache.set(named(subject, wrapped), { key, until: Date.now() + cacheMs });
    return key;
  };
  return {
    async create(subject) {
      const command = new GenerateDataKeyCommand({
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: contextOf(subject),
      });
      return withKmsErrors(async () => {
        const { Plaintext, CiphertextBlob } = await clientOf(subject.organizationId).send(command);
        if (!Plaintext || !CiphertextBlob) throw new Error('no key');
        const wrapped = Buffer.from(CiphertextBlob).toString('base64');
        return { key: keep(subject, wrapped, Buffer.from(Plaintext)), wrapped };
      });
    },
    async open(subject, wrapped) {
      const found = cache.get(named(subject, wrapped));
      if (found && found.until > Date.now()) return found.key;
      const key = await kmsDecrypt(clientOf(subject.organizationId), keyId, wrapped, contextOf(subject));
      return keep(subject, wrapped, key);
    },
  };
};
