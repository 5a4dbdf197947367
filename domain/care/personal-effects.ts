/** Decisions about a personal effect. */
export const effectDecisions = ['stays', 'return', 'with_cremation'] as const;
export type EffectDecision = (typeof effectDecisions)[number];

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

interface EntryBase {
  readonly id: string;
  readonly effect_id: string;
  readonly by_name: string | null;
  readonly recorded_at: string;
}
interface What {
  readonly description: string;
  readonly count: number;
  readonly worn: boolean;
  readonly note: string;
  readonly photo_id: string | null;
}

/** An entry is never changed: a correction says the whole effect again, and a count of 0 strikes it. */
export type EffectEntry = EntryBase &
  (
    | ({ readonly kind: 'listed' } & What)
    | ({ readonly kind: 'corrected'; readonly reason: string } & What)
    | { readonly kind: 'decided'; readonly decision: EffectDecision; readonly decided_by: string }
    | { readonly kind: 'returned'; readonly receipt_id: string; readonly to_name: string }
  );

export interface PersonalEffect extends What {
  readonly id: string;
  readonly decision: EffectDecision | null;
  readonly decided_by: string;
  readonly returned: { readonly receipt_id: string; readonly to_name: string; readonly at: string } | null;
  /** In order of recording. */
  readonly entries: readonly EffectEntry[];
}

const begun = ({ effect_id: id }: EffectEntry): PersonalEffect => ({
  ...{ id, description: '', count: 0, worn: false, note: '', photo_id: null },
  ...{ decision: null, decided_by: '', returned: null, entries: [] },
});

const after = (effect: PersonalEffect, entry: EffectEntry): PersonalEffect => {
  const entries = [...effect.entries, entry];
  switch (entry.kind) {
    case 'decided':
      return { ...effect, decision: entry.decision, decided_by: entry.decided_by, entries };
    case 'returned':
      return {
        ...effect,
        returned: { receipt_id: entry.receipt_id, to_name: entry.to_name, at: entry.recorded_at },
        entries,
      };
    default: {
      const { description, count, worn, note, photo_id } = entry;
      return { ...effect, description, count, worn, note, photo_id, entries };
    }
  }
};

/** Returns the effects of a case by their entries, in order of listing; struck ones have a count of 0. */
export const effectsOf = (entries: readonly EffectEntry[]): PersonalEffect[] => {
  const found = new Map<string, PersonalEffect>();
  for (const entry of entries) found.set(entry.effect_id, after(found.get(entry.effect_id) ?? begun(entry), entry));
  return [...found.values()];
};

/** Returns the effects that are still here: neither struck nor returned. */
export const effectsHere = (entries: readonly EffectEntry[]): PersonalEffect[] =>
  effectsOf(entries).filter(({ count, returned }) => count > 0 && returned === null);

/** Returns an effect in words: `Wedding ring (worn)`, `Pajamas (2)`. */
export const effectText = ({
  description,
  count,
  worn,
}: Pick<PersonalEffect, 'description' | 'count' | 'worn'>): string => {
  const more = [count > 1 ? String(count) : '', worn ? 'worn' : ''].filter(Boolean).join(', ');
  return more ? `${description} (${more})` : description;
};
