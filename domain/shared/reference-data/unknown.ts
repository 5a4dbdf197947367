import type { FieldOption } from '#domain/shared/forms/field.ts';

/** Answer of a family to a question it cannot answer, as on the certificate. */
export const unknown = 'Unknown';

export const unknownOption = { value: unknown, label: unknown } as const satisfies FieldOption;
