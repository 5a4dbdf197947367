import { knownRelationships } from '#domain/reference-data/relationships.ts';
import { displayValue } from '#domain/values/form-field.ts';

/** 'Brother or sister' for 'sibling'. */
export const relationshipOf = (value: unknown): string =>
  displayValue({ kind: 'select', options: knownRelationships }, value);

/** A name to call the record by, also when the family left it out. */
export const deceasedName = (name: string): string => name.trim() || 'Name not given';
