import { expect, it } from 'vitest';
import { exampleEnvelope, exampleRecipient } from '../testing/example-envelope.ts';
import { timelineOf } from './envelope-page.tsx';

it('distinguishes actions of the product, of DocuSeal and of people', () => {
  const karin = exampleRecipient('Karin Lindqvist', 'sent');
  const kinds = ['sent', 'viewed', 'reminded', 'stored', 'superseded'] as const;
  const timeline = kinds.map((kind, index) => ({
    ...{ id: String(index), at: '2026-11-24T12:00:00Z', kind, by_name: '', detail: '' },
    recipient_id: kind === 'stored' || kind === 'superseded' ? null : karin.recipient_id,
  }));
  const told = timelineOf(exampleEnvelope({ recipients: [karin], timeline }), '').map(({ what, who }) => [what, who]);
  expect(told.toReversed()).toEqual([
    ['Sent to Karin Lindqvist', 'DocuSeal'],
    ['Viewed the documents', 'Karin Lindqvist'],
    ['Reminder sent to Karin Lindqvist', 'Stillwater'],
    ['Signed documents saved to the case', 'Stillwater'],
    ['Newer version available', 'Stillwater'],
  ]);
});
