import * as z from 'zod';
import { essentialSections, isSectionId } from '#domain/cases/sections/section-definitions.ts';

const knownOnly = (ids: string[]): string[] => [...new Set(ids)].filter(isSectionId);

/** Unknown modes become essential, unknown sections are dropped, and essential sections are always visible (D2 §3). */
export const CaseFormPreferences = z.object({
  visibleSections: z
    .array(z.string().max(40))
    .max(50)
    .overwrite((ids) => knownOnly([...essentialSections, ...ids])),
  essentialSections: z
    .array(z.string().max(40))
    .max(50)
    .overwrite(() => [...essentialSections])
    .optional(),
  viewMode: z
    .string()
    .max(20)
    .overwrite((mode) => (mode === 'all' ? 'all' : 'essential')),
  recentlyUsedSections: z.array(z.string().max(40)).max(50).overwrite(knownOnly),
});
export type CaseFormPreferences = z.output<typeof CaseFormPreferences>;

export const defaultCaseFormPreferences: CaseFormPreferences = {
  visibleSections: [...essentialSections],
  essentialSections: [...essentialSections],
  viewMode: 'essential',
  recentlyUsedSections: [],
};
