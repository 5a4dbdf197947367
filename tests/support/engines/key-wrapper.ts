import { createHash, randomBytes } from 'node:crypto';
import type { KeyWrapper, Subject } from '#functions/platform/store/subject-keys.ts';

const maskOf = (subject: Subject): Buffer => createHash('sha256').update(JSON.stringify(subject)).digest();
const masked = (subject: Subject, bytes: Buffer): Buffer => {
  const mask = maskOf(subject);
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
};

export const testKeyWrapper: KeyWrapper = {
  async create(subject) {
    const key = randomBytes(32);
    return { key, wrapped: masked(subject, key).toString('base64') };
  },
  open: async (subject, wrapped) => masked(subject, Buffer.from(wrapped, 'base64')),
};
