import type * as z from 'zod';
import { Paging } from './requests.ts';

/** What is answered instead of the result; thrown by what serves a call. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}
export const missing = (): Refused => new Refused(404, { status: 404 });
/** It is there, and of another account: it is found before it is asked whose it is. */
export const notYours = (): Refused => new Refused(403, { error: 'Not authorized' });
/** A sentence of the validation. */
export const invalid = (error: string): Refused => new Refused(422, { error });
export const needsPro = (what: string): Refused =>
  new Refused(404, { status: 404, message: `This feature is available in Pro Edition: ${what}` });

/** Parses what was sent; what does not fit is a 422. */
export const read = <T extends z.ZodType>(schema: T, sent: unknown): z.output<T> => {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalid(
    path.startsWith('message') ? 'body is required in `message`.' : `${path} ${issue?.message ?? 'is invalid'}`,
  );
};

/** A page of records, newest first. */
export const paged = <T extends { id: number }, Row>(
  all: readonly T[],
  query: Record<string, string>,
  present: (one: T) => Row,
) => {
  const { limit, after, before } = read(Paging, query);
  const rows = all
    .filter(({ id }) => (after === undefined || id < after) && (before === undefined || id > before))
    .slice(0, limit);
  return {
    data: rows.map(present),
    pagination: { count: rows.length, next: rows.at(-1)?.id ?? null, prev: rows[0]?.id ?? null },
  };
};
