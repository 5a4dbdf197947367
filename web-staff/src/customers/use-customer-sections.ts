import { useMemo } from 'react';
import { useStateOptions } from '../reference-data/parts/state-options.ts';
import { type CustomerSection, customerSections } from './customer-fields.ts';

/** The form's sections, with the states that the common data knows and the home offers. */
export const useCustomerSections = (): readonly CustomerSection[] => {
  const states = useStateOptions();
  return useMemo(() => customerSections(states), [states]);
};
