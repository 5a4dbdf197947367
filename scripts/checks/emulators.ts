import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../content-hash.ts';

/** Holds what `local/` and the adapters were when the tests of the local engines last passed; it is committed. */
const record = fileURLToPath(new URL('emulators-tested.txt', import.meta.url));
const current = (): string => `${contentHash(['local', 'functions/adapters', 'package-lock.json'], '', true)}\n`;

/** Whether nothing has changed since the tests of the local engines passed. */
export const areEmulatorsTested = (): boolean => existsSync(record) && readFileSync(record, 'utf8') === current();

export const keepEmulatorsTested = (): void => writeFileSync(record, current());
