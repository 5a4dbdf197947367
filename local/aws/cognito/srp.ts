import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

// Server half of SRP-6a as in Cognito: group 15 of RFC 3526, g = 2, SHA-256.
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;
const k = hashOfHex(padded(N) + padded(g));

interface PasswordVerifier {
  salt: string;
  verifier: string;
}

/** Binds a password: the pool's name (after the `_` of its id) and the user's id. */
interface SrpIdentity {
  poolName: string;
  userId: string;
}

export interface SrpExchange {
  clientPublic: string;
  serverPublic: string;
  serverPrivate: bigint;
  verifier: string;
}

export function createVerifier(identity: SrpIdentity, password: string): PasswordVerifier {
  const salt = randomBytes(16).toString('hex');
  return { salt, verifier: power(g, privateKey(identity, password, salt)).toString(16) };
}

export function passwordFits(identity: SrpIdentity, password: string, stored: PasswordVerifier): boolean {
  return sameText(power(g, privateKey(identity, password, stored.salt)).toString(16), stored.verifier);
}

export function openExchange(stored: PasswordVerifier, clientPublic: string): SrpExchange {
  const serverPrivate = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const serverPublic = (k * BigInt(`0x${stored.verifier}`) + power(g, serverPrivate)) % N;
  return { clientPublic, serverPublic: serverPublic.toString(16), serverPrivate, verifier: stored.verifier };
}

/** The client's proof of the password. `secretBlock` and `signature` are base64, `timestamp` as received. */
interface PasswordClaim {
  secretBlock: string;
  timestamp: string;
  signature: string;
}

export function claimHolds(identity: SrpIdentity, exchange: SrpExchange, claim: PasswordClaim): boolean {
  const A = BigInt(`0x${exchange.clientPublic}`);
  const u = hashOfHex(padded(A) + padded(BigInt(`0x${exchange.serverPublic}`)));
  const secret = power(A * power(BigInt(`0x${exchange.verifier}`), u), exchange.serverPrivate);
  const key = hkdfSync('sha256', bytesOf(secret), bytesOf(u), 'Caldera Derived Key', 16);
  const expected = createHmac('sha256', Buffer.from(key))
    .update(identity.poolName)
    .update(identity.userId)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest('base64');
  return sameText(expected, claim.signature);
}

function privateKey({ poolName, userId }: SrpIdentity, password: string, salt: string): bigint {
  const credentials = createHash('sha256').update(`${poolName}${userId}:${password}`).digest('hex');
  return hashOfHex(padded(BigInt(`0x${salt}`)) + credentials);
}

// Numbers are hashed as signed big-endian bytes, so a set top bit needs a leading zero byte.
function padded(value: bigint): string {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(padded(value), 'hex');
}

function hashOfHex(hex: string): bigint {
  return BigInt(`0x${createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')}`);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
