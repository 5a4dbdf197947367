import { breachedPasswordFilterBits } from './known-password-bits.ts';
import { commonPassword, isCommonPassword } from './password.ts';

/** Sixteen bits for each of 10,000 passwords. */
export const filterBits = 160_000;
const hashes = 11;

/** FNV-1a over UTF-16 units with a final mix. It need not be secure, only spread evenly. */
const spread = (text: string, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** Returns the filter bits of a password, ignoring letter case. */
export const bitsOf = (password: string): number[] => {
  const text = password.toLowerCase();
  const [from, step] = [spread(text, 0x811c9dc5), (spread(text, 0x9747b28c) | 1) >>> 0];
  return Array.from({ length: hashes }, (_, at) => (from + at * step) % filterBits);
};

let kept: string | undefined;
const isSet = (bit: number): boolean => {
  kept ??= atob(breachedPasswordFilterBits);
  return ((kept.charCodeAt(bit >> 3) >> (bit & 7)) & 1) === 1;
};

/**
 * Returns why a password is rejected: it is among the 10,000 most common breached passwords, or a known word with
 * common additions (ASVS 6.2.4, 6.2.12). About 1 of 1,500 others is rejected by mistake.
 */
export const knownPassword = (typed: string): string | undefined =>
  isCommonPassword(typed) || bitsOf(typed).every(isSet) ? commonPassword : undefined;
