import { breachedPasswordFilterBits } from './known-password-bits.ts';
import { commonPassword, isCommonPassword } from './password.ts';

/** How many bits there are to set: sixteen for each of ten thousand passwords. */
export const filterBits = 160_000;
const hashes = 11;

/** FNV-1a over UTF-16 units, its bits stirred once more. It hides nothing: it only has to spread. */
const spread = (text: string, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** The bits that stand for a password, whatever the case of its letters. */
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
 * Why a password is refused that is one of the ten thousand most used ones from breaches which the policy would let pass, or a
 * well-known word with what people put around it (ASVS 6.2.4, 6.2.12); undefined for any other. Of 1,500 others one is taken
 * for such.
 */
export const knownPassword = (typed: string): string | undefined =>
  isCommonPassword(typed) || bitsOf(typed).every(isSet) ? commonPassword : undefined;
