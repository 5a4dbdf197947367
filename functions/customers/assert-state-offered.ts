import { invalid } from '#domain/shared/contract/errors.ts';
import { invalidState, isUsState } from '#domain/shared/values/us-state.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';

/**
 * Refuses DC and the territories for the staff of a home that works with the documented 50 states alone (D2 §5), in
 * the spec's words. Customers belong to the organization, so the home that counts is the one of whoever enters them.
 */
export const assertStateOffered = async (organizations: Organizations, actor: Actor, state: string): Promise<void> => {
  if (isUsState(state)) return;
  const home = await organizations.home(actor.homeId);
  if (!home?.include_territories) throw invalid({ state: [invalidState] });
};
