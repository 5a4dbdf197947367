import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../content-hash.ts';

/** Committed hash of `local/` and the adapters at the last successful test of the emulators. */
const record = fileURLToPath(new URL('emulators-tested.txt', import.meta.url));
const current = (): string =>
  `${contentHash(['local', 'functions/platform/adapters', 'functions/signatures/client', 'functions/quickbooks/client', 'functions/google-calendar/client', 'package-lock.json'], '', true)}\n`;

/**
 * Returns whether the emulators' tests passed on the current code, and a function that records that they did. Call it
 * before the tests, so that a change during the run does not count as tested.
 */
export const emulatorsNow = (): { areTested: boolean; note: () => void } => {
  const now = current();
  return {
    areTested: existsSync(record) && readFileSync(record, 'utf8') === now,
    note: () => writeFileSync(record, now),
  };
};
