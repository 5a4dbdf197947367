import * as z from 'zod';
import { operatorWork, organizationAt } from '#functions/organizations/create-organization.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type OpenEffect, openEffect, resolveEffect } from '#functions/platform/store/partners/effects.ts';
import type { Key, Table } from '#functions/platform/store/table.ts';
import { command, flag, showProgress, text, UsageError } from '../command.ts';
import { localTable } from '../local-product.ts';

/** No index has the unfinished effects, so the whole table is read and `report` gets the progress. */
export const openEffects = async (
  table: Table,
  organizationId: string,
  report: (items: number) => void = () => {},
): Promise<OpenEffect[]> => {
  const found: OpenEffect[] = [];
  let looked = 0;
  let from: Key | undefined;
  do {
    const { items, next } = await table.scan(from);
    found.push(...items.flatMap((item) => openEffect(organizationId, item) ?? []));
    looked += items.length;
    report(looked);
    from = next;
  } while (from);
  return found.sort((a, b) => a.triedAt.getTime() - b.triedAt.getTime());
};

const stateOf = ({ state, heldUntil }: OpenEffect, now: Date): string => {
  if (state === 'free') return 'not executed; will be retried';
  if (heldUntil > now) return `under way until ${heldUntil.toISOString()}`;
  return 'unknown: the response was lost';
};

export const effectLines = (effects: readonly OpenEffect[], now: Date): string[] =>
  effects.map((effect) => {
    const { eventId, name, triedAt } = effect;
    return `${triedAt.toISOString()}  ${eventId}  ${JSON.stringify(name)}  ${stateOf(effect, now)}`;
  });

/** A done effect never runs again, another one does with its next message. Throws while it is running. */
export const settleEffect = async (
  table: Table,
  { organizationId, eventId, name }: Pick<OpenEffect, 'organizationId' | 'eventId' | 'name'>,
  happened: boolean,
  now: Date,
): Promise<void> => {
  const item = await table.get(keysOf(organizationId).effect(eventId, name));
  const open = item && openEffect(organizationId, item);
  if (!open) throw new Error('There is no such effect that is not done. List them without --event.');
  if (open.state !== 'free' && open.heldUntil > now)
    throw new Error(`In progress until ${open.heldUntil.toISOString()}. Try again then.`);
  const changed = () => new Error('It was begun anew just now. Look again.');
  await operatorWork(table, organizationId, now)
    .add(resolveEffect(open, happened, now, changed))
    .audit('operator.settled', organizationId, [
      { field: 'event', from: null, to: eventId },
      { field: 'effect', from: null, to: name },
      { field: 'happened', from: null, to: happened },
    ])
    .step();
};

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
