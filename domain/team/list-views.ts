import * as z from 'zod';
import { singleLineText } from '#domain/shared/values/text.ts';

/** Maximum saved views per user and list. */
export const maxListViews = 8;

export const ListView = z.object({
  name: singleLineText('Name', 120).min(1, 'Name is required'),
  /** The query string, such as 'location=…&status=active'. Never a search, which contains names. */
  query: z
    .string()
    .max(500)
    .regex(/^[\w=&%+.-]*$/, 'Invalid filters')
    .refine((query) => !new URLSearchParams(query).has('search'), 'A saved filter holds no search words'),
});
export type ListView = z.output<typeof ListView>;

const views = z.array(ListView).max(maxListViews, `You can save at most ${maxListViews} filters`).optional();

export const ListViews = z.object({ cases: views, 'first-calls': views, submissions: views });
export type ListViews = z.output<typeof ListViews>;
export type ViewedList = keyof ListViews;
