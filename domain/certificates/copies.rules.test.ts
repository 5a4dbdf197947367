import { describe, expect, it } from 'vitest';
import { cleanCopies, copyErrors, copyFees, copyTotals, isConsistent } from './copies.rules.ts';

const entry = (move: 'ordered' | 'received' | 'handed_out', copies: number, fee_cents = 0) => ({
  ...{ move, copies, fee_cents },
});
const entries = [entry('ordered', 8, 1200), entry('ordered', 2, 1000), entry('received', 6), entry('handed_out', 4)];
const context = { today: '2026-03-10', totals: copyTotals(entries) };
const order = { move: 'ordered', on: '2026-03-10', copies: 3, copy_type: 'long' };

describe('certified copies', () => {
  it('computes outstanding copies, copies on hand and fees', () => {
    expect(context.totals).toEqual({ ordered: 10, received: 6, handed_out: 4, outstanding: 4, on_hand: 2 });
    expect(copyFees(entries)).toBe(8 * 1200 + 2 * 1000);
  });

  it.each([
    [order, {}],
    [{ ...order, fee_each: '$12' }, {}],
    [{ move: 'received', on: '2026-03-09', copies: '4' }, {}],
    [{ move: 'handed_out', on: '2026-03-10', copies: 2, recipient: 'Yolanda Whitfield' }, {}],
    [{ ...order, copy_type: '' }, { copy_type: ['Copy type is required'] }],
    [{ ...order, copies: 0 }, { copies: ['Copies must be a whole number from 1 to 999'] }],
    [{ ...order, copies: 1.5 }, { copies: ['Copies must be a whole number from 1 to 999'] }],
    [{ ...order, on: '2026-03-11' }, { on: ['Date cannot be in the future'] }],
    [{ ...order, fee_each: '-1' }, { fee_each: ['Fee per copy cannot be negative'] }],
    [
      { move: 'received', on: '2026-03-09', copies: 5 },
      { copies: ['Only 4 copies are still on order. Record the order first.'] },
    ],
    [{ move: 'handed_out', on: '2026-03-10', copies: 3, recipient: 'Y' }, { copies: ['Only 2 are on hand'] }],
    [{ move: 'handed_out', on: '2026-03-10', copies: 1 }, { recipient: ['Given to is required'] }],
    [{}, { move: ['Action is required'], on: ['Date is required'], copies: ['Copies is required'] }],
  ])('validates %j: %j', (values, errors) => {
    expect(copyErrors(values, context)).toEqual(errors);
  });

  it('keeps only the values that the action uses', () => {
    const sent = { ...order, move: 'received', fee_each: '12', recipient: 'Nobody' };
    expect(cleanCopies(sent, context)).toEqual({ move: 'received', on: '2026-03-10', copies: 3 });
  });

  it('allows removing an entry only while later ones do not depend on it', () => {
    expect(isConsistent(entries.slice(0, 3))).toBe(true);
    expect(isConsistent(entries.slice(1))).toBe(false);
    expect(isConsistent([entry('received', 1)])).toBe(false);
  });
});
