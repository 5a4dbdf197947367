import { describe, expect, it } from 'vitest';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { generalPriority, priorityRules, type Relative, rightOfDisposition } from './order-of-priority.ts';

/** Parses relatives such as 'Ann: daughter, Bob: spouse'. */
const nextOfKin = (family: string): Relative[] =>
  family.split(', ').map((one) => {
    const [name = '', relationship = ''] = one.split(': ');
    return { name, relationship };
  });

describe('rightOfDisposition', () => {
  it.each([
    ['FL', 'Ann: daughter, Bob: spouse', 'The surviving spouse', ['Bob']],
    ['FL', 'Ann: daughter, Cy: son, Dora: parent', 'An adult child', ['Ann', 'Cy']],
    ['FL', 'Eve: grandparent, Fay: grandchild', 'An adult grandchild', ['Fay']],
    ['TX', 'Dora: parent, Ann: daughter', 'An adult child', ['Ann']],
    ['TX', 'Gus: executor, Hal: sibling', 'An adult sibling', ['Hal']],
    ['TX', 'Gus: executor, Ida: cousin', 'The executor or administrator of the estate', ['Gus']],
    ['MI', 'Jo: grandchild, Kay: parent', 'An adult grandchild', ['Jo']],
    ['GA', 'Jo: grandparent, Lu: sibling', 'An adult sibling', ['Lu']],
    ['NY', 'Mo: friend, Ned: guardian', 'The guardian at the time of death', ['Ned']],
    ['IN', 'Ola: power_of_attorney, Pam: spouse', 'A person the deceased named in writing', ['Ola']],
    ['PA', 'Ola: power_of_attorney, Pam: sibling', 'An adult sibling', ['Pam']],
    ['CA', 'Ola: power_of_attorney, Pam: spouse', 'A person the deceased named in writing', ['Ola']],
  ])('ranks first in %s of %s: %s', (state, family, who, people) => {
    expect(rightOfDisposition(state, nextOfKin(family)).first).toMatchObject({ who, people });
  });

  it('returns the general order for a state without a rule', () => {
    const order = rightOfDisposition('WY', nextOfKin('Ann: in_law, Bob: friend'));
    expect(order).toMatchObject({
      state: '',
      source: generalPriority.source,
      first: undefined,
      others: ['Ann', 'Bob'],
    });
    expect(rightOfDisposition('MO', []).state).toBe('MO');
  });

  it.each(Object.entries({ ...priorityRules, general: generalPriority }))(
    'names its source and the day of its review: %s',
    (_, { source }) => {
      expect(source).toMatchObject({
        text: expect.stringMatching(/^.{11,}/),
        reviewed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
    },
  );

  it('uses only relationships of the form, and none twice in a state', () => {
    const known = new Set(knownRelationships.map(({ value }) => value));
    for (const [state, { steps }] of Object.entries({ ...priorityRules, general: generalPriority })) {
      const all = steps.flatMap(({ relationships }) => relationships);
      expect([state, new Set(all).size]).toEqual([state, all.length]);
      expect(all.filter((one) => !known.has(one))).toEqual([]);
    }
  });
});
