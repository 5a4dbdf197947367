import { useMemo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { FormField } from '#domain/shared/forms/field.ts';
import type { FormValues } from '../fields/field-control.tsx';
import type { AnyRecordForm } from './record-form.ts';

/** How many fields of a section are changed and how many are wrong; a key pressed elsewhere does not draw it anew. */
export const useSectionCounts = ({ methods, changedIn }: AnyRecordForm, fields: readonly FormField[]) => {
  const { control } = methods;
  const names = useMemo(() => fields.map(({ name }) => name), [fields]);
  const { errors } = useFormState({ control, name: names });
  const changed = useWatch({
    control,
    compute: (values: FormValues) => changedIn(values).filter(({ name }) => names.includes(name)).length,
  });
  return { changed, wrong: names.filter((name) => errors[name]).length };
};
