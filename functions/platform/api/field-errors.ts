import type * as z from 'zod';

const amounts: Readonly<Record<string, (limit: number | bigint) => string>> = {
  string: (limit) => `${limit} ${limit === 1 ? 'character' : 'characters'}`,
  array: (limit) => `${limit} ${limit === 1 ? 'entry' : 'entries'}`,
};
const amount = (origin: string, limit: number | bigint): string => amounts[origin]?.(limit) ?? String(limit);

const kinds: Readonly<Record<string, string>> = {
  string: 'This must be text',
  number: 'This must be a number',
  int: 'This must be a whole number',
  boolean: 'This must be true or false',
  array: 'This must be a list',
};

/**
 * What is said where a schema has no sentence of its own, in place of the words of the library, which are for whoever
 * wrote the schema.
 */
export const defaultIssueMessage = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined) return 'This field is required.';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'This value is not valid';
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `Enter at most ${amount(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `Enter at least ${amount(issue.origin, issue.minimum)}`;
    default:
      return 'This value is not valid';
  }
};

const ofText = / must be text$/;

/** Issues as the wire's field map; issues of the whole value go to `non_field_errors`. */
export const toFieldErrors = (issues: readonly z.core.$ZodIssue[]): Record<string, string[]> => {
  const fields: Record<string, string[]> = {};
  for (const { path, message, code, input } of issues) {
    const field = path.map(String).join('.') || 'non_field_errors';
    // Whoever leaves a text out is not helped by hearing that it is none.
    const absent = code === 'invalid_type' && (input === undefined || input === null);
    const said = absent ? message.replace(ofText, ' is required') : message;
    fields[field] ??= [];
    // Two rules may say the same of one value.
    if (!fields[field].includes(said)) fields[field].push(said);
  }
  return fields;
};
