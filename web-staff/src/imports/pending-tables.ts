import type { FileTable } from './file-table.ts';

/** The files that were chosen since the page was loaded, by the import that each is for: too large for an address or a cache. */
export const pendingTables = new Map<string, FileTable>();
