import { type FieldValue, type FormField, isBlank } from './field.ts';
import type { Values } from './rules.ts';

/** A field whose value differs; a secured field's values are left out (null). */
export interface Difference {
  field: string;
  from: unknown;
  to: unknown;
}

/** What a form holds, by field name. */
type Held = Readonly<Record<string, FieldValue>>;

/** A field that somebody else changed while it was being edited here. */
export interface MergeConflict {
  field: FormField;
  mine: FieldValue;
  theirs: FieldValue;
  /** Both changed it, and not to the same. */
  contested: boolean;
}

/** Whether a value means what it meant before; a form may compare more loosely, such as a phone number by its digits. */
export type Unchanged = (field: FormField, before: FieldValue | undefined, now: FieldValue | undefined) => boolean;

/** Whether two kept values of a field are the same; the order of several choices means nothing. */
export function sameValue(field: Pick<FormField, 'kind'>, a: unknown, b: unknown): boolean {
  return comparable(field, a) === comparable(field, b);
}

/** Field by field what differs between two records, in the form's order: what the audit trail keeps. */
export function differences(fields: readonly FormField[], before: Values, next: Values): Difference[] {
  return fields
    .filter((field) => !sameValue(field, before[field.name], next[field.name]))
    .map(({ name, secured }) => ({
      field: name,
      from: secured ? null : (before[name] ?? null),
      to: secured ? null : (next[name] ?? null),
    }));
}

/** The fields whose value in a form differs from where the editing began, in the form's order. */
export function changedFields(
  fields: readonly FormField[],
  before: Held,
  now: Held,
  unchanged: Unchanged = sameValue,
): FormField[] {
  return fields.filter((field) => !unchanged(field, before[field.name], now[field.name]));
}

/**
 * The fields that somebody else changed since `base` and that differ from mine. What only I changed is not in dispute.
 * `unchanged` decides whether I changed a field.
 */
export function findMergeConflicts(
  fields: readonly FormField[],
  { base, mine, theirs }: { base: Held; mine: Held; theirs: Held },
  unchanged: Unchanged = sameValue,
): MergeConflict[] {
  const changedByMe = new Set(changedFields(fields, base, mine, unchanged));
  return fields
    .filter((field) => !sameValue(field, base[field.name], theirs[field.name]))
    .filter((field) => !sameValue(field, mine[field.name], theirs[field.name]))
    .map((field) => ({
      field,
      mine: mine[field.name] ?? '',
      theirs: theirs[field.name] ?? '',
      contested: changedByMe.has(field),
    }));
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
