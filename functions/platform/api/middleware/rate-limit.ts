import type { Table } from '#functions/platform/store/table.ts';
import type { CallMiddleware } from '../call.ts';
import { countRequest } from '../limits.ts';

/** Counts every call against the limits of whoever makes it, also one that is refused afterwards: guessing is slow. */
export const rate = ({ table, on }: { table: () => Table; on: boolean }): CallMiddleware => ({
  async before({ event, context: { call } }) {
    if (on) Object.assign(call.headers, await countRequest(table, call, event.queryStringParameters ?? {}));
  },
});
