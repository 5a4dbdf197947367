import { createHmac, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;

/** A new shared secret of 256 bits in base32 without padding, as Cognito's `SecretCode`. */
export function createTotpSecret(): string {
  return [...randomBytes(52)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** The six digits an authenticator app shows at that moment (RFC 6238: SHA-1, 30 s). */
export function totpCode(secret: string, at: Date): string {
  return codeOfStep(secret, stepAt(at));
}

/** The time step whose code this is: the current one or a neighbour; undefined when the code is wrong. */
export function matchingTotpStep(secret: string, code: string, at: Date): number | undefined {
  const step = stepAt(at);
  return [step, step - 1, step + 1].find((candidate) => codeOfStep(secret, candidate) === code);
}

function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
