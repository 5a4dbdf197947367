import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#web-kit/api-context.ts';
import { statesQuery } from '#web-kit/common-data.ts';
import { type CustomerSection, customerSections, stateOptions } from './customer-fields.ts';

/** The form's sections, with the states that the common data knows. */
export const useCustomerSections = (): readonly CustomerSection[] => {
  const call = useApi();
  const states = useQuery(statesQuery(call, 'US')).data?.list;
  return useMemo(() => customerSections(stateOptions(states ?? [])), [states]);
};
