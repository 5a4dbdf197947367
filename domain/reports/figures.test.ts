import { describe, expect, it } from 'vitest';
import { countMeasure, presenceOf, withCounts } from './facts.ts';
import { factsOfPayment } from './facts-of-payment.ts';
import { formatMeasure, isOfMoney, unitOf } from './figures.ts';

describe('formatMeasure', () => {
  it('does not fail on amounts beyond the safe integers', () => {
    expect(formatMeasure('money', 125_050)).toBe('1250.50');
    expect(formatMeasure('money', -5)).toBe('-0.05');
    expect(formatMeasure('money', 2 ** 54)).toBe('180143985094819.84');
    expect(formatMeasure('count', 2 ** 54)).toBe('18014398509481984');
  });
});

it('withCounts adds a count for each nonzero amount', () => {
  expect(withCounts({ net: -500, received: 0, 'method.cash': -500, 'cents.kind.burial': 7, total: 3 })).toEqual({
    ...{ net: -500, n: 1, received: 0, 'n.received': 0, 'method.cash': -500, 'n.method.cash': 1 },
    ...{ 'cents.kind.burial': 7, 'n.kind.burial': 1, total: 3 },
  });
});

it('unitOf returns count for counts of money', () => {
  for (const measure of ['n', 'n.family', 'status.new', 'kind.burial', 'n.method.cash'])
    expect([countMeasure(measure), presenceOf(measure), unitOf('money', measure)]).toEqual([measure, measure, 'count']);
  expect([unitOf('filed', 'days'), unitOf('owing', 'family'), unitOf('contract', 'cents.kind.burial')]).toEqual([
    ...['days', 'money', 'money'],
  ]);
  expect([presenceOf('days'), presenceOf('method.cash'), presenceOf('net')]).toEqual(['n', 'n.method.cash', 'net']);
  expect([isOfMoney('sale'), isOfMoney('opened')]).toEqual([true, false]);
});

it('every measure of a payment has its count', () => {
  const [fact] = factsOfPayment({
    ...{ case_id: 'c', funeral_home_id: 'h', kind: 'refund', status: 'recorded', payment_date: '2026-03-11' },
    ...{ payment_method: 'check', amount_cents: -2_500, received_from: 'Ann', receipt_number: '1' },
  });
  const measures = Object.keys(fact?.add ?? {});
  expect(measures.toSorted()).toEqual(['method.check', 'n', 'n.method.check', 'n.returned', 'net', 'returned']);
  for (const measure of measures) expect(measures).toContain(countMeasure(measure));
});
