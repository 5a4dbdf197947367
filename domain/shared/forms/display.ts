import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatDateTime, formatTime } from '#domain/shared/values/date-time.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { FormField } from './field.ts';
import type { Values } from './rules.ts';

/** Returns a stored value for display, with option labels and formatted dates and amounts; '' for none. */
export function displayValue(field: Pick<FormField, 'kind' | 'options' | 'entry'>, value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (Array.isArray(value)) return value.map((entry) => displayValue(field, entry)).join(', ');
  if (typeof value === 'number') return field.kind === 'percent' ? `${value}%` : String(value);
  if (field.entry && typeof value === 'object' && value !== null) return displayEntry(field.entry, value as Values);
  if (typeof value !== 'string') return '';
  switch (field.kind) {
    case 'phone':
      return formatPhone(value);
    case 'date':
      return formatDate(value);
    case 'time':
      return formatTime(value);
    case 'datetime':
      return formatDateTime(value);
    case 'money': {
      const cents = parseMoney(value);
      return cents === null ? value : formatMoney(cents);
    }
    default:
      return field.options?.find((option) => option.value === value)?.label ?? value;
  }
}

/** Labels of ticked boxes, without ids and references. */
function displayEntry(entry: readonly FormField[], values: Values): string {
  return entry
    .filter(({ isId, kind }) => !isId && kind !== 'reference')
    .map((field) => (values[field.name] === true ? field.label : displayValue(field, values[field.name] || '')))
    .filter((text) => text !== '')
    .join(' · ');
}
