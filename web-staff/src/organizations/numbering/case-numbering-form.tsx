import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { caseNumberTokens, type NumberingSettings } from '#domain/cases/case-number.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { caseKeys } from '../../cases/keys.ts';
import { profileKeys } from '../../team/profile/keys.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { showFieldErrors } from '../../ui/feedback/field-errors.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';
import { funeralHomeKeys } from '../homes/keys.ts';
import formClasses from '../parts/home-form.module.css';
import { caseNumberingKeys, caseNumberingQuery } from '../queries.ts';
import classes from './case-numbering-form.module.css';
import {
  type Numbering,
  type NumberingValues,
  readNumbering,
  sameNumbering,
  valuesOfNumbering,
} from './case-numbering-values.ts';
import '@mantine/core/styles/Switch.css';

const meanings: Record<(typeof caseNumberTokens)[number], string> = {
  '{PREFIX}': 'the prefix',
  '{YEAR}': 'the year, four digits',
  '{YY}': 'the year, two digits',
  '{LOCATION}': 'the location code',
  '{SEQ}': 'the sequence number',
};

const insertAt = (
  text: string,
  inserted: string,
  [from, to]: readonly [number, number],
): { text: string; caret: number } => ({
  text: text.slice(0, from) + inserted + text.slice(to),
  caret: from + inserted.length,
});

interface TokenButtonsProps {
  pattern: string;
  onInsert: (token: string) => void;
}

const TokenButtons = ({ pattern, onInsert }: TokenButtonsProps) => (
  <fieldset className={classes.tokens} aria-label="Add to the pattern">
    {caseNumberTokens.map((token) => (
      <button
        key={token}
        type="button"
        className={classes.token}
        title={`Add ${meanings[token]}`}
        aria-label={`Add ${token}, ${meanings[token]}`}
        disabled={pattern.includes(token)}
        onClick={() => onInsert(token)}
      >
        {token}
      </button>
    ))}
  </fieldset>
);

const digits = Array.from({ length: 8 }, (_, index) => index + 1);
const digitOptions = digits.map((count) => ({
  value: String(count),
  label: `${count} ${count === 1 ? 'digit' : 'digits'} (${'7'.padStart(count, '0')})`,
}));

interface NumberingFieldsProps {
  values: NumberingValues;
  counting: number;
  onChange: (change: Partial<NumberingValues>) => void;
  errorOf: (name: keyof NumberingValues) => string | undefined;
}

const NumberingFields = ({ values, counting, onChange, errorOf }: NumberingFieldsProps) => {
  const pattern = useRef<HTMLInputElement>(null);
  /** A token without a value leaves no trace in the numbers and is easily overlooked. */
  const meaningOf = (token: string, value: string): string =>
    values.pattern.includes(token) && value.trim() === '' ? `Leave blank to omit ${token}` : `Used for ${token}`;
  const line = { autoComplete: 'off', spellCheck: false } as const;

  const insert = (token: string) => {
    const input = pattern.current;
    const end = values.pattern.length;
    const { text, caret } = insertAt(values.pattern, token, [input?.selectionStart ?? end, input?.selectionEnd ?? end]);
    onChange({ pattern: text });
    // The caret can be placed after the new text is rendered.
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(caret, caret);
    });
  };

  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <TextInput
          {...line}
          ref={pattern}
          label="Pattern"
          description="Text plus tokens that are filled in for each case"
          maxLength={60}
          value={values.pattern}
          onChange={(event) => onChange({ pattern: event.currentTarget.value })}
          error={errorOf('pattern')}
        />
        <TokenButtons pattern={values.pattern} onInsert={insert} />
      </div>
      <TextInput
        {...line}
        label="Prefix"
        description={meaningOf('{PREFIX}', values.prefix)}
        maxLength={10}
        value={values.prefix}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
        error={errorOf('prefix')}
      />
      <TextInput
        {...line}
        label="Location code"
        description={meaningOf('{LOCATION}', values.location_code)}
        maxLength={10}
        value={values.location_code}
        onChange={(event) => onChange({ location_code: event.currentTarget.value })}
        error={errorOf('location_code')}
      />
      <NativeSelect
        label="Number of digits"
        description="Used for {SEQ}, padded with zeros"
        value={values.padding}
        data={digitOptions}
        onChange={(event) => onChange({ padding: event.currentTarget.value })}
        error={errorOf('padding')}
      />
      <TextInput
        {...line}
        label="Next value"
        description="Sequence number for the next case"
        inputMode="numeric"
        maxLength={8}
        value={values.next_value ?? String(counting)}
        onChange={(event) => onChange({ next_value: event.currentTarget.value })}
        error={errorOf('next_value')}
      />
      <div className={classes.wide}>
        <Switch
          label="Restart at 1 each year"
          description="The pattern must then include {YEAR} or {YY} so numbers don’t repeat."
          checked={values.reset_yearly}
          onChange={(event) => onChange({ reset_yearly: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
};

const debounceMs = 300;

interface Preview {
  /** For the current settings; undefined while they are invalid or loading. */
  current: CallOutput<typeof funeralHomeEndpoints.previewCaseNumbering> | undefined;
  /** The last preview, also of older settings. */
  shown: CallOutput<typeof funeralHomeEndpoints.previewCaseNumbering> | undefined;
  error: unknown;
}

/** Debounced by 300 ms. */
const useNumberingPreview = (homeId: string, settings: NumberingSettings | undefined): Preview => {
  const call = useApi();
  const wanted = JSON.stringify(settings);
  const [settled] = useDebouncedValue(wanted, debounceMs);
  const query = useQuery(
    callQuery(
      call,
      funeralHomeEndpoints.previewCaseNumbering,
      { params: { id: homeId }, body: JSON.parse(settled ?? '{}') as NumberingSettings },
      caseNumberingKeys.preview(homeId, settled),
      { enabled: settings !== undefined && settled !== undefined, placeholderData: keepPreviousData, staleTime: 0 },
    ),
  );
  const isCurrent = settings !== undefined && settled === wanted && !query.isPlaceholderData;
  return {
    current: isCurrent ? query.data : undefined,
    shown: settings === undefined ? undefined : query.data,
    error: isCurrent ? query.error : null,
  };
};

interface NumberingPreviewProps {
  preview: Preview;
  wrong: boolean;
}

const NumberingPreview = ({ preview, wrong }: NumberingPreviewProps) => {
  const body = () => {
    if (wrong) return <p className={classes.note}>Fix the marked fields to see a preview.</p>;
    if (preview.error) return <p className={classes.note}>{messageOf(preview.error)}</p>;
    if (!preview.shown) return <p className={classes.note}>…</p>;
    return (
      <ol className={classes.numbers}>
        {preview.shown.examples.map(({ case_number, taken }) => (
          <li key={case_number} data-taken={taken}>
            {case_number}
            {taken && <span className={classes.taken}>in use</span>}
          </li>
        ))}
      </ol>
    );
  };
  return (
    <section className={classes.preview} aria-label="Next case numbers" aria-live="polite">
      <h3 className={classes.previewTitle}>Next case numbers</h3>
      {body()}
      <p className={classes.note}>Existing case numbers do not change. Numbers already in use are skipped.</p>
    </section>
  );
};

interface CaseNumberingFormProps {
  homeId: string;
  submitLabel?: string;
  submitsUnchanged?: boolean;
  aside?: ReactNode;
  onSaved?: () => void;
}

export const CaseNumberingForm = (props: CaseNumberingFormProps) => {
  const { homeId } = props;
  const call = useApi();
  const query = useQuery({
    ...caseNumberingQuery(call, homeId),
    placeholderData: keepPreviousData,
    // New cases advance the counter, but must not change the form.
    refetchOnWindowFocus: false,
  });
  if (!query.data) return <QueryState query={query} rows={5} height={61} />;
  return <Form key={homeId} {...props} stored={query.data} />;
};

const Form = (props: CaseNumberingFormProps & { stored: Numbering }) => {
  const { homeId, stored, submitLabel = 'Save Changes', submitsUnchanged = false, aside, onSaved } = props;
  const call = useApi();
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOfNumbering(stored));
  const [values, setValues] = useState(base);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const { settings, problems } = readNumbering(values);
  const dirty = !sameNumbering(base, values);
  const guard = useUnsavedChanges(dirty);
  const preview = useNumberingPreview(homeId, settings);
  const [first] = preview.current?.examples ?? [];
  const takenStart =
    values.next_value !== null && first?.taken ? `Case number ${first.case_number} is already in use` : undefined;

  const startFrom = (next: NumberingValues) => {
    setBase(next);
    setValues(next);
    setRefused({});
    setTried(false);
  };
  const update = useMutation({
    mutationFn: (body: NonNullable<typeof settings>) =>
      call(funeralHomeEndpoints.updateCaseNumbering, { params: { id: homeId }, body }),
    onSuccess: async (numbering) => {
      startFrom(valuesOfNumbering(numbering));
      client.setQueryData(caseNumberingQuery(call, homeId).queryKey, numbering);
      toastSuccess('Case numbering saved');
      await Promise.all([
        client.invalidateQueries({ queryKey: funeralHomeKeys.all }),
        client.invalidateQueries({ queryKey: profileKeys.currentUser }),
        client.invalidateQueries({ queryKey: caseKeys.nextNumbers }),
      ]);
      guard.letGo();
      onSaved?.();
    },
    onError: (error) => showFieldErrors(error, setRefused),
    onSettled: () => setAsking(false),
  });

  const set = (change: Partial<NumberingValues>) => {
    setValues((now) => ({ ...now, ...change }));
    setRefused({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (update.isPending || !settings || takenStart) return;
    if (dirty) setAsking(true);
    else onSaved?.();
  };
  /** Errors appear for touched fields, and for all after a submit. */
  const errorOf = (name: keyof NumberingValues): string | undefined =>
    refused[name]?.[0] ??
    (tried || values[name] !== base[name] ? problems[name] : undefined) ??
    (name === 'next_value' ? takenStart : undefined);

  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.columns}>
        <NumberingFields
          values={values}
          counting={preview.shown?.next_value ?? stored.next_value}
          onChange={set}
          errorOf={errorOf}
        />
        <NumberingPreview preview={preview} wrong={!settings} />
      </div>
      <div className={formClasses.foot} data-dirty={dirty}>
        {aside}
        {dirty && !submitsUnchanged && (
          <Button variant="default" onClick={() => startFrom(base)}>
            Discard changes
          </Button>
        )}
        <Button type="submit" disabled={!dirty && !submitsUnchanged} loading={update.isPending}>
          {submitLabel}
        </Button>
      </div>
      {guard.dialog}
      <ConfirmModal
        opened={asking}
        title="Change the case numbering?"
        confirmLabel="Change numbering"
        busy={update.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => settings && update.mutate(settings)}
      >
        {preview.current?.preview ? (
          <>
            The next case will be <strong>{preview.current.preview}</strong>.{' '}
          </>
        ) : null}
        Existing case numbers do not change.
      </ConfirmModal>
    </form>
  );
};
