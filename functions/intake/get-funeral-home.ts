import { notFound } from '#domain/contract/errors.ts';
import type { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const getFuneralHome: Handler<typeof intakeEndpoints.funeralHome> = async ({ params }, context) => {
  const home = await context.homeCard(params.slug);
  if (!home) throw notFound('Funeral home not found');
  return home;
};
