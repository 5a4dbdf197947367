import { roleLabels } from '#domain/shared/access/roles.ts';
import { auditActionLabel } from '#domain/shared/audit/audit-action-labels.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import type { FormField } from '#domain/shared/forms/field.ts';

type Change = AuditEntry['changes'][number];

/** How a kind of record speaks of what happened to it. */
export interface AuditText {
  fieldOf: (name: string) => Pick<FormField, 'label' | 'kind' | 'options' | 'entry'> | undefined;
  /** A change that is said in one word, without values. */
  bare?: (field: string) => string | undefined;
}

export interface ChangeText {
  label: string;
  from?: string;
  to?: string;
}

const spoken = (name: string): string => {
  const text = name.replace(/[._]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** 'Social Security Number shown' for 'ssn.revealed'; a deed of a later release in its own words. */
export const actionText = (action: string): string => auditActionLabel(action) ?? spoken(action);

/** 'Dee Kowalski, Coordinator'. */
export const actorText = ({ actor_name, actor_role }: Pick<AuditEntry, 'actor_name' | 'actor_role'>): string => {
  const role = Object.entries(roleLabels).find(([key]) => key === actor_role)?.[1] ?? actor_role;
  return role ? `${actor_name}, ${role}` : actor_name;
};

/** One changed field in words; from and to are absent where the log keeps no values (an SSN, for one). */
export const changeText = (texts: AuditText, { field, from, to }: Change): ChangeText => {
  const alone = texts.bare?.(field);
  if (alone) return { label: alone };
  const known = texts.fieldOf(field);
  const label = known?.label ?? spoken(field);
  const value = (raw: unknown): string => {
    const text =
      typeof raw === 'object' && raw !== null && !Array.isArray(raw)
        ? '(details)'
        : displayValue(known ?? { kind: 'text' }, raw);
    return text || '(empty)';
  };
  const bare = (from === null || from === undefined) && (to === null || to === undefined);
  return bare ? { label } : { label, from: value(from), to: value(to) };
};
