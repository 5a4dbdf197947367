export const readMe = (
  organization: string,
  at: Date,
): string => `${organization}: everything, as of ${at.toISOString()}

records/      One file for each kind of record, JSON Lines: each line is one record. Amounts are whole cents, days are
              YYYY-MM-DD, instants are in UTC. A case has its sections with their fields by name.
schemas/      What a line of each of these files says, as JSON Schema.
tables/       Cases, customers and payments as spreadsheets open them.
documents/    Every document under the number of its case. records/documents.jsonl says what each is.
audit/        Who did what, when. entries.jsonl has each entry twice: opened, and as it is kept ("stored"). batches.jsonl
              are the seals over them, each over the one before. proof.json says what Stillwater found when it verified
              the seals with its own key.
              node audit/verify.mjs      works them out anew, without Stillwater: an entry that was changed, left out or
              put in later is named. What fields held of people lies encrypted in "stored", under keys that stay with
              Stillwater: of these the seal proves who changed which fields when, and not the words.
manifest.json Each file with its size, its lines and its SHA-256.

Not in here: Social Security numbers and check numbers, of which the last digits alone are told; each is shown on the screen
of its case or payment, and put on record as shown. Passwords, keys and links, and the pictures of homes. Photos that identify someone in
care. Records that were deleted, but for what the history says of them. What was changed while the archive was made may be as it was before or after.

This archive says much about families and their dead. Keep it where few can read it, and no longer than you need it.
`;

const reading = `// node audit/verify.mjs — works out the seals over the audit trail anew. It needs Node and nothing else.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const here = (name) => new URL(name, import.meta.url);
const lines = (name) => readFileSync(here(name), 'utf8').split('\\n').filter(Boolean).map((line) => JSON.parse(line));
const canonical = (value) => {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return '{' + pairs.map(([key, inner]) => JSON.stringify(key) + ':' + canonical(inner)).join(',') + '}';
};
const sha256 = (value) => createHash('sha256').update(canonical(value)).digest('base64url');
// What is read of an entry has to be what its seal is of. What it says of people lies sealed in "stored": of that, the fields are named.
const besides = ['trail', 'position', 'forgotten', 'stored', 'changes'];
const named = (changes) => changes.map(({ field }) => field);
const isAsStored = ({ stored, changes, ...line }) =>
  Object.keys(line).every((name) => besides.includes(name) || canonical(line[name]) === canonical(stored[name])) &&
  ('sealed' in stored && !line.forgotten
    ? canonical(named(changes)) === canonical(named(stored.changes))
    : canonical(changes) === canonical(stored.changes));
`;

const checking = `
const proof = JSON.parse(readFileSync(here('proof.json'), 'utf8'));
const entries = new Map(lines('entries.jsonl').map((line) => [line.trail + ' ' + line.stored.sk, line]));
const problems = [];
for (const [name, line] of entries) if (!isAsStored(line)) problems.push('an entry says something else than was kept: ' + name);
let previous = '';
let sealed = 0;
let batches = 0;
for (const { digest, signature, pk, sk, ...batch } of lines('batches.jsonl')) {
  const { sequence, through, entries: held, trails } = batch;
  batches += 1;
  if (sequence !== batches) problems.push('batch ' + batches + ' is missing');
  if (batch.previous !== previous) problems.push('batch ' + sequence + ' does not follow the one before');
  if (sha256({ sequence, previous: batch.previous, through, entries: held, trails }) !== digest)
    problems.push('batch ' + sequence + ' was changed');
  previous = digest;
  for (const one of held) {
    const name = one.trail + ' ' + one.sk;
    const entry = entries.get(name);
    if (!entry) problems.push('an entry is missing: ' + name);
    else if (sha256(entry.stored) !== one.hash) problems.push('an entry was changed: ' + name);
    else sealed += 1;
    entries.delete(name);
  }
}
if (batches !== proof.batches || previous !== proof.digest_of_the_last) problems.push('the chain does not end as proof.json says');
// An entry comes under its seal within minutes.
const settled = batches ? new Date(Date.parse(proof.sealed_through.slice(0, 24)) - 900000).toISOString() : '';
for (const [name, { position }] of entries)
  if (position < settled) problems.push('an entry was put in later: ' + name);
console.log(sealed + ' entries are what was sealed in ' + batches + ' batches; ' + entries.size + ' were too young to be sealed.');
for (const problem of problems) console.log('NOT SO: ' + problem);
process.exitCode = problems.length ? 1 : 0;
`;

/** A script that verifies the seals of the audit log with Node only. */
export const verifier = reading + checking;
