import { useState } from 'react';

/** Which rows of the page are ticked. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** All rows of the page, or none. */
  setAll: (wanted: boolean) => void;
  clear: () => void;
  /** Unticks the others. */
  keep: (isKept: (id: string) => boolean) => void;
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Ticks of the rows on screen. Rows that are no longer shown are not ticked any more, so that nothing can happen to
 * what nobody sees; `page` names the page, such as its query.
 */
export const useRowSelection = (rows: readonly { id: string }[], page: string): RowSelection => {
  const [ticked, setTicked] = useState({ page, ids: nobody });
  const shown = new Set(rows.map(({ id }) => id));
  const ids = ticked.page === page ? new Set([...ticked.ids].filter((id) => shown.has(id))) : nobody;
  const become = (next: ReadonlySet<string>) => setTicked({ page, ids: next });
  return {
    ids,
    toggle: (id) => become(ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])),
    setAll: (wanted) => become(wanted ? shown : nobody),
    clear: () => become(nobody),
    keep: (isKept) => become(new Set([...ids].filter(isKept))),
  };
};
