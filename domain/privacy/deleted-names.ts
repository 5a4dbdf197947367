import type { Values } from '#domain/shared/forms/rules.ts';

interface GoneName {
  field: string;
  from: string;
  to: null;
}

/** What the entry of a deletion says of names that went with the record, by which somebody who asks is found. */
export const deletedRecordNames = (values: Values | undefined, names: readonly string[], list = ''): GoneName[] =>
  names.flatMap((name) => {
    const from = values?.[name];
    return typeof from === 'string' && from !== '' ? [{ field: `${list}${name}`, from, to: null }] : [];
  });
