import { DecryptCommand, EncryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import { v7 as uuid } from 'uuid';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { KeyWrapper, Subject } from '#functions/platform/store/subject-keys.ts';
import { count } from './metrics.ts';

/** Runs calls of KMS; throws 503 if they fail. */
const withKmsErrors = async <Result>(call: () => Promise<Result>): Promise<Result> => {
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
const kmsEncrypt = (
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
const kmsDecrypt = (
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

/** In addition to organization and id; none for an SSN, which moves from a first call to its case. */
export type NumberOf = Readonly<{ payment?: string }>;

export interface SsnEncryptor {
  seal(
    organizationId: string,
    ssn: string,
    of?: NumberOf,
  ): Promise<{ ssn_id: string; last4: string; ciphertext: string }>;
}
export interface SsnDecryptor {
  open(organizationId: string, sealed: { ssn_id: string; ciphertext: string }, of?: NumberOf): Promise<string>;
}

const numberContext = (organizationId: string, ssnId: string, { payment }: NumberOf = {}): Record<string, string> => ({
  organization: organizationId,
  ssn_id: ssnId,
  ...(payment === undefined ? {} : { payment }),
});

/** Creates an encryptor whose context binds a ciphertext to its organization, id and payment (S-09). */
export const kmsSsnEncryptor = (client: KMSClient, keyId: string): SsnEncryptor => ({
  async seal(organizationId, ssn, of) {
    const ssn_id = uuid();
    const ciphertext = await kmsEncrypt(client, keyId, Buffer.from(ssn), numberContext(organizationId, ssn_id, of));
    return { ssn_id, last4: ssn.slice(-4), ciphertext };
  },
});

/** Creates a decryptor of SSNs and check numbers with a client of the organization. */
export const kmsSsnDecryptor = (clientOf: (organizationId: string) => KMSClient, keyId: string): SsnDecryptor => ({
  async open(organizationId, { ssn_id, ciphertext }, of) {
    const context = numberContext(organizationId, ssn_id, of);
    return (await kmsDecrypt(clientOf(organizationId), keyId, ciphertext, context)).toString('utf8');
  },
});

export interface SecretOf {
  organizationId: string;
  partner: string;
  part: 'access' | 'webhook';
}
export interface PartnerEncryptor {
  seal(of: SecretOf, secret: string): Promise<string>;
}
export interface PartnerDecryptor {
  open(of: SecretOf, sealed: string): Promise<string>;
}

const secretContext = ({ organizationId, partner, part }: SecretOf) => ({
  organization: organizationId,
  partner,
  part,
});

/** KMS encrypts at most 4,096 bytes at once, and a QuickBooks token can be longer. */
const pieceBytes = 4096;
/** Not a base64 character. */
const seam = '.';

/** Creates an encryptor with the partner key, bound to organization, partner and purpose. Throws 503 if KMS fails. */
export const kmsPartnerEncryptor = (client: KMSClient, keyId: string): PartnerEncryptor => ({
  async seal(of, secret) {
    const bytes = Buffer.from(secret);
    const pieces: Promise<string>[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes)
      pieces.push(kmsEncrypt(client, keyId, bytes.subarray(at, at + pieceBytes), secretContext(of)));
    return (await Promise.all(pieces)).join(seam);
  },
});

const keptMs = 5 * 60_000;
const maxSecrets = 200;

/** Creates a decryptor that caches for five minutes by ciphertext, which the caller has just read. Throws 503. */
export const kmsPartnerDecryptor = (client: KMSClient, keyId: string): PartnerDecryptor => {
  const cache = new Map<string, { secret: string; until: number }>();
  return {
    async open(of, sealed) {
      const name = JSON.stringify([secretContext(of), sealed]);
      const known = cache.get(name);
      if (known && known.until > Date.now()) return known.secret;
      const pieces = await Promise.all(
        sealed.split(seam).map((piece) => kmsDecrypt(client, keyId, piece, secretContext(of))),
      );
      const secret = Buffer.concat(pieces).toString('utf8');
      if (cache.size >= maxSecrets) cache.clear();
      cache.set(name, { secret, until: Date.now() + keptMs });
      return secret;
    },
  };
};

const maxKeys = 500;

const subjectContext = ({ organizationId, kind, id }: Subject) => ({
  organization: organizationId,
  subject: `${kind}#${id}`,
});

/**
 * Creates a wrapper of per-subject keys; caches an unwrapped key for five minutes by its wrapped value, which the
 * caller has just read, so that a destroyed key is not found again.
 */
export const kmsKeyWrapper = (clientOf: (organizationId: string) => KMSClient, keyId: string): KeyWrapper => {
  const cache = new Map<string, { key: Buffer; until: number }>();
  const named = (subject: Subject, wrapped: string): string => JSON.stringify([subjectContext(subject), wrapped]);
  const keep = (subject: Subject, wrapped: string, key: Buffer): Buffer => {
    if (cache.size >= maxKeys) cache.clear();
    cache.set(named(subject, wrapped), { key, until: Date.now() + keptMs });
    return key;
  };
  return {
    async create(subject) {
      const command = new GenerateDataKeyCommand({
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: subjectContext(subject),
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
      const key = await kmsDecrypt(clientOf(subject.organizationId), keyId, wrapped, subjectContext(subject));
      return keep(subject, wrapped, key);
    },
  };
};
