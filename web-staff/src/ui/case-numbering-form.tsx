import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { useApi } from '#web-kit/api-context.ts';
import { ErrorState, RowsSkeleton } from '#web-kit/states.tsx';
import { toastFailure, toastSuccess } from '#web-kit/toasts.tsx';
import classes from './case-numbering-form.module.css';
import { NumberingPreview } from './case-numbering-preview.tsx';
import { type Numbering, type NumberingValues, readNumbering, valuesOfNumbering } from './case-numbering-values.ts';
import formClasses from './home-form.module.css';
import { useUnsavedChanges } from './unsaved-changes.tsx';

interface CaseNumberingFormProps {
  homeId: string;
  submitLabel?: string;
  /** Whether it can be submitted as it stands, to say that everything is right. */
  submitsUnchanged?: boolean;
  /** Buttons in front of the submit button. */
  aside?: ReactNode;
  onSaved?: () => void;
}

const queryKeyOf = (homeId: string) => ['case-numbering', homeId] as const;

/** How a home numbers its cases, with the next numbers as they would be. */
export const CaseNumberingForm = (props: CaseNumberingFormProps) => {
  const { homeId } = props;
  const call = useApi();
  const query = useQuery({
    queryKey: queryKeyOf(homeId),
    queryFn: ({ signal }) => call(funeralHomeEndpoints.caseNumbering, { params: { id: homeId } }, { signal }),
    placeholderData: keepPreviousData,
    // Cases that are opened meanwhile move the count, but not what is being typed.
    refetchOnWindowFocus: false,
  });
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={5} height={61} />;
  return <Form key={homeId} {...props} stored={query.data} />;
};

const digits = Array.from({ length: 8 }, (_, index) => index + 1);
const digitOptions = digits.map((count) => ({
  value: String(count),
  label: `${count} ${count === 1 ? 'digit' : 'digits'} (${'7'.padStart(count, '0')})`,
}));

const Form = (props: CaseNumberingFormProps & { stored: Numbering }) => {
  const { homeId, stored, submitLabel = 'Save Changes', submitsUnchanged = false, aside, onSaved } = props;
  const call = useApi();
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOfNumbering(stored));
  const [values, setValues] = useState(base);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const { settings, problems } = readNumbering(values, base.next_value);
  const dirty = Object.entries(base).some(([name, value]) => values[name as keyof NumberingValues] !== value);
  const guard = useUnsavedChanges(dirty);

  const update = useMutation({
    mutationFn: (body: NonNullable<typeof settings>) =>
      call(funeralHomeEndpoints.updateCaseNumbering, { params: { id: homeId }, body }),
    onSuccess: async (numbering) => {
      const next = valuesOfNumbering(numbering);
      setBase(next);
      setValues(next);
      client.setQueryData(queryKeyOf(homeId), numbering);
      toastSuccess('Case numbering saved');
      // The home's version has moved with it.
      await Promise.all([
        client.invalidateQueries({ queryKey: ['funeral-homes'] }),
        client.invalidateQueries({ queryKey: ['current-user'] }),
      ]);
      guard.letGo();
      onSaved?.();
    },
    onError: (error) => {
      const fields = error instanceof ApiError && error.status === 400 ? fieldErrors(error.body) : {};
      if (Object.keys(fields).length > 0) setRefused(fields);
      else toastFailure(error);
    },
  });

  const set = (change: Partial<NumberingValues>) => {
    setValues({ ...values, ...change });
    setRefused({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (update.isPending || !settings) return;
    if (dirty) update.mutate(settings);
    else onSaved?.();
  };
  /** What is wrong with a field that was touched, or with any after a try. */
  const errorOf = (name: keyof NumberingValues): string | undefined =>
    refused[name]?.[0] ?? (tried || values[name] !== base[name] ? problems[name] : undefined);
  const line = (name: 'pattern' | 'prefix' | 'location_code' | 'next_value', label: string, help: string) => (
    <TextInput
      label={label}
      description={help}
      value={values[name]}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      inputMode={name === 'next_value' ? 'numeric' : undefined}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={errorOf(name)}
    />
  );

  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.columns}>
        <div className={classes.fields}>
          {line('prefix', 'Prefix', 'Stands for {PREFIX}')}
          {line('location_code', 'Location code', 'Stands for {LOCATION}')}
          <div className={classes.wide}>
            {line('pattern', 'Pattern', 'Text with {PREFIX}, {LOCATION}, {YEAR} or {YY}, and {SEQ} for the count')}
          </div>
          <NativeSelect
            label="Length of the count"
            description="Stands for {SEQ}, filled up with zeros"
            value={values.padding}
            data={digitOptions}
            onChange={(event) => set({ padding: event.currentTarget.value })}
            error={errorOf('padding')}
          />
          {line('next_value', 'Next count', 'What the next case gets')}
          <Checkbox
            className={classes.wide}
            label="Begin again with 1 every year"
            checked={values.reset_yearly}
            onChange={(event) => set({ reset_yearly: event.currentTarget.checked })}
          />
        </div>
        <NumberingPreview homeId={homeId} settings={settings} />
      </div>
      <div className={formClasses.foot}>
        {aside}
        <Button type="submit" disabled={!dirty && !submitsUnchanged} loading={update.isPending}>
          {submitLabel}
        </Button>
      </div>
      {guard.dialog}
    </form>
  );
};
