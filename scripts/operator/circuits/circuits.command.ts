import * as z from 'zod';
import { organizationAt } from '#functions/organizations/create-organization.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Table } from '#functions/platform/store/table.ts';
import { command, text } from '../command.ts';
import { localTable } from '../local-product.ts';

const askedPartners = ['ses', 'user-pool', 'docuseal', 'quickbooks', 'google-calendar'] as const;
type AskedPartner = (typeof askedPartners)[number];

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

export const circuitsCommand = command({
  name: 'circuits',
  options: { slug: text, close: text },
  schema: z.object({
    slug: z.string('Public address is required'),
    close: z.enum(askedPartners, `Partners are ${askedPartners.join(', ')}`).optional(),
  }),
  usage: `circuits --slug ADDRESS [--close PARTNER]
  Says which partners of the organization are asked as usual, and which are paused because they failed. --close has one
  asked again at once: once it is known to be back.`,
  async run({ slug, close }) {
    const table = localTable();
    const { organization } = await organizationAt(table, slug);
    if (close) await closeCircuit(table, organization.id, close);
    return (await circuitLines(table, organization.id, new Date())).join('\n');
  },
});
