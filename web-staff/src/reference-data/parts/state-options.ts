import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import type { FieldOption } from '#domain/shared/forms/field.ts';
import { statesOf } from '#domain/shared/reference-data/countries-and-states.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { type State, territories } from '#domain/shared/values/us-state.ts';
import { useApi } from '../../api/api-context.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';

const timeoutMs = 10_000;
const delaysMs = [1000, 2000];
const day = 24 * 3_600_000;

interface CommonList<T> {
  list: readonly T[];
  /** False for a fallback, which is requested again. */
  fresh: boolean;
}

interface Asked<T> {
  what: string;
  ask: (signal: AbortSignal) => Promise<unknown>;
  schema: z.ZodType<readonly T[]>;
  /** The previous response, of any age. */
  stale: CommonList<T> | undefined;
  fallback: readonly T[];
  signal: AbortSignal;
}

/** Returns what to do about a failed attempt (D1 §8); final errors are not retried. */
const remedyFor = (error: unknown): 'fallback' | 'stale' | 'retry' => {
  if (!(error instanceof ApiError)) return 'retry';
  const { status } = error;
  if (status === 404) return 'fallback';
  const isNotJson = status >= 200 && status < 300;
  return status === 401 || status === 403 || isNotJson ? 'stale' : 'retry';
};

const inTime = async <T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const giveUp = () => late.abort();
  signal.addEventListener('abort', giveUp);
  try {
    return await ask(late.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
};

/** Tries three times, 1 and 2 seconds apart, 10 seconds each; then uses the previous response or the fallback. */
const readCommonList = async <T>(asked: Asked<T>): Promise<CommonList<T>> => {
  const { what, ask, schema, stale, signal } = asked;
  const fallback = { list: asked.fallback, fresh: false };
  const known = stale ? { list: stale.list, fresh: false } : fallback;
  for (const delay of [...delaysMs, undefined]) {
    try {
      const body = await inTime(ask, signal);
      if (body === undefined) return fallback;
      const read = schema.safeParse(body);
      return read.success ? { list: read.data, fresh: true } : known;
    } catch (error) {
      signal.throwIfAborted();
      const remedy = remedyFor(error);
      if (remedy === 'fallback') {
        console.warn(`(console) No list of ${what}; using the built-in one.`);
        return fallback;
      }
      if (remedy === 'stale') return known;
      if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return known;
};

/** Cached in memory, requested again after 24 hours (D1 §9). */
const kept = {
  staleTime: ({ state }: { state: { data: CommonList<unknown> | undefined } }) => (state.data?.fresh ? day : 0),
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
} as const;

/** States or provinces of a country; built-in ones until the server responds. */
export const statesQuery = (call: Call, country: string) => {
  const { states } = referenceDataEndpoints;
  const queryKey = ['common', 'states', country] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      readCommonList({
        what: 'states',
        ask: (limit) => call(states, { query: { country } }, { signal: limit }),
        schema: states.response,
        stale: client.getQueryData<CommonList<z.output<typeof states.response>[number]>>(queryKey),
        fallback: statesOf(country),
        signal,
      }),
    placeholderData: { list: statesOf(country), fresh: false },
    ...kept,
  });
};

const beyondTheStates = new Set(territories.map(({ code }) => code));

/** Sorted by name: the documented 50, or also DC and the territories. */
export const stateOptions = (states: readonly State[], withTerritories: boolean): FieldOption[] =>
  [...states.filter(({ code }) => !beyondTheStates.has(code)), ...(withTerritories ? territories : [])]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ code, name }) => ({ value: code, label: name }));

/** Includes DC and the territories if the user's home has set it, unless specified. */
export const useStateOptions = (withTerritories?: boolean): readonly FieldOption[] => {
  const call = useApi();
  const { include_territories } = useCurrentUser().funeral_home_details;
  const offered = withTerritories ?? include_territories;
  const states = useQuery(statesQuery(call, 'US')).data?.list;
  return useMemo(() => stateOptions(states ?? [], offered), [states, offered]);
};
