import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { caseDuplicateKeys, type PersonOfCase } from '#domain/cases/case-validation.ts';
import { useApi } from '../../api/api-context.ts';
import { duplicatesQuery } from '../queries.ts';

const debounceMs = 300;
const none: readonly PossibleDuplicateCase[] = [];

/** Returns possible duplicates, 300 ms after the last key, once there is enough to compare. */
export const useDuplicateCases = (person: PersonOfCase): readonly PossibleDuplicateCase[] => {
  const call = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(person), debounceMs);
  const asked = JSON.parse(settled) as PersonOfCase;
  const { data } = useQuery({ ...duplicatesQuery(call, asked), enabled: caseDuplicateKeys(asked).length > 0 });
  return data ?? none;
};
