import type { KMSClient } from '@aws-sdk/client-kms';
import { kmsDecrypt, kmsEncrypt } from './kms.ts';

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
      pieces.push(kmsEncrypt(client, keyId, bytes.subarray(at, at + pieceBytes), contextOf(of)));
    return (await Promise.all(pieces)).join(seam);
  },
});

const retentionMs = 5 * 60_000;
const maxCached = 200;

/** Creates a decryptor that caches for five minutes by ciphertext, which the caller has just read. Throws 503. */
export const kmsPartnerDecryptor = (client: KMSClient, keyId: string): PartnerDecryptor => {
  const cache = new Map<string, { secret: string; until: number }>();
  return {
    async open(of, sealed) {
      const name = JSON.stringify([contextOf(of), sealed]);
      const known = cache.get(name);
      if (known && known.until > Date.now()) return known.secret;
      const pieces = await Promise.all(
        sealed.split(seam).map((piece) => kmsDecrypt(client, keyId, piece, contextOf(of))),
      );
      const secret = Buffer.concat(pieces).toString('utf8');
      if (cache.size >= maxCached) cache.clear();
      cache.set(name, { secret, until: Date.now() + retentionMs });
      return secret;
    },
  };
};
