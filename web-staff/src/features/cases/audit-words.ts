import { roleLabels } from '#domain/access/roles.ts';
import type { AuditEntry } from '#domain/cases/case.schema.ts';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import { displayValue } from '#domain/values/form-field.ts';

const actions: Record<string, string> = {
  'case.created': 'Case opened',
  'case.updated': 'Case changed',
  'ssn.revealed': 'Social Security Number shown',
};

const spoken = (name: string): string => {
  const words = name.replace(/[._]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** 'Social Security Number shown' for 'ssn.revealed'; an unknown action in its own words. */
export const actionText = (action: string): string => actions[action] ?? spoken(action);

/** 'Dee Kowalski, Coordinator'. */
export const actorText = ({ actor_name, actor_role }: Pick<AuditEntry, 'actor_name' | 'actor_role'>): string => {
  const role = Object.entries(roleLabels).find(([key]) => key === actor_role)?.[1] ?? actor_role;
  return role ? `${actor_name}, ${role}` : actor_name;
};

/** One changed field in words; from and to are absent where the log keeps no values (an SSN, for one). */
export const changeText = ({
  field,
  from,
  to,
}: AuditEntry['changes'][number]): { label: string; from?: string; to?: string } => {
  if (field === 'source_submission_id') return { label: 'From a submission of the family' };
  const known = findCaseField(field);
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
