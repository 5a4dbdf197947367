import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatYearlyNumber } from '#domain/shared/values/number.ts';
import {
  type Difference,
  numbersThere,
  type OurEntry,
  quickBooksDocNumber,
  reconcile,
  type TheirEntry,
} from './reconciliation.ts';
import { differenceText, monthRows } from './reconciliation-text.ts';

const our = (number: string, amount: number, date = '2026-11-05', isVoided = false): OurEntry => ({
  ...{ id: number, receipt_number: number, date, amount, isVoided, who: 'Ana Ruiz' },
});
const their = (reference: string, amount: number, date = '2026-11-05'): TheirEntry => ({
  ...{ id: `Payment ${reference}`, ourId: null, reference, date, amount, who: 'Ruiz, Ana' },
});
const kinds = (differences: readonly Difference[]) => differences.map(({ kind, reference }) => [kind, reference]);

describe('reconcile', () => {
  it('finds no difference if every entry has its amount and day, refunds included', () => {
    const both = reconcile(
      [our('R-1', 100), our('R-2', -40), our('R-3', 5, undefined, true)],
      [their('R-2', -40), their('R-1', 100), their('R-3', 0)],
    );
    expect(both).toEqual({ ours: 60, theirs: 60, matched: 2, differences: [] });
  });

  it('lists every difference once, by day', () => {
    const { differences } = reconcile(
      [
        ...[our('R-1', 100, '2026-11-09'), our('R-2', 50), our('R-3', 70, '2026-11-02')],
        ...[our('R-4', 30, '2026-11-03', true), our('R-5', 10, '2026-11-04')],
      ],
      [
        ...[their('R-1', 110, '2026-11-09'), their('R-3', 70), their('R-4', 30, '2026-11-03')],
        ...[their('R-5', 10, '2026-11-04'), their('R-5', 10, '2026-11-04'), their('1044', 99, '2026-11-30')],
      ],
    );
    expect(kinds(differences)).toEqual([
      ...[
        ['date', 'R-3'],
        ['not_voided_there', 'R-4'],
        ['twice_there', 'R-5'],
      ],
      ...[
        ['missing_there', 'R-2'],
        ['amount', 'R-1'],
        ['missing_here', '1044'],
      ],
    ]);
  });

  it('reports an entry in different months as a different day', () => {
    const made = reconcile([our('R-1', 100)], [their('R-2', 50)], {
      ours: [our('R-2', 50, '2026-10-31')],
      theirs: [their('R-1', 100, '2026-12-01')],
    });
    expect(kinds(made.differences)).toEqual([
      ['date', 'R-2'],
      ['date', 'R-1'],
    ]);
    expect([made.ours, made.theirs, made.matched]).toEqual([100, 50, 0]);
    const voided = { ...our('R-2', 50, '2026-10-31'), isVoided: true };
    const elsewhere = { ours: [voided], theirs: [] };
    expect(kinds(reconcile([], [their('R-2', 50)], elsewhere).differences)).toEqual([['not_voided_there', 'R-2']]);
  });

  it('reports an entry with another number once, and each duplicate once', () => {
    const made = reconcile([our('R-1', 100), our('R-2', 100)], [their('1044', 100)]);
    expect(kinds(made.differences)).toEqual([
      ['number', 'R-1'],
      ['missing_there', 'R-2'],
    ]);
    expect(made.differences[0]?.theirs).toEqual({ date: '2026-11-05', amount: 100 });
  });

  describe('entries with the same number', () => {
    const long = 'LONGPREFIX-R-2026-000';
    const shared = 'WA-R-2026-0001';
    const entry = (id: string, number: string, amount: number, date?: string) => ({ ...our(number, amount, date), id });
    const sent = (ourId: string, reference: string, amount: number) => ({ ...their(reference, amount), ourId });
    const ours = [
      ...[entry('a', `${long}1`, 100), entry('b', `${long}2`, 50)],
      ...[entry('c', shared, 70), entry('d', shared, 30)],
    ];

    it('matches by the entry in the note: shortened or shared prefixes', () => {
      const theirs = [
        ...[sent('d', shared, 30), sent('b', quickBooksDocNumber(`${long}2`), 50)],
        ...[sent('c', shared, 70), sent('a', quickBooksDocNumber(`${long}1`), 100)],
      ];
      expect(reconcile(ours, theirs)).toEqual({ ours: 250, theirs: 250, matched: 4, differences: [] });
      const { differences } = reconcile(ours, [...theirs.slice(0, 3), sent('a', quickBooksDocNumber(`${long}1`), 101)]);
      expect(kinds(differences)).toEqual([['amount', `${long}1`]]);
    });

    it('matches numbers that were sent before they were shortened differently', () => {
      const theirs = [their('ONGPREFIX-R-2026-0001', 100), sent('b', 'ONGPREFIX-R-2026-0002', 50)];
      expect(reconcile(ours.slice(0, 2), theirs)).toMatchObject({ matched: 2, differences: [] });
    });

    it('does not match a record that names another entry, in this or another month', () => {
      const october = entry('e', shared, 70, '2026-10-31');
      const made = reconcile(ours.slice(2), [sent('d', shared, 30), sent('e', shared, 70)], {
        ours: [october],
        theirs: [],
      });
      expect(made.differences.map(({ kind, id }) => [kind, id])).toEqual([
        ['date', 'e'],
        ['missing_there', 'c'],
      ]);
      const elsewhere = { ours: [october], theirs: [{ ...sent('e', shared, 70), date: '2026-12-01' }] };
      expect(reconcile(ours.slice(2, 3), [], elsewhere).differences.map(({ kind }) => kind)).toEqual(['missing_there']);
    });

    it('matches by number if no entry is named, and reports a surplus', () => {
      const theirs = [sent('d', shared, 30), their(shared, 70), their(shared, 70)];
      const { matched, differences } = reconcile(ours.slice(2), theirs);
      expect([matched, kinds(differences)]).toEqual([2, [['twice_there', shared]]]);
      expect(kinds(reconcile(ours.slice(2, 3), [sent('c', '1044', 70)]).differences)).toEqual([['number', shared]]);
      expect(reconcile(ours.slice(2, 3), [sent('somebody', shared, 70)]).differences).toEqual([]);
    });
  });

  it.each([
    ['before the first day', '2026-10-31', undefined, /^Dated before Nov 1, 2026/],
    ['not sent yet', '2026-11-05', undefined, /^Not sent yet/],
    ['waiting', '2026-11-05', { state: 'waiting', problem: null }, /^Waiting to be sent/],
    [
      'failed',
      '2026-11-05',
      { state: 'failed', problem: { code: '6540', detail: '' } },
      /part of a QuickBooks deposit/,
    ],
    ['entered manually', '2026-11-05', { state: 'by_hand', problem: null }, /entered manually/],
    ['deleted in QuickBooks', '2026-11-05', { state: 'sent', problem: null }, /deleted or renumbered in QuickBooks/],
  ] as const)('explains why a payment is missing: %s', (_, date, sent, what) => {
    const text = differenceText({ kind: 'missing_there', ours: { date, amount: 1 } }, sent, '2026-11-01');
    expect(text.what).toMatch(what);
    expect(text.remedy).not.toBe('');
  });

  it('explains a rejected payment', () => {
    const ours = { date: '2026-11-05', amount: 1 };
    const changed = { state: 'failed', problem: { code: 'changed-there', detail: '' } } as const;
    expect(differenceText({ kind: 'amount', ours }, changed, '2026-11-01').what).toBe(
      'Different amount in QuickBooks. This was changed in QuickBooks after it was sent.',
    );
  });

  it('lists both totals and each difference as a table', () => {
    const rows = monthRows({
      ...{ month: '2026-11', from: '2026-11-01', to: '2026-11-30', matched: 3, as_of: '' },
      ...{ ours: { count: 4, amount: '10.00' }, theirs: { count: 3, amount: '9.00' }, difference: '-1.00' },
      differences: [
        {
          ...{ kind: 'missing_there', reference: 'R-1', who: 'Ana', case_id: 'c', case_number: 'C-1', entry: null },
          ...{ ours: { date: '2026-11-05', amount: '1.00' }, theirs: null, what: 'What.', remedy: 'Do.' },
        },
      ],
    });
    expect(rows.at(-1)).toEqual(['R-1', 'Ana', 'C-1', '2026-11-05', '1.00', '', '', 'What.', 'Do.']);
    expect(rows[4]).toEqual(['Difference', '', '-1.00']);
  });
});

it.each([
  ['WA-R-2026-0007', ['WA-R-2026-0007']],
  ['LONGPREFIX-R-2026-0007', ['LONGPREFIXR-2026-0007', 'ONGPREFIX-R-2026-0007']],
  ['LONGPREFIX-R-2026-10007', ['LONGPREFIXR2026-10007', 'NGPREFIX-R-2026-10007']],
])('shortens %s, and recognizes the number that was sent earlier', (number, there) =>
  expect(numbersThere(number)).toEqual(there),
);

it('shortens different numbers to different ones of at most 21 characters', () => {
  const prefix = fc.oneof(fc.stringMatching(/^[A-Z0-9]{0,10}$/), fc.stringMatching(/^[XYR1]ONGPREFIX$/));
  const place = fc.integer({ min: 1, max: 99_999 });
  const number = fc.tuple(prefix, fc.constantFrom('R', 'S'), fc.constantFrom(2026, 2027), place);
  fc.assert(
    fc.property(
      fc.uniqueArray(
        number.map((of) => formatYearlyNumber(...of)),
        { minLength: 2 },
      ),
      (numbers) => {
        const there = new Set(numbers.map(quickBooksDocNumber));
        expect(there.size).toBe(numbers.length);
        for (const one of there) expect(one.length).toBeLessThanOrEqual(21);
      },
    ),
  );
});
