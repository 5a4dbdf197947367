import * as z from 'zod';
import { organizationAt } from '#functions/organizations/create-organization.ts';
import { command, flag, showProgress, text, UsageError } from '../command.ts';
import { localTable } from '../local-product.ts';
import { effectLines, openEffects, settleEffect } from './effects.ts';

export const effectsCommand = command({
  name: 'effects',
  options: { slug: text, event: text, name: text, happened: flag, 'not-happened': flag },
  schema: z.object({
    slug: z.string('Public address is required'),
    event: z.string().optional(),
    name: z.string().optional(),
    happened: z.boolean().default(false),
    'not-happened': z.boolean().default(false),
  }),
  usage: `effects --slug ADDRESS [--event ID --name NAME --happened|--not-happened]
  Says what of the organization was to be done at partners and is not known to be done, the oldest first: reads the whole
  table. With --event and --name it ends one of which somebody has looked up at the partner whether it has happened: what
  has is never tried again, what has not is with its message's next coming. It is on record.`,
  async run({ slug, event: eventId, name, happened, 'not-happened': not }) {
    const table = localTable();
    const { organization } = await organizationAt(table, slug);
    if (eventId === undefined) {
      if (name !== undefined || happened || not) throw new UsageError('Say which --event. Without it, all are listed.');
      const open = await openEffects(table, organization.id, (items) => showProgress(`${items} items looked at`));
      return ['\r', ...effectLines(open, new Date())].join('\n') + (open.length ? '' : 'No unfinished effects.');
    }
    if (!name || happened === not) throw new UsageError('Say --name, and --happened or --not-happened.');
    await settleEffect(table, { organizationId: organization.id, eventId, name }, happened, new Date());
    return happened ? 'It is done, and is not tried again.' : 'It is tried with the next coming of its message.';
  },
});
