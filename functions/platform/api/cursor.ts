import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { invalid } from '#domain/shared/contract/errors.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import type { Call, Cursor } from './call.ts';

const ivBytes = 12;
const tagBytes = 16;
const field = 'cursor';

/** What a cursor is bound to: who asks, which call, and everything that is asked but the cursor itself. */
const boundTo = ({ actor, handler: { row }, input }: Call): Buffer =>
  Buffer.from(sortedJson([actor?.id ?? 'public', row.method, row.path, input], new Set([field])));

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'stillwater', 'cursor', 32));

const opened = (secret: string, bytes: Buffer, bound: Buffer): string | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivBytes));
    decipher.setAAD(bound).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return `${decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
  } catch {
    return undefined;
  }
};

/**
 * Cursors of one call, sealed under a key made of the secret that every function of the API has. While that is rotated
 * the previous one opens too, and a walk goes on.
 */
export const cursorOf = (call: Call, secrets: () => Promise<readonly string[]>): Cursor => ({
  async seal(position) {
    const [current] = await secrets();
    if (current === undefined) throw new Error('no secret to seal a cursor with');
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv).setAAD(boundTo(call));
    const body = Buffer.concat([cipher.update(position, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  },
  async open(cursor, refusal = 'Invalid cursor') {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.byteLength <= ivBytes + tagBytes) throw invalid({ [field]: [refusal] });
    for (const secret of await secrets()) {
      const position = opened(secret, bytes, boundTo(call));
      if (position !== undefined) return position;
    }
    throw invalid({ [field]: [refusal] });
  },
});
