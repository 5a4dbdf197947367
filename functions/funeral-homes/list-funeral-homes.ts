import type { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const listFuneralHomes: Handler<typeof funeralHomeEndpoints.list> = async (_, { db }) => {
  const results = await db.organizations.homes();
  return { count: results.length, next: null, previous: null, results };
};
