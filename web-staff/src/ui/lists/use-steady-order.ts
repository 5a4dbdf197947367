import { useState } from 'react';

/**
 * The rows in the order in which they were first seen: one that was just changed stays under the pointer, also where
 * the server would now sort it elsewhere. Rows that arrive later follow.
 */
export const useSteadyOrder = <Row extends { id: string }>(rows: readonly Row[]): readonly Row[] => {
  const [places] = useState(() => new Map<string, number>());
  for (const { id } of rows) if (!places.has(id)) places.set(id, places.size);
  const placeOf = ({ id }: Row): number => places.get(id) ?? places.size;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
};
