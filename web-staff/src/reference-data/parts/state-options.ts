import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldOption } from '#domain/shared/forms/field.ts';
import { type State, territories } from '#domain/shared/values/us-state.ts';
import { useApi } from '../../api/api-context.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { statesQuery } from '../queries.ts';

const beyondTheStates = new Set(territories.map(({ code }) => code));

/** States as a form offers them, by name: the documented 50, or with DC and the territories among them. */
export const stateOptions = (states: readonly State[], withTerritories: boolean): FieldOption[] =>
  [...states.filter(({ code }) => !beyondTheStates.has(code)), ...(withTerritories ? territories : [])]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ code, name }) => ({ value: code, label: name }));

/** The states of a form; DC and the territories as the signed-in person's home has set it, unless told otherwise. */
export const useStateOptions = (withTerritories?: boolean): readonly FieldOption[] => {
  const call = useApi();
  const { include_territories } = useCurrentUser().funeral_home_details;
  const offered = withTerritories ?? include_territories;
  const states = useQuery(statesQuery(call, 'US')).data?.list;
  return useMemo(() => stateOptions(states ?? [], offered), [states, offered]);
};
