import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '../api/api-context.ts';
import { type Duplicates, findDuplicates } from './find-duplicates.ts';
import { customerKeys } from './keys.ts';

const queryKey = customerKeys.duplicates;

/** The last search for duplicates; it stays while somebody looks at one of the records and comes back. */
export const useDuplicates = () => {
  const call = useApi();
  const client = useQueryClient();
  const { data: found } = useQuery<Duplicates>({ queryKey, queryFn: skipToken });
  const running = useRef<AbortController>(undefined);
  const [searching, setSearching] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const isNew = !found;
  const begin = useEffectEvent(() => void (isNew && start()));
  // Looking changes nothing, so it needs no asking.
  useEffect(() => {
    begin();
    return () => running.current?.abort();
  }, []);

  const change = (next: (found: Duplicates) => Duplicates) =>
    client.setQueryData<Duplicates>(queryKey, (so) => so && next(so));
  const start = async () => {
    const run = new AbortController();
    const { signal } = run;
    running.current = run;
    setSearching(true);
    setProblem(undefined);
    try {
      await findDuplicates(call, { signal, onProgress: (so) => client.setQueryData(queryKey, so) });
    } catch (error) {
      if (!signal.aborted) setProblem(error);
    } finally {
      setSearching(false);
    }
  };
  return { found, searching, problem, start, stop: () => running.current?.abort(), change };
};
