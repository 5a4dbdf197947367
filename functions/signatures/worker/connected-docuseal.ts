import { CircuitBreaker } from '#functions/platform/store/partners/circuit.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';
import { type EnvelopeRef, partner, type SigningDependencies } from './signing-dependencies.ts';

/** The account of one organization. What may fail is asked by `ask`, through the organization's circuit. */
export interface ConnectedDocuSeal {
  account: DocuSeal;
  ask: <T>(question: (account: DocuSeal) => Promise<T>) => Promise<T>;
}

/** DocuSeal as the organization of an envelope may ask it; undefined: not connected. Throws while it is paused. */
export const connectedDocuSeal = async (
  { table, accounts, now }: SigningDependencies,
  { organizationId }: EnvelopeRef,
): Promise<ConnectedDocuSeal | undefined> => {
  const circuit = new CircuitBreaker(table, { organizationId, partner }, now);
  circuit.assertNotPaused();
  const account = await accounts.of(organizationId);
  return account && { account, ask: (question) => circuit.run(() => question(account)) };
};
