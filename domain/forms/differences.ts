import { type FormField, isBlank } from './field.ts';
import type { Values } from './rules.ts';

/** A field whose value differs; the values of a secured one are not told. */
export interface Difference {
  field: string;
  from: unknown;
  to: unknown;
}

/** A field that somebody else changed while it was being edited here. */
export interface Collision<Field extends FormField = FormField> {
  field: Field;
  mine: unknown;
  theirs: unknown;
  /** Both changed it, and not to the same. */
  contested: boolean;
}

/** Whether two kept values of a field are the same; the order of several choices means nothing. */
export function sameValue(field: Pick<FormField, 'kind'>, a: unknown, b: unknown): boolean {
  return comparable(field, a) === comparable(field, b);
}

/** Field by field what differs between two records, in the form's order: what the audit trail tells. */
export function differences(fields: readonly FormField[], before: Values, next: Values): Difference[] {
  return fields
    .filter((field) => !sameValue(field, before[field.name], next[field.name]))
    .map(({ name, secured }) => ({
      field: name,
      from: secured ? null : (before[name] ?? null),
      to: secured ? null : (next[name] ?? null),
    }));
}

/** What somebody else changed since `base` that differs from mine: what only I changed is no matter of dispute. */
export function collisions<Field extends FormField>(
  fields: readonly Field[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): Collision<Field>[] {
  const values = (name: string) => [base[name], mine[name], theirs[name]] as const;
  return fields.flatMap((field) => {
    const [before, here, there] = values(field.name);
    if (sameValue(field, before, there) || sameValue(field, here, there)) return [];
    return [{ field, mine: here ?? null, theirs: there ?? null, contested: !sameValue(field, before, here) }];
  });
}

function comparable({ kind }: Pick<FormField, 'kind'>, value: unknown): string {
  if (isBlank(value)) return '';
  if (kind === 'multiselect' && Array.isArray(value)) return JSON.stringify(value.map(String).toSorted());
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
