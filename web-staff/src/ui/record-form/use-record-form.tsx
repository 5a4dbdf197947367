import { zodResolver } from '@hookform/resolvers/zod';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, type Resolver, useForm, useWatch } from 'react-hook-form';
import { useBlocker } from 'react-router';
import type * as z from 'zod';
import { ApiError } from '#domain/shared/contract/client.ts';
import {
  changedFields,
  findMergeConflicts,
  type MergeConflict,
  sameValue,
} from '#domain/shared/forms/entries-merge.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced, schemaErrors } from '#domain/shared/forms/validate.ts';
import { ConfirmModal } from '../feedback/confirm-modal.tsx';
import { errorsByField } from '../feedback/field-errors.ts';
import { failureText, toastError } from '../feedback/toasts.tsx';
import type { FormValues } from '../fields/field-grid.tsx';
import type { ConflictDialog } from './conflict-dialog.tsx';
import { firstChoices, type MergeSide, merged } from './form-values.ts';
import type { RecordChange, RecordForm, RecordFormOptions } from './record-form.ts';

const dirtyForms = new Set<string>();

export const hasUnsavedChanges = (): boolean => dirtyForms.size > 0;

/** Call after the user agreed to discard changes. */
export const discardUnsavedChanges = (): void => dirtyForms.clear();

const warnBeforeUnload = (event: BeforeUnloadEvent) => {
  if (hasUnsavedChanges()) event.preventDefault();
};

/** Returns the function that removes it. */
export const registerUnsaved = (id: string): (() => void) => {
  dirtyForms.add(id);
  window.addEventListener('beforeunload', warnBeforeUnload);
  return () => {
    dirtyForms.delete(id);
    if (!hasUnsavedChanges()) window.removeEventListener('beforeunload', warnBeforeUnload);
  };
};

/**
 * Blocks leaving a form with unsaved changes, within the site and when the tab closes. An autosaving form passes
 * `flush`, and asks only about what could not be saved. Call `letGo` before leaving after a save.
 */
export const useUnsavedChanges = (dirty: boolean, flush?: () => Promise<unknown>) => {
  const form = useId();
  useEffect(() => (dirty ? registerUnsaved(form) : undefined), [dirty, form]);
  const blocker = useBlocker(
    // Another tab or step counts as leaving, because its form is different. The router asks only the last of several
    // forms, which decides for all.
    ({ currentLocation: here, nextLocation: next }) =>
      hasUnsavedChanges() && (here.pathname !== next.pathname || here.search !== next.search),
  );
  const isBlocked = blocker.state === 'blocked';
  const [asking, setAsking] = useState(false);
  const hold = useEffectEvent(async () => {
    await flush?.();
    if (blocker.state !== 'blocked') return;
    if (hasUnsavedChanges()) setAsking(true);
    else blocker.proceed();
  });
  useEffect(() => {
    if (isBlocked) void hold();
    else setAsking(false);
  }, [isBlocked]);
  const dialog = (
    <ConfirmModal
      opened={isBlocked && (asking || !flush)}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      <Text>Your changes have not been saved and will be lost.</Text>
    </ConfirmModal>
  );
  return { dialog, letGo: () => dirtyForms.delete(form) };
};

type Base<Stored> = ReturnType<RecordForm<Stored>['stored']>;

interface Conflict<Stored> {
  current: Stored;
  mine: FormValues;
  by?: string | undefined;
}

/** Loaded on first use; if that fails the form stays, and saving can be retried. */
const loadDialog = async (): Promise<typeof ConflictDialog | undefined> => {
  try {
    return (await import('./conflict-dialog.tsx')).ConflictDialog;
  } catch {
    toastError('Someone else changed this record, and we could not load their changes. Check your connection.');
    return undefined;
  }
};

/** The values of a result may be list entries. */
const messageIn = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || error instanceof Element) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined);
};

const errorsBy = async (
  schema: z.ZodType,
  ...resolverArguments: Parameters<Resolver<FormValues>>
): Promise<FieldErrors> => {
  const check = zodResolver(schema as z.ZodType<unknown, FieldValues>, undefined, { mode: 'sync', raw: true });
  const { errors } = await check(...resolverArguments);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [messageIn(error) ?? '']]));
};

const refusedFields = (error: unknown, names: ReadonlySet<string>): FieldErrors => {
  const serverErrors = Object.entries(errorsByField(error));
  return Object.fromEntries(
    serverErrors
      .map(([path, messages]) => [path.split('.')[0] ?? path, messages] as const)
      .filter(([name]) => names.has(name)),
  );
};

/** Edits a record with domain rules per field, an unsaved-changes guard, versioned saves and conflict resolution. */
export const useRecordForm = <Stored,>(options: RecordFormOptions<Stored>): RecordForm<Stored> => {
  const { fields, record, unchanged, versionOf, valuesOf } = options;
  const baseOf = (from: Stored | undefined): Base<Stored> => ({
    record: from,
    values: valuesOf(from),
    version: from && versionOf(from),
  });
  const [start] = useState(() => baseOf(record));
  // A save uses the version just returned by another one, before any render.
  const base = useRef(start);
  const [conflict, setConflict] = useState<Conflict<Stored> & { Dialog: typeof ConflictDialog }>();
  /** The conflict choice was postponed: nothing is saved until it is made. */
  const [isPutOff, setPutOff] = useState(false);
  const [saving, setSaving] = useState(false);
  const changedIn = (values: FormValues) => changedFields(fields, base.current.values, values, unchanged);

  const madeByEdit = (schema: z.ZodType, fieldErrors: FieldErrors, values: FormValues): FieldErrors => {
    if (Object.keys(fieldErrors).length === 0) return fieldErrors;
    const before = Object.entries(schemaErrors(schema, base.current.values)).map(([name, [first = '']]) => [
      name,
      [first],
    ]);
    return errorsIntroduced(
      Object.fromEntries(before),
      fieldErrors,
      new Set(changedIn(values).map(({ name }) => name)),
    );
  };
  const resolver: Resolver<FormValues> = async (values, context, resolverOptions) => {
    const schema = options.rules(base.current.values);
    const fieldErrors = await errorsBy(schema, values, context, resolverOptions);
    const blocking = options.judgesAll ? fieldErrors : madeByEdit(schema, fieldErrors, values);
    const errors = Object.entries(blocking).map(([name, [message]]) => [name, { type: 'rule', message }]);
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  };
  const methods = useForm<FormValues>({
    defaultValues: start.values,
    mode: options.mode ?? 'onTouched',
    resolver,
    shouldFocusError: false,
  });
  const { control, reset, getValues, setValue, setError, setFocus, getFieldState, trigger } = methods;
  const dirty = useWatch({ control, compute: (values: FormValues) => changedIn(values).length > 0 });
  const guard = useUnsavedChanges(dirty, options.flush);

  const startFrom = (from: Stored | undefined, typed: FormValues = {}) => {
    base.current = baseOf(from);
    setPutOff(false);
    // Invalid fields stay marked, because they were not saved.
    const wrong = Object.keys(typed).filter((name) => getFieldState(name).error);
    reset(base.current.values, { keepTouched: true });
    for (const [name, value] of Object.entries(typed)) setValue(name, value, { shouldDirty: true });
    if (wrong.length) void trigger(wrong);
  };
  const rebase = (fresh: Stored, sent: RecordChange<Stored>) => {
    const now = getValues();
    const changedSince = fields.filter((field) =>
      sent.changed.includes(field)
        ? !sameValue(field, sent.values[field.name], now[field.name])
        : changedFields([field], sent.base, now, unchanged).length > 0,
    );
    const stored = valuesOf(fresh);
    // Keeps an equivalent value as typed: a space before the next word, a partly grouped number.
    const asTyped = fields.filter((field) => unchanged?.(field, stored[field.name], now[field.name]));
    startFrom(fresh, Object.fromEntries([...changedSince, ...asTyped].map(({ name }) => [name, now[name] ?? ''])));
  };

  const follow = useEffectEvent((fresh: Stored | undefined) => {
    const version = fresh && versionOf(fresh);
    if (!fresh || version === undefined || version <= (base.current.version ?? 0)) return;
    if (changedIn(getValues()).length === 0) startFrom(fresh);
    else if (changedIn(valuesOf(fresh)).length === 0) base.current = baseOf(fresh);
  });
  // An untouched form shows another user's save; changes of other fields are no conflict.
  useEffect(() => follow(record), [record]);

  const showFirst = (names: readonly string[]) => {
    const first = fields.find(({ name }) => names.includes(name));
    if (!first) return;
    // The field exists only once its section is rendered.
    flushSync(() => options.reveal?.(first.name));
    setFocus(first.name);
  };
  const submit = () =>
    methods.handleSubmit(save, (errors) => {
      showFirst(Object.keys(errors));
      options.onErrors?.(getValues());
    })();

  const finish = (fresh: Stored, saved: boolean) => {
    if (changedIn(getValues()).length === 0) guard.letGo();
    options.onSaved?.(fresh, saved);
  };
  const save = async (values: FormValues): Promise<void> => {
    const { record: from, values: stored, version } = base.current;
    const change = { record: from, values, base: stored, version, changed: changedIn(values) };
    if (from && change.changed.length === 0) return finish(from, false);
    setSaving(true);
    const outcome = await options.save(change).then(
      (fresh) => ({ fresh }),
      (error: unknown) => ({ error }),
    );
    setSaving(false);
    if ('error' in outcome) return refuse(outcome.error, values);
    rebase(outcome.fresh, change);
    finish(outcome.fresh, true);
  };

  /** Treats a combined value like a change by the other user only. */
  const putTogether = (collision: MergeConflict): MergeConflict => {
    const { field, mine, theirs, contested } = collision;
    const from = base.current.values[field.name] ?? '';
    const both = contested ? options.together?.(field, { base: from, mine, theirs }) : undefined;
    return both === undefined ? collision : { ...collision, theirs: both, contested: false };
  };
  const collisionsWith = ({ current, mine }: Pick<Conflict<Stored>, 'current' | 'mine'>) =>
    findMergeConflicts(fields, { base: base.current.values, mine, theirs: valuesOf(current) }, unchanged).map(
      putTogether,
    );
  const continueFrom = async (current: Stored, values: FormValues): Promise<void> => {
    const theirs = valuesOf(current);
    const changed = changedFields(fields, theirs, values, unchanged);
    startFrom(current, Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? ''])));
    if (changed.length === 0) return finish(current, true);
    await submit();
  };
  const resolve = ({ current, mine }: Conflict<Stored>, choices: Record<string, MergeSide>) => {
    setConflict(undefined);
    void continueFrom(current, merged(mine, collisionsWith({ current, mine }), choices));
  };

  const currentOf = (error: unknown): Stored | undefined => {
    if (!(error instanceof ApiError) || error.status !== 409) return undefined;
    const current = options.recordSchema.safeParse(error.body.current).data;
    if (current === undefined || versionOf(current) === base.current.version) return undefined;
    return options.editable && !options.editable(current) ? undefined : current;
  };
  const refuse = async (error: unknown, values: FormValues): Promise<void> => {
    const current = currentOf(error);
    if (current !== undefined) {
      const mine = options.normalized?.(values) ?? values;
      // Does not ask if nothing conflicts, as after a lost response.
      const conflicts = collisionsWith({ current, mine });
      const isSettled = options.mergesAlone ? conflicts.every(({ contested }) => !contested) : conflicts.length === 0;
      const by = conflicts.length > 0 ? await options.changedBy?.(current) : undefined;
      if (isSettled) {
        if (conflicts.length > 0) options.onMerged?.(conflicts, by);
        return continueFrom(current, merged(mine, conflicts, firstChoices(conflicts)));
      }
      const Dialog = await loadDialog();
      return Dialog && setConflict({ current, mine, by, Dialog });
    }
    setPutOff(false);
    const errors = refusedFields(error, new Set(fields.map(({ name }) => name)));
    for (const [name, [message]] of Object.entries(errors)) setError(name, { type: 'server', message });
    showFirst(Object.keys(errors));
    const failure = failureText(error);
    if (failure === undefined) return;
    const marked = Object.keys(errors).length > 0 ? 'Please check the marked fields' : failure;
    toastError(options.refusalText?.(error, errors) ?? marked);
  };

  const dialogs = (
    <>
      {guard.dialog}
      {conflict && (
        <conflict.Dialog
          collisions={collisionsWith(conflict).map((collision) => options.describe?.(collision) ?? collision)}
          by={conflict.by}
          busy={saving}
          onResolve={(choices) => resolve(conflict, choices)}
          onClose={() => {
            setConflict(undefined);
            setPutOff(true);
          }}
        />
      )}
    </>
  );
  return {
    methods,
    dirty,
    saving,
    inConflict: conflict !== undefined || isPutOff,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    discard: () => startFrom(options.record),
    letGo: guard.letGo,
    stored: () => base.current,
    changedIn,
    rebase,
    refuse,
    dialogs,
  };
};
