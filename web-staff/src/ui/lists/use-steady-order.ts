import { useState } from 'react';

/**
 * The rows in the order in which they were first seen: one that was just changed stays under the pointer, also where
 * the server would now sort it elsewhere. Rows that arrive later follow.
 */
export const useStableOrder = <Row extends { id: string }>(rows: readonly Row[]): readonly Row[] => {
  const [ranks] = useState(() => new Map<string, number>());
  for (const { id } of rows) if (!ranks.has(id)) ranks.set(id, ranks.size);
  const rankOf = ({ id }: Row): number => ranks.get(id) ?? ranks.size;
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
};
