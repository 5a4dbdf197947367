import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';

/** 'Graveside service' for 'graveside'. */
export const serviceTypeOf = (value: string): string => displayValue({ kind: 'select', options: serviceTypes }, value);

export const statusText = (status: CaseStatus): string => status.charAt(0).toUpperCase() + status.slice(1);
