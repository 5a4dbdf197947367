import type { FieldOption } from '#domain/shared/forms/field.ts';

/** What a family may answer about a fact that it does not know, in the word that the certificate takes. */
export const unknown = 'Unknown';

export const unknownOption = { value: unknown, label: unknown } as const satisfies FieldOption;
