import { describe, expect, it } from 'vitest';
import { DocuSealEvent, DocuSealSubmitter } from './docuseal-state.ts';

describe('responses of DocuSeal', () => {
  it('S-36 cuts text to what a record can hold, including text that a signer typed', () => {
    const reason = 'No. '.repeat(125_000);
    const event = { id: 1, submitter_id: 7, event_type: 'decline_form', event_timestamp: 'now', data: { reason } };
    const read = DocuSealEvent.parse(event);
    expect(read.data?.reason).toBe(reason.slice(0, 500));
    expect(DocuSealEvent.parse({ ...event, data: null }).data).toBeNull();
  });

  it('cuts text without splitting a character', () => {
    const reason = `${'n'.repeat(499)}\u{1F56F}`;
    const event = { id: 1, event_type: 'decline_form', event_timestamp: 'now', data: { reason } };
    expect(DocuSealEvent.parse(event).data?.reason).toBe('n'.repeat(499));
  });

  it.each([
    ['https://docuseal.com/s/abc', 'https://docuseal.com/s/abc'],
    ['javascript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['', null],
    [undefined, null],
  ])('S-30 accepts only web pages as signing pages: %s', (embed_src, wanted) => {
    expect(DocuSealSubmitter.parse({ id: 1, status: 'sent', embed_src }).embed_src).toBe(wanted);
  });
});
