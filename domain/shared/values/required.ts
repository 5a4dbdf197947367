import * as z from 'zod';

/**
 * A field that may be left out, null or blank, and is checked by `schema` when something is given; blank becomes ''.
 * A union with '' would hide the schema's own messages behind one of its own.
 */
export const optionalText = (schema: z.ZodString) =>
  z
    .string()
    .check(
      z.overwrite((typed) => {
        const parsed = typed.trim() === '' ? undefined : schema.safeParse(typed);
        return parsed ? (parsed.data ?? typed) : '';
      }),
      z.superRefine((typed, context) => {
        if (typed === '') return;
        const { error } = schema.safeParse(typed);
        for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
      }),
    )
    .nullish();

/** A field that must be filled ('{message}'), and then satisfy `schema`. */
export const required = (schema: z.ZodString, message: string) =>
  z.string(message).check(
    z.overwrite((typed) => schema.safeParse(typed).data ?? typed.trim()),
    z.superRefine((typed, context) => {
      const issues = typed === '' ? [{ message }] : (schema.safeParse(typed).error?.issues ?? []);
      for (const issue of issues) context.addIssue({ code: 'custom', message: issue.message });
    }),
  );
