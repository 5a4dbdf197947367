import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { exports } from '#functions/exports/repository.ts';
import { type ContextOf, handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { pageRequest } from '#functions/platform/api/paging.ts';
import { customerScans } from './repository/customers.ts';

const needs = { customers: customerScans, exports };
type Context = ContextOf<typeof customerEndpoints.export, typeof needs>;

const rowsPerCall = 1000;

/** The export of a page, and the key after which it continues. */
const Cursor = z.object({ e: z.uuid(), k: z.string().max(300) });

/** The words of a search may be a name, and this history is never deleted (S-40). */
const searched = { field: 'search', from: null, to: null };

const over = 'This export expired. Start it again.';

/** An export is recorded once, when it starts; later pages name that record (quality S-41). */
const begin = async ({ db, work, actor, now }: Context, search: string | undefined): Promise<string> => {
  const id = uuid({ msecs: now.getTime() });
  await work
    .add(db.exports.begin(id, actor.id, now))
    .audit('customer.exported', id, search === undefined ? [] : [searched])
    .announce('customer.exported', id, { profile_id: actor.id })
    .step();
  return id;
};

const exportCustomers = handler(customerEndpoints.export, needs, async ({ query }, context) => {
  const { db, actor, now, cursor: sealed } = context;
  const { search } = pageRequest(query);
  const given = query.cursor ? Cursor.parse(JSON.parse(await sealed.open(query.cursor, over))) : undefined;
  if (given && !(await db.exports.belongsTo(given.e, actor.id, now))) throw invalid({ cursor: [over] });
  const id = given?.e ?? (await begin(context, search));
  const [{ rows, cursor }, total] = await Promise.all([
    db.customers.walk({ search, cursor: given?.k, limit: rowsPerCall }, now),
    search ? null : db.customers.count(),
  ]);
  const next_cursor = cursor && (await sealed.seal(JSON.stringify({ e: id, k: cursor })));
  return { rows, next_cursor, count: total };
});

export const customerScopedRoutes = organizationScopedRoutes(customerEndpoints, { export: exportCustomers });
