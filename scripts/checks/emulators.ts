import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../content-hash.ts';

/** Holds what `local/` and the adapters were when the tests of the local engines last passed; it is committed. */
const record = fileURLToPath(new URL('emulators-tested.txt', import.meta.url));
const current = (): string =>
  `${contentHash(['local', 'functions/platform/adapters', 'functions/signatures/client', 'functions/quickbooks/client', 'functions/google-calendar/client', 'package-lock.json'], '', true)}\n`;

/**
 * What stands under `local/` and in the adapters now: whether the tests of the local engines passed on it, and how to note
 * that they have. Read it before they run, so that what changes meanwhile is not taken for tested.
 */
export const emulatorsNow = (): { areTested: boolean; note: () => void } => {
  const now = current();
  return {
    areTested: existsSync(record) && readFileSync(record, 'utf8') === now,
    note: () => writeFileSync(record, now),
  };
};
