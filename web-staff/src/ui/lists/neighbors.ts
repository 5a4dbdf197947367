/** Rows that each list last showed, by path; in memory only. */
const shown = new Map<string, readonly string[]>();

export const rememberRows = (list: string, rows: readonly string[]): void => {
  shown.set(list, rows);
};

interface Place {
  /** From 1. */
  at: number;
  of: number;
  before: string | undefined;
  after: string | undefined;
}

/** Returns undefined if the record was opened another way. */
export const positionInList = (list: string, record: string): Place | undefined => {
  const rows = shown.get(list) ?? [];
  const at = rows.indexOf(record);
  return at < 0 || rows.length < 2
    ? undefined
    : { at: at + 1, of: rows.length, before: rows[at - 1], after: rows[at + 1] };
};
