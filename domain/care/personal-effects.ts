import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { type EffectDecision, effectDecisions } from './care-names.ts';

export const effectDecisionLabels: Readonly<Record<EffectDecision, string>> = {
  stays: 'Stays with the deceased',
  return: 'Returns to the family',
  with_cremation: 'Goes with the cremation',
};

export const effectMessages = {
  needsReason: 'Say why the list was wrong',
  needsDecider: 'Enter who decided',
  returned: 'It was returned: the receipt stays as it is',
  struck: 'It was struck from the list',
  notOfCase: 'Choose effects of this case that are still here',
  notItsPhoto: 'Choose a photo of this case',
  needsSignature: 'The receiver signs the receipt',
  tooMany: 'A case can have at most 200 entries about personal effects',
} as const;

export const maxEffectEntries = 200;

const recorded = { id: z.uuid(), effect_id: z.uuid(), by_name: z.string().nullable(), recorded_at: Instant };
const what = {
  description: z.string(),
  count: z.number().int(),
  worn: z.boolean(),
  note: z.string(),
  /** A document of the case. */
  photo_id: z.uuid().nullable(),
};
export const EffectEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), ...recorded, ...what }),
  z.object({ kind: z.literal('corrected'), ...recorded, ...what, reason: z.string() }),
  z.object({
    kind: z.literal('decided'),
    ...recorded,
    decision: z.enum(effectDecisions),
    decided_by: z.string(),
  }),
  z.object({ kind: z.literal('returned'), ...recorded, receipt_id: z.uuid(), to_name: z.string() }),
]);

export type EffectEntry = z.output<typeof EffectEntry>;

export const PersonalEffect = z.object({
  id: z.uuid(),
  ...what,
  decision: z.enum(effectDecisions).nullable(),
  decided_by: z.string(),
  returned: z.object({ receipt_id: z.uuid(), to_name: z.string(), at: Instant }).nullable(),
  entries: z.array(EffectEntry),
});

export type PersonalEffect = z.output<typeof PersonalEffect>;

/** Returns the effects of a case by their entries, in order of listing; struck ones have a count of 0. */
export const effectsOf = (all: readonly EffectEntry[]): PersonalEffect[] =>
  [...Map.groupBy(all, ({ effect_id }) => effect_id)].map(([id, entries]) => {
    const what = entries.findLast((entry) => entry.kind === 'listed' || entry.kind === 'corrected');
    const decided = entries.findLast((entry) => entry.kind === 'decided');
    const returned = entries.findLast((entry) => entry.kind === 'returned');
    return {
      id,
      description: what?.description ?? '',
      count: what?.count ?? 0,
      worn: what?.worn ?? false,
      note: what?.note ?? '',
      photo_id: what?.photo_id ?? null,
      decision: decided?.decision ?? null,
      decided_by: decided?.decided_by ?? '',
      returned: returned
        ? { receipt_id: returned.receipt_id, to_name: returned.to_name, at: returned.recorded_at }
        : null,
      entries,
    };
  });

/** Returns the effects that are still here: neither struck nor returned. */
export const effectsHere = (entries: readonly EffectEntry[]): PersonalEffect[] =>
  effectsOf(entries).filter(({ count, returned }) => count > 0 && returned === null);

/** Returns an effect in words: `Wedding ring (worn)`, `Pajamas (2)`. */
export const effectText = (effect: Pick<PersonalEffect, 'description' | 'count' | 'worn'>): string => {
  const { description, count, worn } = effect;
  const more = [count > 1 ? String(count) : '', worn ? 'worn' : ''].filter(Boolean).join(', ');
  return more ? `${description} (${more})` : description;
};
