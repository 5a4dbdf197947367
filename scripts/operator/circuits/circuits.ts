import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Table } from '#functions/platform/store/table.ts';

export const askedPartners = ['ses', 'user-pool', 'docuseal', 'quickbooks', 'google-calendar'] as const;
export type AskedPartner = (typeof askedPartners)[number];

const keyOf = (organizationId: string, partner: AskedPartner) => keysOf(organizationId).partnerStatus(partner);

const lineOf = (partner: string, status: Item | undefined, now: Date): string => {
  const { state = 'closed', failures = 0, probe_at = 0, changed_at }: Record<string, unknown> = status ?? {};
  const since = changed_at ? ` since ${String(changed_at)}` : '';
  if (state === 'closed') return `${partner}: working${failures ? `, ${failures} failures in a row` : ''}`;
  const seconds = Math.max(0, Math.ceil(Number(probe_at) - now.getTime() / 1000));
  return `${partner}: paused${since}; next attempt ${seconds ? `in ${seconds} seconds` : 'now'}`;
};

export const circuitLines = async (table: Table, organizationId: string, now: Date): Promise<string[]> =>
  Promise.all(
    askedPartners.map(async (partner) => lineOf(partner, await table.get(keyOf(organizationId, partner)), now)),
  );

/** Processes that run already learn of it within three minutes. */
export const closeCircuit = (table: Table, organizationId: string, partner: AskedPartner): Promise<void> =>
  table.transact([{ delete: keyOf(organizationId, partner) }]);
