import { useState } from 'react';

export interface RowSelection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  setAll: (isSelected: boolean) => void;
  clear: () => void;
  /** Deselects the others. */
  keep: (isKept: (id: string) => boolean) => void;
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Rows that disappear are deselected, so that nothing happens to invisible ones; `page` identifies the page, for
 * example its query.
 */
export const useRowSelection = (rows: readonly { id: string }[], page: string): RowSelection => {
  const [ticked, setTicked] = useState({ page, ids: nobody });
  const shown = new Set(rows.map(({ id }) => id));
  const ids = ticked.page === page ? new Set([...ticked.ids].filter((id) => shown.has(id))) : nobody;
  const become = (next: ReadonlySet<string>) => setTicked({ page, ids: next });
  return {
    ids,
    toggle: (id) => become(ids.has(id) ? new Set([...ids].filter((otherId) => otherId !== id)) : new Set([...ids, id])),
    setAll: (isSelected) => become(isSelected ? shown : nobody),
    clear: () => become(nobody),
    keep: (isKept) => become(new Set([...ids].filter(isKept))),
  };
};
