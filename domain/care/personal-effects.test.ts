import { describe, expect, it } from 'vitest';
import { type EffectEntry, effectsHere, effectsOf, effectText } from './personal-effects.ts';

describe('personal effects', () => {
  const base = (id: string, effect_id = 'ring') => ({ id, effect_id, by_name: 'Dee', recorded_at: `2026-03-0${id}` });
  const what = { description: 'Wedding ring', count: 1, worn: true, note: '', photo_id: null };
  const listed: EffectEntry = { kind: 'listed', ...base('1'), ...what };

  it('follow from their entries, which stay', () => {
    const entries: EffectEntry[] = [
      listed,
      { kind: 'decided', ...base('2'), decision: 'return', decided_by: 'Karin' },
      { kind: 'returned', ...base('3'), receipt_id: 'r', to_name: 'Karin' },
    ];
    const [ring] = effectsOf(entries);
    expect(ring).toMatchObject({
      decision: 'return',
      decided_by: 'Karin',
      returned: { receipt_id: 'r', at: '2026-03-03' },
    });
    expect(ring?.entries).toEqual(entries);
    expect(effectsHere(entries)).toEqual([]);
    expect(effectsHere(entries.slice(0, 2))).toHaveLength(1);
  });

  it('strikes an effect by a count of 0', () => {
    const struck: EffectEntry = { kind: 'corrected', ...base('2'), ...what, count: 0, reason: 'Listed twice' };
    expect(effectsHere([listed, struck])).toEqual([]);
    expect(effectText({ ...what, count: 2 })).toBe('Wedding ring (2, worn)');
  });
});
