import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';

/** What the worker `envelope-care` needs from outside. */
export interface EnvelopeCareDependencies {
  table: Table;
  /** Seals what the trail says of people. */
  keyWrapper: KeyWrapper;
  now: () => Date;
}
