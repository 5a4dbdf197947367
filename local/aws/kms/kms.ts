import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { operation, type Running, ServiceError, startJsonService } from '#local/aws/json-service.ts';
import { type Key, KeyStore } from './kms-keys.ts';

const ALGORITHM = 'SYMMETRIC_DEFAULT';
const MAC = 'HMAC_SHA_256';

const KeyId = z.string().min(1);
const Context = z.record(z.string(), z.string()).default({});
const Blob = z
  .base64()
  .max(8192)
  .transform((text) => Buffer.from(text, 'base64'));
const Plaintext = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length >= 1 && bytes.length <= 4096, 'Plaintext must have 1 to 4096 bytes');

const Message = z.base64().transform((text) => Buffer.from(text, 'base64'));

/** What the key policies of the product say of sessions. */
interface Sessions {
  /** Whose session a request was signed with, as STS knows it. */
  organizationOf: (headers: IncomingHttpHeaders) => string | undefined;
  /** Aliases of the keys that nobody decrypts with but such a session. */
  alone: string[];
}

/**
 * AWS KMS with symmetric keys: one key per alias, material kept in `dataDir` across restarts. A key encrypts and makes
 * MACs, where in AWS it does one or the other. With `sessions` it holds the key policies of the product: a session of an
 * organization uses keys for what is bound to that organization and for nothing else.
 */
export async function startKms(options: {
  port: number;
  dataDir: string;
  aliases: string[];
  sessions?: Sessions;
}): Promise<Running & { rotate(alias: string): void }> {
  const keys = new KeyStore(join(options.dataDir, 'kms.json'), options.aliases);
  const running = await startJsonService({
    port: options.port,
    target: 'TrentService',
    operations: operationsOf(keys, options.sessions),
  });
  return { ...running, rotate: (alias) => keys.rotate(alias) };
}

const denied = () =>
  new ServiceError('AccessDeniedException', 'The ciphertext is not of the organization of this session');

function operationsOf(keys: KeyStore, sessions?: Sessions) {
  const assertOwn = (headers: IncomingHttpHeaders, context: Record<string, string>): void => {
    const organization = sessions?.organizationOf(headers);
    if (organization !== undefined && organization !== context.organization) throw denied();
  };
  const assertMayDecrypt = (headers: IncomingHttpHeaders, used: Key): void => {
    const isSession = sessions?.organizationOf(headers) !== undefined;
    if (!isSession && sessions?.alone.some((alias) => keys.resolve(alias) === used)) throw denied();
  };
  return {
    Encrypt: operation(z.object({ KeyId, Plaintext, EncryptionContext: Context }), (input, headers) => {
      assertOwn(headers, input.EncryptionContext);
      const key = keys.resolve(input.KeyId);
      const blob = keys.encrypt(key, input.Plaintext, input.EncryptionContext);
      return { KeyId: key.arn, CiphertextBlob: blob.toString('base64'), EncryptionAlgorithm: ALGORITHM };
    }),
    Decrypt: operation(
      z.object({ CiphertextBlob: Blob, EncryptionContext: Context, KeyId: KeyId.optional() }),
      (input, headers) => {
        assertOwn(headers, input.EncryptionContext);
        const { key, plaintext } = keys.decrypt(input.CiphertextBlob, input.EncryptionContext, input.KeyId);
        assertMayDecrypt(headers, key);
        return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: ALGORITHM };
      },
    ),
    GenerateDataKey: operation(
      z.object({
        KeyId,
        KeySpec: z.literal('AES_256'),
        EncryptionContext: Context,
      }),
      (input, headers) => {
        assertOwn(headers, input.EncryptionContext);
        const key = keys.resolve(input.KeyId);
        const plaintext = randomBytes(32);
        const blob = keys.encrypt(key, plaintext, input.EncryptionContext);
        return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), CiphertextBlob: blob.toString('base64') };
      },
    ),
    GenerateMac: operation(z.object({ KeyId, Message, MacAlgorithm: z.literal(MAC) }), (input) => {
      const key = keys.resolve(input.KeyId);
      return { KeyId: key.arn, MacAlgorithm: MAC, Mac: keys.mac(key, input.Message).toString('base64') };
    }),
    VerifyMac: operation(z.object({ KeyId, Message, MacAlgorithm: z.literal(MAC), Mac: Blob }), (input) => {
      const key = keys.resolve(input.KeyId);
      const expected = keys.mac(key, input.Message);
      if (expected.length !== input.Mac.length || !timingSafeEqual(expected, input.Mac))
        throw new ServiceError('KMSInvalidMacException', 'The MAC is not valid');
      return { KeyId: key.arn, MacAlgorithm: MAC, MacValid: true };
    }),
  };
}
