import { useMemo } from 'react';
import { Customer, NewCustomer } from '#domain/customers/customer.schema.ts';
import { useStateOptions } from '../reference-data/parts/state-options.ts';
import type { RecordFormOptions } from '../ui/record-form/record-form.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { type CustomerSection, customerSections } from './customer-fields.ts';
import { unchangedEntry, valuesOf } from './customer-values.ts';

/** The form's sections, with the states that the common data knows and the home offers. */
const useCustomerSections = (): readonly CustomerSection[] => {
  const states = useStateOptions();
  return useMemo(() => customerSections(states), [states]);
};

type Settings = Omit<RecordFormOptions<Customer>, 'fields' | 'recordSchema' | 'versionOf' | 'valuesOf' | 'rules'>;

/** The form of a customer, or of one to be made, with its sections. */
export const useCustomerForm = (settings: Settings) => {
  const sections = useCustomerSections();
  const form = useRecordForm<Customer>({
    fields: sections.flatMap(({ fields }) => fields),
    recordSchema: Customer,
    versionOf: ({ version }) => version,
    valuesOf,
    rules: () => NewCustomer,
    unchanged: unchangedEntry,
    mode: 'all',
    ...settings,
  });
  return { sections, form };
};
