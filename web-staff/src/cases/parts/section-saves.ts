import { useSyncExternalStore } from 'react';
import type { SectionBadge } from '#domain/cases/present-case.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import type { AutosaveState } from '../../ui/record-form/use-autosave.ts';

/** A missing field; `before`: needed not now but for this next status. */
export type SectionGap = MissingField & { readonly before?: 'active' | 'completed' };

export interface SectionSummary {
  badge: SectionBadge;
  done: number;
  of: number;
  gaps: readonly SectionGap[];
}

/** A new object for each request to focus a field. */
export interface SectionTarget {
  section: CaseSectionId;
  /** Undefined for the start of the section. */
  field: string | undefined;
}

export interface Saves {
  states: Readonly<Record<string, AutosaveState>>;
  savedAt: Date | undefined;
  onChoose: (() => void) | undefined;
}

/** Outside React state, so that the first key in a section renders only the status line. */
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

  /** Registers a section for `flush`; returns the function that removes it. */
  register(title: string, flush: () => Promise<boolean>): () => void {
    const unsaved = async () => ((await flush()) ? [] : [title]);
    this.#flushes.add(unsaved);
    return () => this.#flushes.delete(unsaved);
  }

  /** Saves all pending changes; returns the titles of sections that could not be saved. */
  readonly flush = async (): Promise<string[]> => {
    return (await Promise.all([...this.#flushes].map((unsaved) => unsaved()))).flat();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useSaves = (saves: SectionSaves): Saves => useSyncExternalStore(saves.subscribe, () => saves.now);
