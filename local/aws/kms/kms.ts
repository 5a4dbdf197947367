import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { operation, type Running, ServiceError, startJsonService } from '#local/aws/json-service.ts';
import { readJson, writeJsonDurably } from '../child-process.ts';

type EncryptionContext = Record<string, string>;

/** A customer key. The last version encrypts; earlier ones only decrypt. */
const Key = z.object({
  arn: z.string(),
  createdAt: z.iso.datetime(),
  versions: z.array(z.base64()).min(1),
});
type Key = z.output<typeof Key>;

const KeyFile = z.object({ keys: z.array(Key), aliases: z.record(z.string(), z.string()) });

// A blob: format, version (2 bytes), length of the key's ARN, the ARN, IV, tag, ciphertext.
const FORMAT = 1;
const HEADER_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The customer keys of a data directory, in a file that only its owner can read. */
class KeyStore {
  readonly #path: string;
  readonly #keys: Key[];
  readonly #aliases: Record<string, string>;

  constructor(path: string, aliases: string[]) {
    const stored = readJson(path, KeyFile) ?? { keys: [], aliases: {} };
    this.#path = path;
    this.#keys = stored.keys;
    this.#aliases = stored.aliases;
    const missing = aliases.filter((alias) => this.#aliases[alias] === undefined);
    for (const alias of missing) this.#createKey(alias);
    if (missing.length > 0) this.#save();
  }

  resolve(keyId: string): Key {
    const alias = /^(?:arn:aws:kms:[^:]*:\d*:)?(alias\/.+)$/.exec(keyId)?.[1];
    const wanted = alias === undefined ? keyId : this.#aliases[alias];
    const key = this.#keys.find(({ arn }) => arn === wanted || arn.endsWith(`:key/${wanted}`));
    if (!key) throw new ServiceError('NotFoundException', `Key '${keyId}' does not exist`);
    return key;
  }

  rotate(keyId: string): void {
    this.resolve(keyId).versions.push(newMaterial());
    this.#save();
  }

  encrypt(key: Key, plaintext: Uint8Array, context: EncryptionContext): Buffer {
    const version = key.versions.length - 1;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', materialOf(key, version), iv);
    cipher.setAAD(boundTo(key, context));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const arn = Buffer.from(key.arn);
    return Buffer.concat([
      Buffer.from([FORMAT, version >> 8, version & 0xff, arn.length]),
      arn,
      iv,
      cipher.getAuthTag(),
      sealed,
    ]);
  }

  /** Returns the same error for every problem with blob or context, as KMS does, so that the caller learns nothing. */
  decrypt(blob: Buffer, context: EncryptionContext, keyId?: string): { key: Key; plaintext: Buffer } {
    if (blob.length < HEADER_BYTES || blob[0] !== FORMAT) throw invalidCiphertext();
    const version = blob.readUInt16BE(1);
    const ivAt = HEADER_BYTES + blob.readUInt8(3);
    const key = this.#keys.find(({ arn }) => arn === blob.toString('utf8', HEADER_BYTES, ivAt));
    if (!key) throw invalidCiphertext();
    if (keyId !== undefined && this.resolve(keyId) !== key) {
      throw new ServiceError('IncorrectKeyException', 'The ciphertext was encrypted with another key');
    }
    const tagAt = ivAt + IV_BYTES;
    const sealedAt = tagAt + TAG_BYTES;
    try {
      const decipher = createDecipheriv('aes-256-gcm', materialOf(key, version), blob.subarray(ivAt, tagAt), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(boundTo(key, context));
      decipher.setAuthTag(blob.subarray(tagAt, sealedAt));
      return { key, plaintext: Buffer.concat([decipher.update(blob.subarray(sealedAt)), decipher.final()]) };
    } catch {
      throw invalidCiphertext();
    }
  }

  /** HMAC-SHA-256 with the first material: such keys are not rotated. */
  mac(key: Key, message: Uint8Array): Buffer {
    return createHmac('sha256', materialOf(key, 0)).update(message).digest();
  }

  #createKey(alias: string): void {
    if (!alias.startsWith('alias/')) throw new Error(`A key alias starts with "alias/", "${alias}" does not`);
    const arn = `arn:aws:kms:us-east-1:000000000000:key/${randomUUID()}`;
    this.#keys.push({ arn, createdAt: new Date().toISOString(), versions: [newMaterial()] });
    this.#aliases[alias] = arn;
  }

  #save(): void {
    writeJsonDurably(this.#path, { keys: this.#keys, aliases: this.#aliases });
  }
}

function newMaterial(): string {
  return randomBytes(32).toString('base64');
}

function materialOf(key: Key, version: number): Buffer {
  const material = key.versions[version];
  if (material === undefined) throw invalidCiphertext();
  return Buffer.from(material, 'base64');
}

// KMS ignores the order of a context's pairs, so they are sorted before authentication.
function boundTo(key: Key, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([key.arn, pairs]));
}

function invalidCiphertext(): ServiceError {
  return new ServiceError('InvalidCiphertextException', '');
}

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

interface Sessions {
  organizationOf: (headers: IncomingHttpHeaders) => string | undefined;
  /** Aliases of keys that only such sessions may use to decrypt. */
  alone: string[];
}

/**
 * AWS KMS with symmetric keys: one key per alias, material in `dataDir`. A key both encrypts and creates MACs,
 * unlike in AWS. With `sessions` it enforces the product's key policies: an organization's session uses keys only for
 * data bound to that organization.
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
