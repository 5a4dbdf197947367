import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;
const unbound: Buffer = Buffer.alloc(0);

/** Returns the bytes encrypted with AES-256-GCM: nonce, tag and ciphertext, which decrypt only with the same `bound`. */
export const encrypt = (key: Buffer, plain: Uint8Array, bound = unbound): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

/** Returns the decrypted bytes; throws for another key, another `bound` or changed bytes. */
export const decrypt = (key: Buffer, bytes: Buffer, bound = unbound): Buffer => {
  // Otherwise shorter tags, which can be guessed, would be accepted.
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), options).setAAD(bound);
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
};
