import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { viewsOfRow } from '#functions/platform/store/lists/list-definition.ts';
import { customerProjection } from './projection.ts';

const entered = {
  ...{ first_name: 'José María', middle_name: 'L.', last_name: "O'Neill-Núñez", phone: '19045550142' },
  ...{ email: 'jose.oneill@mail.example.com', address: '118 Marine Street', apt_house_number: 'Apt 4' },
  ...{ city: 'St. Augustine', state: 'FL', zip_code: '32084-1234', county: 'St. Johns' },
};
const customer = (changes: object = {}) => ({
  ...{ pk: 'T#org#CUSTOMER#customer-1', sk: 'CUSTOMER', shape: 1, id: 'customer-1', ...entered },
  ...{
    notes: 'Calls in the evening',
    version: 3,
    revision: 4,
    link_count: 3,
    open_merge: null,
    told_apart: ['other'],
    not_same: ['other'],
  },
  ...{ created_at: '2026-03-02T14:00:00.000Z', updated_at: '2026-03-09T14:00:00.000Z', ...changes },
});
const link = (id: string, changes: object) => ({
  ...{ pk: 'T#org#CUSTOMER#customer-1', sk: `LINK#CASE#${id}`, shape: 1, case_id: id, case_number: 'WA-2026-0001' },
  ...{ deceased_full_name: 'Mary Bell', status: 'active', service_date: '', paid_cents: 0, relations: ['informant'] },
  ...changes,
});
const links = [
  link('case-1', { service_date: '2026-04-02', paid_cents: 125_050 }),
  link('case-2', { status: 'draft', service_date: '2026-03-20', paid_cents: 1 }),
  link('case-3', { status: 'draft' }),
  link('case-4', { status: 'completed', service_date: '2026-01-05', paid_cents: 800_000 }),
  link('case-5', { status: 'cancelled', service_date: '2026-05-01', paid_cents: 2_500 }),
];
const projected = (changes: object = {}, of: ReturnType<typeof link>[] = links) =>
  customerProjection.project(keysOf('org'), 'customer-1', [customer(changes), ...of]);
const placesOf = (changes: object = {}, of = links) =>
  viewsOfRow(customerProjection.list, 'customer-1', projected(changes, of)?.row ?? {}).map(({ key }) => key);

describe('customersProjection', () => {
  it('shows what was entered without the notes, and the totals of the cases', () => {
    expect(projected()?.row).toEqual({
      ...{ id: 'customer-1', ...entered, language: '', created_at: '2026-03-02T14:00:00.000Z' },
      ...{ active_cases_count: 3, service_dates: ['2026-03-20', '2026-04-02'], deposit_cents: 927_551 },
    });
  });

  it('sorts by creation, name, next service and deposits', () => {
    expect(projected()?.order).toBe('2026-03-02T14:00:00.000Z');
    expect(viewsOfRow(customerProjection.list, 'customer-1', projected()?.row ?? {})).toEqual([
      { index: 'gsi1', view: 'created_at', key: '2026-03-02T14:00:00.000Z#customer-1' },
      { index: 'gsi2', view: 'name', key: 'oneill-nunez-jose-maria-l#customer-1' },
      { index: 'gsi3', view: 'upcoming_service', key: '2026-03-20~2026-03-02T14:00:00.000Z#customer-1' },
      { index: 'gsi4', view: 'deposit_total', key: '06~927551~2026-03-02T14:00:00.000Z#customer-1' },
    ]);
  });

  it('sorts customers without a service or a deposit last', () => {
    const cancelled = [link('case-5', { status: 'cancelled', service_date: '2026-05-01' })];
    for (const of of [[], cancelled])
      expect(placesOf({}, of).slice(2)).toEqual([
        'none~2026-03-02T14:00:00.000Z#customer-1',
        '00~~2026-03-02T14:00:00.000Z#customer-1',
      ]);
    expect(projected({}, cancelled)?.row).toMatchObject({ active_cases_count: 0, service_dates: [], deposit_cents: 0 });
  });

  it('subtracts refunds of a case from the deposits', () => {
    const of = [link('case-1', { paid_cents: 125_050 }), link('case-2', { paid_cents: -25_000 })];
    expect(projected({}, of)?.row).toMatchObject({ deposit_cents: 100_050 });
  });

  it('finds by the ends of the phone, the email and the names; a provider only narrows', () => {
    expect(projected()?.tokens).toEqual([
      ...['9045550142', '5550142', '0142', 'joseoneill'],
      ...['oneill', 'nunez', 'jose', 'maria', 'l', 'neill'],
    ]);
    expect(projected()?.tested).toEqual(['mailexamplecom']);
  });

  it('projects nothing of a merged or deleted customer', () => {
    const merged = {
      ...{ pk: 'T#org#CUSTOMER#customer-1', sk: 'CUSTOMER', shape: 1, id: 'customer-1', revision: 5 },
      ...{ merged_into: 'customer-2', merge_id: 'merge-1', expires_at: 1_800_000_000 },
    };
    expect(customerProjection.project(keysOf('org'), 'customer-1', [merged])).toBeUndefined();
    expect(customerProjection.project(keysOf('org'), 'customer-1', [])).toBeUndefined();
  });

  it('reads cases if any names the customer', () => {
    expect([0, 1, 3].map((link_count) => customerProjection.hasParts?.(customer({ link_count })))).toEqual([
      ...[false, true, true],
    ]);
  });
});
