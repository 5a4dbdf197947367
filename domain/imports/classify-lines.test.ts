import { describe, expect, it } from 'vitest';
import { areNamesakes, classifyLine, DuplicateIndex } from './classify-lines.ts';

describe('classifyLine', () => {
  const person = (changes: object = {}) => ({
    ...{ first_name: 'Ada', middle_name: '', last_name: 'Brannock' },
    ...{ phone: '9045550100', email: null, zip_code: '32084' },
    ...changes,
  });
  const ours = (changes: object = {}) => ({ ...person(changes), customer: { id: 'a', name: 'Ada Brannock' } });

  it('finds known, doubtful and new people, customers before earlier lines', () => {
    expect(classifyLine(person(), [{ ...person(), line: 2 }, ours()])).toMatchObject({
      ...{ outcome: 'known', why: ['Same person as Ada Brannock'], customer: { id: 'a' } },
    });
    expect(classifyLine(person({ first_name: 'A.' }), [ours()])).toMatchObject({
      ...{ outcome: 'doubtful', why: ['Same phone number as Ada Brannock'] },
    });
    expect(classifyLine(person({ phone: null }), [{ ...person({ phone: null }), line: 7 }])).toMatchObject({
      ...{ outcome: 'doubtful', why: ['Same name and ZIP code as line 7'], customer: null },
    });
    expect(classifyLine(person({ phone: null, zip_code: '' }), [ours()]).outcome).toBe('new');
  });

  it.each([
    ['Bea', 'Ada', 'new'],
    ['Thúy', 'Thủy', 'new'],
    ['Jose', 'José', 'known'],
    ['Peggy', 'Margaret', 'doubtful'],
    ['John and Mary', 'John', 'doubtful'],
    ['Rob', 'Robert', 'doubtful'],
    ['राम', 'रमा', 'new'],
  ])('classifies people with the same phone: %s and %s are %s', (first_name, other, outcome) => {
    const judged = classifyLine(person({ first_name }), [ours({ first_name: other })]);
    expect(judged).toMatchObject({ outcome, why: [expect.stringMatching(/^Same .* as Ada Brannock$/)] });
    expect(judged.customer === null).toBe(outcome === 'new');
  });

  it.each([
    ['Brannock Sr.', 'Brannock, Jr', 'new'],
    ['Brannock Jr.', 'Brannock JR', 'known'],
    ['Brannock', 'Brannock Jr.', 'doubtful'],
  ])('compares suffixes of people with one name and phone: %s and %s are %s', (last_name, other, outcome) => {
    expect(classifyLine(person({ last_name }), [ours({ last_name: other })]).outcome).toBe(outcome);
  });

  it.each([
    [{ email: 'sr@example.com' }, { email: 'jr@example.com' }, true],
    [{ middle_name: 'A.' }, { middle_name: 'Brian' }, true],
    [{ middle_name: 'B.' }, { middle_name: 'Brian' }, false],
    [{ zip_code: '32084-1111' }, { zip_code: '32084' }, false],
    [{ zip_code: '32084' }, { zip_code: '32177' }, true],
    [{ email: 'sr@example.com' }, {}, false],
  ])('treats %o and %o with one name and phone as two people: %s', (a, b, areTwo) => {
    expect(areNamesakes(person(a), person(b))).toBe(areTwo);
  });

  it('reports the best of several doubtful matches with all reasons', () => {
    const email = 'ada@example.com';
    const other = { ...person({ first_name: 'Will', zip_code: '' }), customer: { id: 'w', name: 'Will Harmon Sr.' } };
    // The middle name differs: not certainly the same person.
    const likest = ours({ middle_name: 'B', email });
    const why = ['Same phone number, email address, name and ZIP code as Ada Brannock'];
    for (const all of [
      [other, likest],
      [likest, other],
    ])
      expect(classifyLine(person({ email }), all)).toMatchObject({ outcome: 'doubtful', why, customer: { id: 'a' } });
    // The same name with another email address: only shared values count, and a name is not enough.
    expect(classifyLine(person({ email, zip_code: '' }), [other, ours({ email: 'b@example.com' })])).toMatchObject({
      ...{ outcome: 'doubtful', why: ['Same phone number and name as Ada Brannock'] },
    });
    expect(classifyLine(person({ phone: null, zip_code: '' }), [ours({ phone: null })]).outcome).toBe('new');
    const earlier = { ...person({ first_name: 'Will', zip_code: '' }), line: 2 };
    expect(classifyLine(person({ first_name: 'William' }), [earlier, other])).toMatchObject({ customer: { id: 'w' } });
  });

  it('compares a line only with people who share something', () => {
    const index = new DuplicateIndex();
    index.add(ours());
    index.add(ours({ first_name: 'Zoe', phone: '9045550999', email: 'z@example.com' }));
    expect(index.candidatesFor(person())).toHaveLength(1);
    expect(index.candidatesFor(person({ phone: null, zip_code: '' }))).toEqual([]);
  });
});
