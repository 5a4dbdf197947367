import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#domain/contract/client.ts';
import type { FormField } from '#domain/forms/field.ts';
import type { FormValues } from '../fields/field-control.tsx';
import type { RecordChange, RecordForm } from './record-form.ts';

export interface AutosaveSection {
  id: string;
  fields: readonly FormField[];
}

/** `unsaved` until a pause in typing, `failed` until the next key or try, `offline` until there is a connection. */
export type AutosaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed';

/** How soon a save that found no connection is tried again, where the browser does not say that there is one. */
const tryAgainMs = 5000;

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

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
  const running = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef({ form, save: options.save });
  latest.current = { form, save: options.save };
  const become = (id: string, state: AutosaveState) =>
    setStates((now) => (now[id] === state ? now : { ...now, [id]: state }));

  const changedOf = ({ fields }: AutosaveSection, values: FormValues): FormField[] => {
    const names = new Set(fields.map(({ name }) => name));
    return latest.current.form.changedIn(values).filter(({ name }) => names.has(name));
  };
  /** Nothing is lost and nobody is told over and over: what was typed stays in the form until it can be sent. */
  const waitForConnection = (section: AutosaveSection): void => {
    become(section.id, 'offline');
    clearTimeout(timers.current.get(section.id));
    timers.current.set(
      section.id,
      setTimeout(() => enqueue(section), tryAgainMs),
    );
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
    try {
      now.rebase(await save(section.id, change), change);
      become(section.id, changedOf(section, now.methods.getValues()).length === 0 ? 'saved' : 'unsaved');
    } catch (error) {
      if (isOffline(error)) return waitForConnection(section);
      become(section.id, 'failed');
      await now.refuse(error, values);
    }
  };
  const enqueue = (section: AutosaveSection): void => {
    clearTimeout(timers.current.get(section.id));
    timers.current.delete(section.id);
    // A fault in one save must not keep all later ones from being tried.
    running.current = running.current.then(() => saveNow(section)).catch(() => become(section.id, 'failed'));
  };

  const typed = useEffectEvent((name: string, values: FormValues) => {
    const section = sections.find(({ fields }) => fields.some((field) => field.name === name));
    if (!section) return;
    clearTimeout(timers.current.get(section.id));
    timers.current.delete(section.id);
    if (changedOf(section, values).length === 0) return become(section.id, 'saved');
    become(section.id, 'unsaved');
    timers.current.set(
      section.id,
      setTimeout(() => enqueue(section), delayMs),
    );
  });
  const connected = useEffectEvent(() => {
    for (const section of sections) if (states[section.id] === 'offline') enqueue(section);
  });
  useEffect(() => {
    const again = () => connected();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  // A choice between two people's changes saves by the form's own way.
  useEffect(() => {
    if (!form.dirty) setStates((now) => Object.fromEntries(Object.keys(now).map((id) => [id, 'saved'])));
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
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [subscribe]);

  return {
    /** By section; a section without an entry was not touched. */
    states,
    /** Saves at once what still waits, as before the page is left; answers whether everything is saved. */
    flush: async (): Promise<boolean> => {
      for (const section of sections) if (timers.current.has(section.id)) enqueue(section);
      await running.current;
      const values = latest.current.form.methods.getValues();
      return sections.every((section) => changedOf(section, values).length === 0);
    },
    /** Saves a section at once that the page itself has changed, such as by a button that fills in a field. */
    saveSection: async (id: string): Promise<void> => {
      const section = sections.find((one) => one.id === id);
      if (section) enqueue(section);
      await running.current;
    },
  };
};
