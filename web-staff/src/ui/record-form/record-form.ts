import { type ReactNode, useMemo, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import type { MergeConflict, Unchanged } from '#domain/shared/forms/entries-merge.ts';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import type { FormValues } from '../fields/field-grid.tsx';

export interface RecordChange<Stored> {
  record: Stored | undefined;
  values: FormValues;
  base: FormValues;
  changed: readonly FormField[];
  version: number | undefined;
}

/** A field when the edit started, now in the form, and as saved by another user. */
export type FieldVersions = Readonly<Record<'base' | 'mine' | 'theirs', FieldValue>>;

export interface RecordFormOptions<Stored> {
  fields: readonly FormField[];
  record: Stored | undefined;
  /** Version that grows with every change of any section; undefined if the last save simply wins. */
  versionOf: (record: Stored) => number | undefined;
  recordSchema: z.ZodType<Stored>;
  /** Form values of a record or a new one: '' if empty. */
  valuesOf: (record: Stored | undefined) => FormValues;
  rules: (stored: FormValues) => z.ZodType;
  /** Whether existing errors block saving too; by default only those that the edit introduced. */
  judgesAll?: boolean;
  /** Merges other users' changes of other fields without asking: for autosave. */
  mergesAlone?: boolean;
  unchanged?: Unchanged | undefined;
  /** Normalizes values for comparison with a record. */
  normalized?: (values: FormValues) => FormValues;
  /** When a field's error is shown: once it was left, or on every keystroke. */
  mode?: 'onTouched' | 'all';
  save: (change: RecordChange<Stored>) => Promise<Stored>;
  onSaved?: (record: Stored, saved: boolean) => void;
  /** Returns whether a record changed by another user is still editable. */
  editable?: (current: Stored) => boolean;
  reveal?: (name: string) => void;
  /** Called after errors were marked and the first one focused. */
  onErrors?: (values: FormValues) => void;
  refusalText?: (error: unknown, errors: FieldErrors) => string;
  /** Combines both users' changes of a field; undefined if one must be chosen. */
  together?: (field: FormField, sides: FieldVersions) => FieldValue | undefined;
  describe?: (collision: MergeConflict) => MergeConflict;
  changedBy?: (current: Stored) => Promise<string | undefined>;
  /** Called after another user's changes were merged without asking. */
  onMerged?: (accepted: readonly MergeConflict[], by: string | undefined) => void;
  /** Saves pending changes before the page is left: for autosave. */
  flush?: () => Promise<unknown>;
}

export interface RecordForm<Stored> {
  methods: UseFormReturn<FormValues>;
  dirty: boolean;
  saving: boolean;
  /** A conflict is being resolved or was postponed. */
  inConflict: boolean;
  submit: (event: { preventDefault: () => void }) => void;
  discard: () => void;
  letGo: () => void;
  /** The record when the edit started, or as last saved. */
  stored: () => Pick<RecordChange<Stored>, 'record' | 'version'> & { values: FormValues };
  changedIn: (values: FormValues) => FormField[];
  /** Continues from a saved record; input since the save was sent stays. */
  rebase: (fresh: Stored, sent: RecordChange<Stored>) => void;
  refuse: (error: unknown, values: FormValues) => Promise<void>;
  /** Render them on the page. */
  dialogs: ReactNode;
}

export type AnyRecordForm = Pick<RecordForm<unknown>, 'methods' | 'dirty' | 'saving' | 'stored' | 'changedIn'>;

/** Other fields do not re-render the section. */
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

/**
 * The record that an edit is based on. A save sends its version, not that of the last read record, which may be another
 * user's and would be overwritten unseen. A newer record equal in the edited fields replaces it; `goOnFrom` continues
 * from another one, such as a save's response.
 */
export const useEditBase = <Stored extends { version: number }>(
  record: Stored,
  editedOf: (record: Stored) => unknown,
) => {
  const [baseRecord, goOnFrom] = useState<Stored>(record);
  const saysTheSame = (): boolean => JSON.stringify(editedOf(record)) === JSON.stringify(editedOf(baseRecord));
  const base = record.version > baseRecord.version && saysTheSame() ? record : baseRecord;
  return { base, goOnFrom };
};
