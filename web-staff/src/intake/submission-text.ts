import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';

/** 'Brother or sister' for 'sibling'. */
export const relationshipOf = (value: unknown): string =>
  displayValue({ kind: 'select', options: knownRelationships }, value);

/** A name to call the record by, also when the family left it out. */
export const deceasedName = (name: string): string => name.trim() || 'Name not given';

/** 'Graveside service' for 'graveside'. */
export const serviceTypeOf = (value: string): string => displayValue({ kind: 'select', options: serviceTypes }, value);
