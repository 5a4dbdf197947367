import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LikeCase } from '#domain/cases/case.schema.ts';
import { likenessOfCase, type PersonOfCase } from '#domain/cases/case-likeness.ts';
import { useApi } from '../../api/api-context.ts';
import { duplicatesQuery } from './queries.ts';

const debounceMs = 300;
const none: readonly LikeCase[] = [];

/** Cases that may be about the same person, 300 ms after the last key, once enough is known to compare by. */
export const useLikeCases = (person: PersonOfCase): readonly LikeCase[] => {
  const call = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(person), debounceMs);
  const asked = JSON.parse(settled) as PersonOfCase;
  const { data } = useQuery({ ...duplicatesQuery(call, asked), enabled: likenessOfCase(asked).length > 0 });
  return data ?? none;
};
