/** The records that each list showed last, by its path and in its order; in memory alone. */
const shown = new Map<string, readonly string[]>();

/** Keeps the addresses of the rows that a list shows. */
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

/** Where a record stands among the rows that its list showed last; undefined for one that came another way. */
export const positionInList = (list: string, record: string): Place | undefined => {
  const rows = shown.get(list) ?? [];
  const at = rows.indexOf(record);
  return at < 0 || rows.length < 2
    ? undefined
    : { at: at + 1, of: rows.length, before: rows[at - 1], after: rows[at + 1] };
};
