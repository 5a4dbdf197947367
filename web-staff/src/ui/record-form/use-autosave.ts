import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ApiError, isTransientError } from '#domain/shared/contract/client.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { errorsByField } from '../feedback/field-errors.ts';
import type { FormValues } from '../fields/field-grid.tsx';
import type { RecordChange, RecordForm } from './record-form.ts';
import { registerUnsaved } from './use-record-form.tsx';

export interface AutosaveSection {
  id: string;
  fields: readonly FormField[];
}

/**
 * `unsaved` until a pause in typing, `offline` until there is a connection, `waiting` until the server accepts: it is
 * busy or requires a new sign-in. `invalid` until marked fields are corrected, `failed` until the next input or
 * attempt.
 */
export type AutosaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'waiting' | 'invalid' | 'failed';

/** Retry delay without a connection, if the browser does not report it. */
const tryAgainMs = 5000;
const maxPauseMs = 30_000;

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
const isNotTakenNow = (error: unknown): boolean =>
  isTransientError(error) || (error instanceof ApiError && error.status === 401);

interface AutosaveOptions<Stored> {
  sections: readonly AutosaveSection[];
  delayMs?: number;
  /** Saves one section's changes; `change.changed` names only its fields. */
  save: (section: string, change: RecordChange<Stored>) => Promise<Stored>;
}

/**
 * Saves sections while typing: valid changed fields, after a pause, one save at a time, so that each is based on the
 * version of the previous one. A rejected save is handled by the form: at its fields, or by the conflict choice.
 */
export const useAutosave = <Stored>(form: RecordForm<Stored>, options: AutosaveOptions<Stored>) => {
  const { sections, delayMs = 1500 } = options;
  const [states, setStates] = useState<Readonly<Record<string, AutosaveState>>>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const tries = useRef(new Map<string, number>());
  const running = useRef<Promise<void>>(Promise.resolve());
  const underWay = useRef<{ id: string; letGo: () => void }>(undefined);
  const saveId = useId();
  const latest = useRef({ form, save: options.save });
  latest.current = { form, save: options.save };
  const become = (id: string, state: AutosaveState) =>
    setStates((now) => (now[id] === state ? now : { ...now, [id]: state }));

  const changedOf = ({ fields }: AutosaveSection, values: FormValues): FormField[] => {
    const names = new Set(fields.map(({ name }) => name));
    return latest.current.form.changedIn(values).filter(({ name }) => names.has(name));
  };
  const stopTimer = ({ id }: AutosaveSection): void => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
  };
  const enqueueIn = (section: AutosaveSection, ms: number): void => {
    stopTimer(section);
    timers.current.set(
      section.id,
      setTimeout(() => enqueue(section), ms),
    );
  };
  /** Retries later without repeated messages; input stays in the form. */
  const tryLater = (section: AutosaveSection, state: 'offline' | 'waiting'): void => {
    const before = state === 'offline' ? 0 : (tries.current.get(section.id) ?? 0);
    tries.current.set(section.id, before + 1);
    become(section.id, state);
    enqueueIn(section, Math.min(tryAgainMs * 2 ** before, maxPauseMs));
  };
  /** After a save: saves what differs from the stored values, also if the user only reverted it. */
  const goOn = (section: AutosaveSection): void => {
    const differs = changedOf(section, latest.current.form.methods.getValues()).length > 0;
    become(section.id, differs ? 'unsaved' : 'saved');
    if (differs && !timers.current.has(section.id)) enqueue(section);
  };
  const findsFieldWrong = (error: unknown): boolean => {
    const found = Object.keys(errorsByField(error));
    return found.some((path) => sections.some(({ fields }) => fields.some(({ name }) => name === path.split('.')[0])));
  };
  const handleRejection = async (
    section: AutosaveSection,
    error: unknown,
    sent: RecordChange<Stored>,
  ): Promise<void> => {
    if (isOffline(error)) return tryLater(section, 'offline');
    if (isNotTakenNow(error)) return tryLater(section, 'waiting');
    become(section.id, findsFieldWrong(error) ? 'invalid' : 'failed');
    const { form: now } = latest.current;
    await now.refuse(error, sent.values);
    // After a merge with another user's save, the form itself has saved it.
    if (now.stored().version !== sent.version) goOn(section);
  };
  const arrived = (): void => {
    underWay.current?.letGo();
    underWay.current = undefined;
  };
  const saveNow = async (section: AutosaveSection): Promise<void> => {
    const { form: now, save } = latest.current;
    const values = now.methods.getValues();
    await now.methods.trigger(changedOf(section, values).map(({ name }) => name));
    const changed = changedOf(section, values).filter(({ name }) => !now.methods.getFieldState(name).error);
    if (changed.length === 0) return become(section.id, changedOf(section, values).length === 0 ? 'saved' : 'unsaved');
    const { record, values: base, version } = now.stored();
    const change = { record, values, base, version, changed };
    become(section.id, 'saving');
    underWay.current = { id: section.id, letGo: registerUnsaved(saveId) };
    try {
      now.rebase(await save(section.id, change), change);
      tries.current.delete(section.id);
      goOn(section);
    } catch (error) {
      arrived();
      await handleRejection(section, error, change);
    } finally {
      arrived();
    }
  };
  const enqueue = (section: AutosaveSection): void => {
    stopTimer(section);
    // A bug in one save must not stop all later ones.
    running.current = running.current.then(() => saveNow(section)).catch(() => become(section.id, 'failed'));
  };
  /** Resolves when no save is running, including follow-up saves. */
  const settled = async (): Promise<void> => {
    for (let last: Promise<void> | undefined; last !== running.current; ) {
      last = running.current;
      await last;
    }
  };

  const typed = useEffectEvent((name: string, values: FormValues) => {
    const section = sections.find(({ fields }) => fields.some((field) => field.name === name));
    if (!section) return;
    stopTimer(section);
    // A value reverted during its save is still about to be stored.
    if (changedOf(section, values).length === 0)
      return become(section.id, underWay.current?.id === section.id ? 'saving' : 'saved');
    become(section.id, 'unsaved');
    enqueueIn(section, delayMs);
  });
  const connected = useEffectEvent(() => {
    for (const section of sections)
      if (states[section.id] === 'offline' || states[section.id] === 'waiting') enqueue(section);
  });
  useEffect(() => {
    const retry = () => connected();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  // After a conflict choice the form itself saves.
  useEffect(() => {
    if (form.dirty) return;
    setStates((now) =>
      Object.fromEntries(Object.entries(now).map(([id, state]) => [id, state === 'saving' ? state : 'saved'])),
    );
  }, [form.dirty]);
  const { subscribe } = form.methods;
  useEffect(() => {
    const waiting = timers.current;
    const stop = subscribe({
      formState: { values: true },
      // Ignores values set by a save or merge, which are not user input.
      callback: ({ name, type, values }) => {
        if (name && type === 'change') typed(name, values);
      },
    });
    return () => {
      stop();
      underWay.current?.letGo();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [subscribe]);

  return {
    states,
    /**
     * Saves everything unsaved at once, for example before leaving the page, including earlier failures; returns
     * whether all is saved. Conflicts wait for the choice.
     */
    flush: async (): Promise<boolean> => {
      const { form: now } = latest.current;
      const isUnsaved = (section: AutosaveSection) => changedOf(section, now.methods.getValues()).length > 0;
      if (!now.inConflict) for (const section of sections.filter(isUnsaved)) enqueue(section);
      await settled();
      return !sections.some(isUnsaved);
    },
    /** Saves a section at once that the page itself changed, for example by a fill-in button. */
    saveSection: async (id: string): Promise<void> => {
      const section = sections.find((candidate) => candidate.id === id);
      if (section) enqueue(section);
      await settled();
    },
  };
};
