import * as z from 'zod';
import { organizationAt } from '#functions/organizations/create-organization.ts';
import { command, text } from '../command.ts';
import { localTable } from '../local-product.ts';
import { askedPartners, circuitLines, closeCircuit } from './circuits.ts';

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
