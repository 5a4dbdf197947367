import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { codeLetters, codeText, unambiguousAlphabet } from '#domain/families/family-code.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';

const drawn = (count: number): string =>
  Array.from({ length: count }, () => unambiguousAlphabet[randomInt(unambiguousAlphabet.length)]).join('');

/** A new report reference such as `R-7K3M-9QTX`: about 2·10¹¹ of them. */
export const newReference = (): string => `R-${drawn(4)}-${drawn(4)}`;

/** A new code such as `7K3MQ-9TXRD`, short enough to be typed from paper. It is kept as a hash alone. */
export const newCode = (): string => codeText(drawn(codeLetters));

export const hashOfCode = (code: string): string => sha256(code);

/** The hash of a code that nobody has: it closes. */
export const unmatchableHash = (): string => sha256(randomBytes(32).toString('base64url'));

/** Whether what somebody gave is one of the codes with these hashes. The time it takes tells nothing of them. */
export const isCode = (given: string, hashes: readonly string[]): boolean => {
  // Links from before codes could be typed carry a longer secret, in which capitals matter.
  const tried = [given, codeText(given)].map((one) => Buffer.from(hashOfCode(one)));
  return tried.flatMap((one) => hashes.map((hash) => timingSafeEqual(one, Buffer.from(hash)))).includes(true);
};
