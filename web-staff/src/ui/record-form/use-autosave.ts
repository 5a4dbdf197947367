import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ApiError, isTransientError } from '#domain/shared/contract/client.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { faultsByField } from '../feedback/field-errors.ts';
import type { FormValues } from '../fields/field-grid.tsx';
import type { RecordChange, RecordForm } from './section-counts.ts';
import { registerUnsaved } from './use-record-form.tsx';

export interface AutosaveSection {
  id: string;
  fields: readonly FormField[];
}

/**
 * `unsaved` until a pause in typing, `offline` until there is a connection, `waiting` until the server takes it: it is
 * busy, or wants a new sign-in. `invalid` until what it has marked is right, `failed` until the next key or try.
 */
export type AutosaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'waiting' | 'invalid' | 'failed';

/** How soon a save that found no connection is tried again, where the browser does not say that there is one. */
const tryAgainMs = 5000;
/** A server that does not take it is asked less and less often, down to this. */
const maxPauseMs = 30_000;

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
/** It waits also for a new sign-in. */
const isNotTakenNow = (error: unknown): boolean =>
  isTransientError(error) || (error instanceof ApiError && error.status === 401);

interface AutosaveOptions<Stored> {
  sections: readonly AutosaveSection[];
  /** The pause after the last key. */
  delayMs?: number;
  /** Saves what was changed in one section; `change.changed` names its fields alone. */
  save: (section: string, change: RecordChange<Stored>) => Promise<Stored>;
}

/**
 * Saves section by section while somebody types: the changed fields that are right, after a pause, one save at a time,
 * so that each builds on the version that the one before it left. A refused save goes the form's own way: to its
 * fields, or to the choice between two people's changes.
 */
export const useAutosave = <Stored>(form: RecordForm<Stored>, options: AutosaveOptions<Stored>) => {
  const { sections, delayMs = 1500 } = options;
  const [states, setStates] = useState<Readonly<Record<string, AutosaveState>>>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  /** How often in a row a section was not taken. */
  const tries = useRef(new Map<string, number>());
  const running = useRef<Promise<void>>(Promise.resolve());
  /** The section whose save is on its way, and how the guard against leaving lets that go. */
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
  /** Nothing is lost and nobody is told over and over: what was typed stays in the form until it can be sent. */
  const tryLater = (section: AutosaveSection, state: 'offline' | 'waiting'): void => {
    const before = state === 'offline' ? 0 : (tries.current.get(section.id) ?? 0);
    tries.current.set(section.id, before + 1);
    become(section.id, state);
    enqueueIn(section, Math.min(tryAgainMs * 2 ** before, maxPauseMs));
  };
  /** After a save: what differs from what is stored now is saved as well, also where somebody only took it back. */
  const goOn = (section: AutosaveSection): void => {
    const differs = changedOf(section, latest.current.form.methods.getValues()).length > 0;
    become(section.id, differs ? 'unsaved' : 'saved');
    if (differs && !timers.current.has(section.id)) enqueue(section);
  };
  const findsFieldWrong = (error: unknown): boolean => {
    const found = Object.keys(faultsByField(error));
    return found.some((path) => sections.some(({ fields }) => fields.some(({ name }) => name === path.split('.')[0])));
  };
  const refused = async (section: AutosaveSection, error: unknown, sent: RecordChange<Stored>): Promise<void> => {
    if (isOffline(error)) return tryLater(section, 'offline');
    if (isNotTakenNow(error)) return tryLater(section, 'waiting');
    become(section.id, findsFieldWrong(error) ? 'invalid' : 'failed');
    const { form: now } = latest.current;
    await now.refuse(error, sent.values);
    // Merged with what somebody else has saved, it was saved by the form's own way.
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
      await refused(section, error, change);
    } finally {
      arrived();
    }
  };
  const enqueue = (section: AutosaveSection): void => {
    stopTimer(section);
    // A fault in one save must not keep all later ones from being tried.
    running.current = running.current.then(() => saveNow(section)).catch(() => become(section.id, 'failed'));
  };
  /** Until no save is on its way any more, also none that followed from another one. */
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
    // What is taken back while it is on its way is about to be stored all the same.
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
    const again = () => connected();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  // A choice between two people's changes saves by the form's own way.
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
      // What a save or a merge writes into the form is nothing that somebody typed.
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
    /** By section; a section without an entry was not touched. */
    states,
    /**
     * Saves at once what is not saved, as before the page is left, also what was not taken before; answers whether
     * everything is saved. What two people changed waits until somebody has chosen.
     */
    flush: async (): Promise<boolean> => {
      const { form: now } = latest.current;
      const isUnsaved = (section: AutosaveSection) => changedOf(section, now.methods.getValues()).length > 0;
      if (!now.inConflict) for (const section of sections.filter(isUnsaved)) enqueue(section);
      await settled();
      return !sections.some(isUnsaved);
    },
    /** Saves a section at once that the page itself has changed, such as by a button that fills in a field. */
    saveSection: async (id: string): Promise<void> => {
      const section = sections.find((one) => one.id === id);
      if (section) enqueue(section);
      await settled();
    },
  };
};
