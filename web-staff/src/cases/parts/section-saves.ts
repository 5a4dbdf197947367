import { useSyncExternalStore } from 'react';
import type { SectionBadge } from '#domain/cases/present-case.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import type { AutosaveState } from '../../ui/record-form/use-autosave.ts';

/** What a section lacks; `before`: not for the present status, but before the case can have this one. */
export type SectionGap = MissingField & { readonly before?: 'active' | 'completed' };

/** What a section asks for, what it holds, and what it lacks. */
export interface SectionSummary {
  badge: SectionBadge;
  /** How many of its fields hold something, of those that apply. */
  done: number;
  of: number;
  gaps: readonly SectionGap[];
}

/** A field of a section to be gone to; a new one for every time. */
export interface SectionTarget {
  section: CaseSectionId;
  /** Undefined: its start. */
  field: string | undefined;
}

export interface Saves {
  states: Readonly<Record<string, AutosaveState>>;
  /** When something of the case was last saved here. */
  savedAt: Date | undefined;
  /** Where two people changed the same: asks whose value stays. */
  onChoose: (() => void) | undefined;
}

/**
 * How far the sections of an open case are saved. It stands outside the page, so that a key that makes one section
 * unsaved draws the line that says so and nothing else.
 */
export class SectionSaves {
  #now: Saves = { states: {}, savedAt: undefined, onChoose: undefined };
  readonly #listeners = new Set<() => void>();
  readonly #flushes = new Set<() => Promise<string[]>>();

  get now(): Saves {
    return this.#now;
  }

  change(part: Partial<Saves>): void {
    this.#now = { ...this.#now, ...part };
    for (const listener of this.#listeners) listener();
  }

  section(id: string, state: AutosaveState | undefined): void {
    if (this.#now.states[id] === state) return;
    const { [id]: _, ...others } = this.#now.states;
    this.change({ states: state ? { ...others, [id]: state } : others });
  }

  /** Lets the section save what waits when `flush` is asked for; answers how to take it out again. */
  register(title: string, flush: () => Promise<boolean>): () => void {
    const unsaved = async () => ((await flush()) ? [] : [title]);
    this.#flushes.add(unsaved);
    return () => this.#flushes.delete(unsaved);
  }

  /** Saves at once what still waits in any section; answers the titles of those in which something is not saved. */
  readonly flush = async (): Promise<string[]> => {
    return (await Promise.all([...this.#flushes].map((unsaved) => unsaved()))).flat();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useSaves = (saves: SectionSaves): Saves => useSyncExternalStore(saves.subscribe, () => saves.now);
