import { displayValue } from '#domain/forms/display.ts';
import { serviceTypes } from '#domain/reference-data/service-types.ts';

/** 'Graveside service' for 'graveside'. */
export const serviceTypeOf = (value: string): string => displayValue({ kind: 'select', options: serviceTypes }, value);
