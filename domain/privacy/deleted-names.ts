import type { Values } from '#domain/shared/forms/rules.ts';

interface GoneName {
  field: string;
  from: string;
  to: null;
}

/** Returns the names in a deletion's audit entry, by which an owner finds the person to erase. */
export const deletedRecordNames = (values: Values | undefined, names: readonly string[], list = ''): GoneName[] =>
  names.flatMap((name) => {
    const from = values?.[name];
    return typeof from === 'string' && from !== '' ? [{ field: `${list}${name}`, from, to: null }] : [];
  });
