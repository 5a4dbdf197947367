import { describe, expect, it } from 'vitest';
import { notifiedChanges } from './postings.ts';

const cloud = (type: string, id: string, time: string, realm = '934145') => ({
  ...{ specversion: '1.0', id: `event-${id}`, source: 'intuit.x', type, datacontenttype: 'application/json' },
  ...{ time, intuitentityid: id, intuitaccountid: realm, data: {} },
});
const notified = (entities: object[], realmId = '934145') => ({ realmId, dataChangeEvent: { entities } });
const entity = (name: string, id: string, lastUpdated: string) => ({ name, id, operation: 'Update', lastUpdated });

describe('notifiedChanges', () => {
  const named = [
    { realm: '934145', type: 'Invoice', id: '130', at: '2026-11-20T10:00:05.000Z' },
    { realm: '934146', type: 'Payment', id: '7', at: '2026-11-20T18:00:00.000Z' },
  ];

  it('reads both formats: each record of each company once, at its latest instant', () => {
    const events = [
      cloud('qbo.payment.created.v1', '7', '2026-11-20T10:00:00-08:00', '934146'),
      cloud('qbo.invoice.updated.v1', '130', '2026-11-20T10:00:05Z'),
      cloud('qbo.invoice.created.v1', '130', '2026-11-20T10:00:00Z'),
      cloud('qbo.estimate.updated.v1', '9', '2026-11-20T10:00:00Z'),
    ];
    expect(notifiedChanges(events)).toEqual(named);
    expect(notifiedChanges(events.toReversed())).toEqual(named);
    const entities = [
      entity('Invoice', '130', '2026-11-20T10:00:00.000Z'),
      entity('Invoice', '130', '2026-11-20T10:00:05.000Z'),
      entity('Vendor', '1', '2026-11-20T10:00:00.000Z'),
    ];
    const payments = [entity('Payment', '7', '2026-11-20T10:00:00-08:00')];
    const before = { eventNotifications: [notified(payments, '934146'), notified(entities)] };
    expect(notifiedChanges(before)).toEqual(named);
  });

  it.each([
    ['no body', undefined],
    ['text', 'hello'],
    ['another object', { hello: 1 }],
    ['lists of unknown values', [null, 1, {}, [], cloud('qbo.invoice.updated.v1', '1 OR 1', '2026-11-20T10:00:00Z')]],
    ['an invalid company', [cloud('qbo.invoice.updated.v1', '1', '2026-11-20T10:00:00Z', 'x')]],
    ['an invalid time', [cloud('qbo.invoice.updated.v1', '1', 'soon')]],
    ['invalid notifications', { eventNotifications: [null, { realmId: '1' }, notified([{ name: 'Invoice' }])] }],
  ])('returns nothing for %s', (_, body) => expect(notifiedChanges(body)).toEqual([]));
});
