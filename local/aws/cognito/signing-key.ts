import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { writeDurably } from '../durable-file.ts';

interface PublicJwk extends JsonWebKey {
  kid: string;
}

export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: PublicJwk;
}

/** The pool's RS256 key: made at the first start, kept in a file that its owner alone can read. */
export async function loadSigningKey(path: string): Promise<SigningKey> {
  if (!existsSync(path)) {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    writeDurably(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  chmodSync(path, 0o600);
  const privateKey = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, jwk: toJwk(publicKey) };
}

// The key id is the thumbprint of RFC 7638, so that it needs no storage.
function toJwk(publicKey: KeyObject): PublicJwk {
  const { e, n, kty } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { alg: 'RS256', e, kid, kty, n, use: 'sig' } as PublicJwk;
}
