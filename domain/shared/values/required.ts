import * as z from 'zod';

/** A union with '' would replace the schema's messages by its own. */
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

/** A required field ('{message}') that must then satisfy `schema`. */
export const required = (schema: z.ZodString, message: string) =>
  z.string(message).check(
    z.overwrite((typed) => schema.safeParse(typed).data ?? typed.trim()),
    z.superRefine((typed, context) => {
      const issues = typed === '' ? [{ message }] : (schema.safeParse(typed).error?.issues ?? []);
      for (const issue of issues) context.addIssue({ code: 'custom', message: issue.message });
    }),
  );
