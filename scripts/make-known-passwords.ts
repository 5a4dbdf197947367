import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bitsOf, filterBits } from '#domain/shared/values/known-passwords.ts';

/**
 * Writes the filter in domain/shared/values/known-password-bits.ts from a list of passwords, the most used first, one
 * per line: `node scripts/make-known-passwords.ts LIST`. The committed filter is from the million most used of the ten
 * million that Mark Burnett published.
 */
const counted = 10_000;
const [, , list] = process.argv;
if (!list) throw new Error('Name the list');

const fitting = readFileSync(list, 'utf8')
  .split(/\r?\n/)
  .filter((line) => line.length >= 8 && /[A-Z]/.test(line) && /[a-z]/.test(line) && /\d/.test(line))
  .map((line) => line.toLowerCase());
const known = [...new Set(fitting)].slice(0, counted);
const bytes = Buffer.alloc(filterBits / 8);
for (const password of known)
  for (const bit of bitsOf(password)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
writeFileSync(
  fileURLToPath(new URL('../domain/shared/values/known-password-bits.ts', import.meta.url)),
  `/** Bits of ${known.length} passwords, which cannot be read back (scripts/make-known-passwords.ts). */\nexport const knownPasswordBits =\n  '${bytes.toString('base64')}';\n`,
);
process.stdout.write(`${known.length} passwords\n`);
