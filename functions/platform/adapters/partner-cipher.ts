import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { AppError } from '#domain/shared/contract/errors.ts';
import { count } from './metrics.ts';

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

const contextOf = ({ organizationId, partner, part }: SecretOf) => ({ organization: organizationId, partner, part });

const unavailable = (error: unknown): AppError => {
  const { name } = error as Error;
  if (name === 'AccessDeniedException') count('KmsDenied');
  return new AppError('unavailable', { reason: `kms: ${name}`, retryAfterSeconds: 2 });
};

/** KMS encrypts at most 4,096 bytes at once, and a QuickBooks token can be longer. */
const pieceBytes = 4096;
/** Not a base64 character. */
const seam = '.';

/** Creates an encryptor with the partner key, bound to organization, partner and purpose. Throws 503 if KMS fails. */
export const kmsPartnerEncryptor = (client: KMSClient, keyId: string): PartnerEncryptor => {
  const sealed = async (of: SecretOf, Plaintext: Uint8Array): Promise<string> => {
    const command = new EncryptCommand({ KeyId: keyId, Plaintext, EncryptionContext: contextOf(of) });
    const { CiphertextBlob } = await client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!CiphertextBlob) throw unavailable(new Error('NoCiphertext'));
    return Buffer.from(CiphertextBlob).toString('base64');
  };
  return {
    async seal(of, secret) {
      const bytes = Buffer.from(secret);
      const pieces: Promise<string>[] = [];
      for (let at = 0; at < bytes.length; at += pieceBytes)
        pieces.push(sealed(of, bytes.subarray(at, at + pieceBytes)));
      return (await Promise.all(pieces)).join(seam);
    },
  };
};

const keptMs = 5 * 60_000;
const maxKept = 200;

/** Creates a decryptor that caches for five minutes by ciphertext, which the caller has just read. Throws 503. */
export const kmsPartnerDecryptor = (client: KMSClient, keyId: string): PartnerDecryptor => {
  const cache = new Map<string, { secret: string; until: number }>();
  const opened = async (of: SecretOf, piece: string): Promise<Uint8Array> => {
    const command = new DecryptCommand({
      KeyId: keyId,
      CiphertextBlob: Buffer.from(piece, 'base64'),
      EncryptionContext: contextOf(of),
    });
    const { Plaintext } = await client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!Plaintext) throw unavailable(new Error('NoPlaintext'));
    return Plaintext;
  };
  return {
    async open(of, sealed) {
      const name = JSON.stringify([contextOf(of), sealed]);
      const known = cache.get(name);
      if (known && known.until > Date.now()) return known.secret;
      const pieces = await Promise.all(sealed.split(seam).map((piece) => opened(of, piece)));
      const secret = Buffer.concat(pieces).toString('utf8');
      if (cache.size >= maxKept) cache.clear();
      cache.set(name, { secret, until: Date.now() + keptMs });
      return secret;
    },
  };
};
