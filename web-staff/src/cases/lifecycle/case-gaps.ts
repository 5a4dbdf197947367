import type { Case } from '#domain/cases/case-wire.schema.ts';
import { missingForNextStep } from '#domain/cases/present-case.ts';
import { flatNames } from '#domain/cases/sections/case-sections.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { sectionValuesOf } from '../parts/section-values.ts';

export const gapsOf = (caseRecord: Case): MissingField[] =>
  missingForNextStep(sectionValuesOf(caseRecord), caseRecord.status);

/** Returns the missing fields of a rejection; empty if it had another reason. */
export const refusedGaps = (error: unknown): MissingField[] => {
  if (!(error instanceof ApiError) || !error.body.missing_fields_by_category) return [];
  return Object.entries(errorsByField(error)).flatMap(([name, [message = '']]) => {
    const found = flatNames.get(name);
    return found ? [{ section: found.section, field: name, label: found.field.label, message }] : [];
  });
};

export const gapSearch = ({ section, field }: { section: string; field?: string | undefined }): string =>
  `?${new URLSearchParams({ section, ...(field ? { field } : {}) })}`;
