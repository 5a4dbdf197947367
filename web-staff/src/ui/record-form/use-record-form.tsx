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
import { faultsByField } from '../feedback/field-errors.ts';
import { failureText, toastError } from '../feedback/toasts.tsx';
import type { FormValues } from '../fields/field-grid.tsx';
import { firstChoices, type MergeSide, merged } from './conflict-choices.ts';
import type { ConflictDialog } from './conflict-dialog.tsx';
import type { RecordChange, RecordForm, RecordFormOptions } from './section-counts.ts';

/** The forms on screen that hold something unsaved, and the saves that are on their way. */
const dirtyForms = new Set<string>();

export const hasUnsavedChanges = (): boolean => dirtyForms.size > 0;

/** Lets every form go: after somebody said that the changes may be dropped. */
export const discardUnsavedChanges = (): void => dirtyForms.clear();

const warnBeforeUnload = (event: BeforeUnloadEvent) => {
  if (hasUnsavedChanges()) event.preventDefault();
};

/** Counts a form or a save among what is unsaved; answers how to take it out again. */
export const registerUnsaved = (id: string): (() => void) => {
  dirtyForms.add(id);
  window.addEventListener('beforeunload', warnBeforeUnload);
  return () => {
    dirtyForms.delete(id);
    if (!hasUnsavedChanges()) window.removeEventListener('beforeunload', warnBeforeUnload);
  };
};

/**
 * Holds people back from leaving a form that has unsaved changes, inside the site and when the tab closes. A form that
 * saves itself gives `flush`, and asks only about what could not be saved. `letGo` must be called before leaving after a
 * save.
 */
export const useUnsavedChanges = (dirty: boolean, flush?: () => Promise<unknown>) => {
  const form = useId();
  useEffect(() => (dirty ? registerUnsaved(form) : undefined), [dirty, form]);
  const blocker = useBlocker(
    // Another tab or step of a page is another place too: its form is not the one that was filled in. Of several forms
    // on a page the router asks only the last, which answers for all.
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
  /** Who changed it, where that is known. */
  by?: string | undefined;
}

/** Downloaded when it is first needed; where that fails the form stays as it is, and saving can be tried again. */
const loadDialog = async (): Promise<typeof ConflictDialog | undefined> => {
  try {
    return (await import('./conflict-dialog.tsx')).ConflictDialog;
  } catch {
    toastError('Someone else changed this record, and we could not load their changes. Check your connection.');
    return undefined;
  }
};

/** The first message within what the resolver found of a field, whose values may be entries of a list. */
const messageIn = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || error instanceof Element) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined);
};

/** The first fault of each field that a schema of the domain finds. */
const faultsBy = async (schema: z.ZodType, ...asked: Parameters<Resolver<FormValues>>): Promise<FieldErrors> => {
  const check = zodResolver(schema as z.ZodType<unknown, FieldValues>, undefined, { mode: 'sync', raw: true });
  const { errors } = await check(...asked);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [messageIn(error) ?? '']]));
};

/** The server's faults of the form's own fields. */
const refusedFields = (error: unknown, names: ReadonlySet<string>): FieldErrors => {
  const found = Object.entries(faultsByField(error));
  return Object.fromEntries(
    found
      .map(([path, messages]) => [path.split('.')[0] ?? path, messages] as const)
      .filter(([name]) => names.has(name)),
  );
};

/**
 * The one way in which a record is edited: the domain's rules at each field, a guard against leaving, a save that names
 * the version it builds on, the choice after somebody else's save, and the server's refusals at their fields.
 */
export const useRecordForm = <Stored,>(options: RecordFormOptions<Stored>): RecordForm<Stored> => {
  const { fields, record, unchanged, versionOf, valuesOf } = options;
  const baseOf = (from: Stored | undefined): Base<Stored> => ({
    record: from,
    values: valuesOf(from),
    version: from && versionOf(from),
  });
  const [start] = useState(() => baseOf(record));
  // A save goes on from what another one has just answered, before anything is drawn.
  const base = useRef(start);
  const [conflict, setConflict] = useState<Conflict<Stored> & { Dialog: typeof ConflictDialog }>();
  /** The choice was put off: nothing is saved until it is made. */
  const [isPutOff, setPutOff] = useState(false);
  const [saving, setSaving] = useState(false);
  const changedIn = (values: FormValues) => changedFields(fields, base.current.values, values, unchanged);

  const madeByEdit = (schema: z.ZodType, found: FieldErrors, values: FormValues): FieldErrors => {
    if (Object.keys(found).length === 0) return found;
    const before = Object.entries(schemaErrors(schema, base.current.values)).map(([name, [first = '']]) => [
      name,
      [first],
    ]);
    return errorsIntroduced(Object.fromEntries(before), found, new Set(changedIn(values).map(({ name }) => name)));
  };
  const resolver: Resolver<FormValues> = async (values, context, asked) => {
    const schema = options.rules(base.current.values);
    const found = await faultsBy(schema, values, context, asked);
    const kept = options.judgesAll ? found : madeByEdit(schema, found, values);
    const faults = Object.entries(kept).map(([name, [message]]) => [name, { type: 'rule', message }]);
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(faults) };
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
    // What is wrong stays marked: it was not saved with the rest.
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
    // A value that means what was saved stays as it is typed: the blank before a next word, a number half grouped.
    const asTyped = fields.filter((field) => unchanged?.(field, stored[field.name], now[field.name]));
    startFrom(fresh, Object.fromEntries([...changedSince, ...asTyped].map(({ name }) => [name, now[name] ?? ''])));
  };

  const follow = useEffectEvent((fresh: Stored | undefined) => {
    const version = fresh && versionOf(fresh);
    if (!fresh || version === undefined || version <= (base.current.version ?? 0)) return;
    if (changedIn(getValues()).length === 0) startFrom(fresh);
    else if (changedIn(valuesOf(fresh)).length === 0) base.current = baseOf(fresh);
  });
  // Somebody else's save shows in a form that nobody has touched; one of other fields is nothing to argue about.
  useEffect(() => follow(record), [record]);

  const showFirst = (names: readonly string[]) => {
    const first = fields.find(({ name }) => names.includes(name));
    if (!first) return;
    // The field is there only once its part of the form has been drawn.
    flushSync(() => options.reveal?.(first.name));
    setFocus(first.name);
  };
  const submit = () =>
    methods.handleSubmit(save, (errors) => {
      showFirst(Object.keys(errors));
      options.onFaults?.(getValues());
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

  /** What both have made of a contested field is taken like what somebody else alone has changed. */
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

  /** The record as somebody else has saved it, where that is why this save was refused. */
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
      // Nobody is asked where nothing is in dispute, as after a save whose answer was lost on the way.
      const found = collisionsWith({ current, mine });
      const isSettled = options.mergesAlone ? found.every(({ contested }) => !contested) : found.length === 0;
      const by = found.length > 0 ? await options.changedBy?.(current) : undefined;
      if (isSettled) {
        if (found.length > 0) options.onMerged?.(found, by);
        return continueFrom(current, merged(mine, found, firstChoices(found)));
      }
      const Dialog = await loadDialog();
      return Dialog && setConflict({ current, mine, by, Dialog });
    }
    setPutOff(false);
    const faults = refusedFields(error, new Set(fields.map(({ name }) => name)));
    for (const [name, [message]] of Object.entries(faults)) setError(name, { type: 'server', message });
    showFirst(Object.keys(faults));
    const failure = failureText(error);
    if (failure === undefined) return;
    const marked = Object.keys(faults).length > 0 ? 'Please check the marked fields' : failure;
    toastError(options.refusalText?.(error, faults) ?? marked);
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
