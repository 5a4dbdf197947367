import { notFound } from '#domain/contract/errors.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { homeCards } from '#functions/records/homes.ts';

export const getFuneralHome = handler(intakeEndpoints.funeralHome, { homeCards }, async ({ params }, { db }) => {
  const home = await db.homeCards.find(params.slug);
  if (!home) throw notFound('Funeral home not found');
  return home;
});
