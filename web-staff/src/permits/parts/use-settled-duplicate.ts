import { useDebouncedValue } from '@mantine/hooks';
import { comparableNumber } from '#domain/permits/permit.fields.ts';
import { duplicateCheckMs } from '#domain/permits/permit.rules.ts';

/** Returns whether a number that is being typed is another permit's, once typing pauses (D3 §4). */
export const useSettledDuplicate = (typed: unknown, otherNumbers: readonly string[]): boolean => {
  const number = comparableNumber(typed);
  const [settled] = useDebouncedValue(number, duplicateCheckMs);
  return number !== '' && settled === number && otherNumbers.some((other) => comparableNumber(other) === number);
};
