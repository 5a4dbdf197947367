import * as z from 'zod';
import { singleLineText } from '#domain/shared/values/text.ts';

/** So many filters can somebody save over one list. */
export const maxListViews = 8;

/** Filters of a list under a name of one's own. */
export const ListView = z.object({
  name: singleLineText('Name', 120).min(1, 'Name is required'),
  /** As they stand in the address: 'location=…&status=active'. Never a search, which names people. */
  query: z
    .string()
    .max(500)
    .regex(/^[\w=&%+.-]*$/, 'Invalid filters')
    .refine((query) => !new URLSearchParams(query).has('search'), 'A saved filter holds no search words'),
});
export type ListView = z.output<typeof ListView>;

const views = z.array(ListView).max(maxListViews, `You can save at most ${maxListViews} filters`).optional();

/** What somebody has saved over each list. */
export const ListViews = z.object({ cases: views, 'first-calls': views, submissions: views });
export type ListViews = z.output<typeof ListViews>;
export type ViewedList = keyof ListViews;
