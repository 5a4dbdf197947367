import { expect, it } from 'vitest';
import { References, referencesOf } from './references.ts';

const org = 'o1';
const item = (pk: string, sk: string, more: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries({ pk: `T#${org}#${pk}`, sk, ...more }).map(([name, S]) => [name, { S }]));
const keys = (found: ReturnType<typeof referencesOf>) => found.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);

it.each([
  ['a document', item('PAPERS#case', 'DOCUMENT#d1'), ['T#o1#DOCUMENT#d1 DOCUMENT']],
  ['a payment', item('LEDGER#case', 'PAYMENT#p1'), ['T#o1#PAYMENT#p1 PAYMENT']],
  ['an envelope', item('ENVELOPESOFCASE#case', 'ENVELOPE#e1'), ['T#o1#ENVELOPE#e1 ENVELOPE']],
  ['a Social Security number', item('CASE#case', 'CASE', { ssn_id: 's1' }), ['T#o1#SSN#s1 SSN']],
  ['a check number', item('PAYMENT#p1', 'PAYMENT', { check_number_id: 'c1' }), ['T#o1#CHECKNUMBER#c1 CHECKNUMBER']],
  ['nothing else', item('CASE#case', 'SECTION#deceased'), []],
])('finds the references of an item to %s', (_, from, to) => {
  expect(keys(referencesOf(from, org))).toEqual(to);
});

it('returns each reference once, without records already seen or replaced', () => {
  const references = new References(org);
  references.saw(item('DOCUMENT#d1', 'DOCUMENT'), true);
  for (const id of ['d1', 'd2', 'd2', 'd3']) references.saw(item('PAPERS#case', `DOCUMENT#${id}`), true);
  references.saw(item('CASE#case', 'CASE', { ssn_id: 'older' }), false);
  expect(keys(references.take())).toEqual(['T#o1#DOCUMENT#d2 DOCUMENT', 'T#o1#DOCUMENT#d3 DOCUMENT']);
  references.saw(item('PAPERS#other', 'DOCUMENT#d2'), true);
  expect(references.take()).toEqual([]);
});
