import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod';

/** The first message of each wrong field, by its name; an empty object when all are right. */
export const problemsOf = (schema: z.ZodType, values: unknown): Record<string, string> => {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const name = String(path[0] ?? '');
    problems[name] ??= message;
  }
  return problems;
};

/** Checks a form by a schema of the domain; `read` makes of the form's values what the schema expects. */
export const schemaResolver =
  <Values extends FieldValues>(
    schema: z.ZodType,
    read: (values: Values) => unknown = (values) => values,
  ): Resolver<Values> =>
  (values) => {
    const found = Object.entries(problemsOf(schema, read(values)));
    if (found.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: 'rule', message }]));
    return { values: {}, errors } as ReturnType<Resolver<Values>>;
  };
