import type { SectionBadge } from '#domain/cases/completeness.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';

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
