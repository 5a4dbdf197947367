import type { FieldOption } from '#domain/shared/forms/field.ts';

/** D2 §3. */
export const relationships = [
  { value: 'spouse', label: 'Spouse' },
  { value: 'son', label: 'Son' },
  { value: 'daughter', label: 'Daughter' },
  { value: 'parent', label: 'Parent' },
  { value: 'sibling', label: 'Brother or sister' },
  { value: 'grandparent', label: 'Grandparent' },
  { value: 'grandchild', label: 'Grandchild' },
  { value: 'aunt_uncle', label: 'Aunt or uncle' },
  { value: 'niece_nephew', label: 'Niece or nephew' },
  { value: 'cousin', label: 'Cousin' },
  { value: 'in_law', label: 'In-law' },
  { value: 'step_relation', label: 'Step-relation' },
  { value: 'other_family', label: 'Other family member' },
  { value: 'friend', label: 'Friend' },
  { value: 'caregiver', label: 'Caregiver' },
  { value: 'legal_representative', label: 'Legal representative' },
  { value: 'executor', label: 'Executor' },
  { value: 'power_of_attorney', label: 'Power of attorney' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly FieldOption[];

/** Values of older records: accepted but not offered (D2 §3). */
const legacyRelationships = [
  { value: 'child', label: 'Child (please update to Son or Daughter)' },
  { value: 'guardian', label: 'Guardian' },
] as const satisfies readonly FieldOption[];

/** Relationships that exclude each other; an executor or a friend may also be a son. */
const onlyOne = new Set(
  'spouse son daughter parent sibling grandparent grandchild aunt_uncle niece_nephew cousin'.split(' '),
);

/** True if two relationships cannot be of one person, as spouse and son. */
export const areTwoRelatives = (a: string, b: string): boolean => a !== b && onlyOne.has(a) && onlyOne.has(b);

export const knownRelationships: readonly FieldOption[] = [...relationships, ...legacyRelationships];
