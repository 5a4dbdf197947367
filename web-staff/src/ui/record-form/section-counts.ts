import { type ReactNode, useMemo } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import type { MergeConflict, Unchanged } from '#domain/shared/forms/entries-merge.ts';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import type { FormValues } from '../fields/field-grid.tsx';

/** What is to be saved, and on top of which version of the record. */
export interface RecordChange<Stored> {
  /** The record that the editing began from, with its versions; undefined while there is none yet. */
  record: Stored | undefined;
  values: FormValues;
  /** The values that the record was loaded with. */
  base: FormValues;
  changed: readonly FormField[];
  version: number | undefined;
}

/** A field as an edit began from it, as it is here now, and as somebody else has saved it. */
export type FieldVersions = Readonly<Record<'base' | 'mine' | 'theirs', FieldValue>>;

export interface RecordFormOptions<Stored> {
  /** Every field of the form, in its order. */
  fields: readonly FormField[];
  /** The record as the server holds it; undefined while there is none yet. */
  record: Stored | undefined;
  /** Grows with every change, of any section; undefined where the last save simply wins. */
  versionOf: (record: Stored) => number | undefined;
  /** Reads the current record out of the answer to a conflict. */
  recordSchema: z.ZodType<Stored>;
  /** What the form holds for a record, or for none yet: '' for nothing. */
  valuesOf: (record: Stored | undefined) => FormValues;
  /** The domain's rules for the values, where `stored` are those that the record was loaded with. */
  rules: (stored: FormValues) => z.ZodType;
  /** Whether faults that the record came with stand in the way too; by default only those that an edit has made do. */
  judgesAll?: boolean;
  /** Other fields that somebody else changed are taken over without asking: for forms that save themselves. */
  mergesAlone?: boolean;
  unchanged?: Unchanged | undefined;
  /** The values as a record would hold them, so that they can be compared with one. */
  normalized?: (values: FormValues) => FormValues;
  /** When a field's fault is named: once it was left, or at every key. */
  mode?: 'onTouched' | 'all';
  save: (change: RecordChange<Stored>) => Promise<Stored>;
  /** `saved` is false where there was nothing to save. */
  onSaved?: (record: Stored, saved: boolean) => void;
  /** Whether a record that somebody else has changed meanwhile can still be edited. */
  editable?: (current: Stored) => boolean;
  /** Shows the part of the form that holds a field, before that gets the focus. */
  reveal?: (name: string) => void;
  /** After the faults of a try were marked and the first one got the focus. */
  onFaults?: (values: FormValues) => void;
  /** What to say about a refused save; `faults` are those of the form's own fields. */
  refusalText?: (error: unknown, faults: FieldErrors) => string;
  /** One value of what two people made of a field; undefined where one of them has to give way. */
  together?: (field: FormField, sides: FieldVersions) => FieldValue | undefined;
  /** How a contested field is shown to choose from. */
  describe?: (collision: MergeConflict) => MergeConflict;
  /** Who saved the record that a save here found; undefined where nobody can say. */
  changedBy?: (current: Stored) => Promise<string | undefined>;
  /** After what somebody else changed was taken over without asking. */
  onMerged?: (taken: readonly MergeConflict[], by: string | undefined) => void;
  /** Saves what still waits, before the page is left: of forms that save themselves. */
  flush?: () => Promise<unknown>;
}

/** A form over a record, or over one that is being made. */
export interface RecordForm<Stored> {
  methods: UseFormReturn<FormValues>;
  dirty: boolean;
  saving: boolean;
  /** Somebody is asked which of two people's changes stay, or has put off saying so. */
  inConflict: boolean;
  /** For the form's onSubmit. */
  submit: (event: { preventDefault: () => void }) => void;
  /** Back to the record as it is. */
  discard: () => void;
  /** Called before the page is left for good. */
  letGo: () => void;
  /** The record that the editing began from, or that was saved last. */
  stored: () => Pick<RecordChange<Stored>, 'record' | 'version'> & { values: FormValues };
  changedIn: (values: FormValues) => FormField[];
  /** Goes on from a saved record; what was typed since the change was sent stays. */
  rebase: (fresh: Stored, sent: RecordChange<Stored>) => void;
  /** Marks, merges or reports what the server did not take. */
  refuse: (error: unknown, values: FormValues) => Promise<void>;
  /** The guard against leaving, and the choice after a conflict; they have to stand on the page. */
  dialogs: ReactNode;
}

/** A form of whatever record, for what draws a part of it. */
export type AnyRecordForm = Pick<RecordForm<unknown>, 'methods' | 'dirty' | 'saving' | 'stored' | 'changedIn'>;

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
