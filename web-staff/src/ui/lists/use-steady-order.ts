import { useState } from 'react';

/**
 * Returns rows in the order first seen: a row just changed stays in place even if the server would sort it elsewhere.
 * New rows follow.
 */
export const useStableOrder = <Row extends { id: string }>(rows: readonly Row[]): readonly Row[] => {
  const [ranks] = useState(() => new Map<string, number>());
  for (const { id } of rows) if (!ranks.has(id)) ranks.set(id, ranks.size);
  const rankOf = ({ id }: Row): number => ranks.get(id) ?? ranks.size;
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
};
