import type * as z from 'zod';

/** Issues as the wire's field map; issues of the whole value go to `non_field_errors`. */
export const fieldMap = (issues: readonly z.core.$ZodIssue[]): Record<string, string[]> => {
  const fields: Record<string, string[]> = {};
  for (const { path, message, code, ...rest } of issues) {
    const field = path.map(String).join('.') || 'non_field_errors';
    const absent =
      code === 'invalid_type' && 'input' in rest && rest.input === undefined && message.startsWith('Invalid input');
    const said = absent ? 'This field is required.' : message;
    fields[field] ??= [];
    // Two rules may say the same of one value.
    if (!fields[field].includes(said)) fields[field].push(said);
  }
  return fields;
};
