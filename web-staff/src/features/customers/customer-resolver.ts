import type { Resolver } from 'react-hook-form';
import type { FormValues } from '../../ui/fields/field-control.tsx';
import { problemsOf } from './customer-values.ts';

/** The domain's rules as the form asks them. */
export const customerResolver: Resolver<FormValues> = (values) => {
  const problems = [...problemsOf(values)];
  const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]));
  return problems.length > 0 ? { values: {}, errors } : { values, errors: {} };
};
