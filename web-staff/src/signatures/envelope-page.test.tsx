// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import type { EnvelopeChoices, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { exampleChoices, exampleEnvelope, exampleRecipient } from '../testing/example-envelope.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { EnvelopePage, timelineOf } from './envelope-page.tsx';

const noPeople: EnvelopeChoices['people'] = [];
const draw = (
  changes: Partial<SignatureEnvelope>,
  health: object = { status: 'ok' },
  role: Role = 'super_admin',
  people = noPeople,
) =>
  renderPage(<p>Elsewhere</p>, {
    at: '/signatures/envelope-1',
    pages: { '/signatures/:id': <EnvelopePage /> },
    role,
    call: answering({
      'GET /api/signatures/envelopes/{id}/': async () => exampleEnvelope(changes),
      'GET /api/signatures/health/': async () => health,
      'GET /api/signatures/envelopes/choices/': async () => exampleChoices({ people }),
    }),
  });
it('returns the focus to the button that asked for a reason', async () => {
  draw({ status: 'sent' });
  const button = await screen.findByRole('button', { name: 'Void' });
  button.focus();
  fireEvent.click(button);
  const reason = await screen.findByLabelText(/^Reason/);
  reason.focus();
  fireEvent.click(screen.getByRole('button', { name: 'Keep request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

const rowOf = async (name: string) =>
  within(await screen.findByRole('region', { name: /^Signers/ }))
    .getByText(name)
    .closest('li') as HTMLElement;

const noOne = { recipient_id: null, by_name: '', detail: '' };

describe('EnvelopePage', () => {
  it('says that a person did not sign once the request has ended', async () => {
    const recipients = [
      { ...exampleRecipient('Ana Ruiz', 'completed'), completed_at: '2026-11-20T13:00:00.000Z' },
      exampleRecipient('Rob Ruiz', 'delivered'),
      { ...exampleRecipient('Joy Ruiz', 'pending'), sent_at: null },
    ];
    const { unmount } = draw({ status: 'voided', void_reason: 'Wrong form', recipients });
    expect((await rowOf('Rob Ruiz')).textContent).toContain('Not signed');
    expect((await rowOf('Rob Ruiz')).textContent).not.toContain('Delivered');
    expect((await rowOf('Ana Ruiz')).textContent).toContain('Signed');
    expect((await rowOf('Joy Ruiz')).textContent).not.toContain('turn');
    unmount();
    draw({ status: 'partially_signed', recipients });
    expect((await rowOf('Rob Ruiz')).textContent).toContain('Delivered');
    expect(screen.getByRole('img', { name: '1 of 3 signed' }).textContent).toBe('1 of 3');
  });

  it('calls an open signer on the number of the case if the request has none', async () => {
    const person = (name: string, email: string, phone: string) => ({
      key: phone,
      name,
      email,
      phone,
      part: 'signer' as const,
      relationship: '',
      on_statement: false,
    });
    const [father, son] = [
      person('Rob Ruiz', 'rob@example.com', '9045550142'),
      person('Rob Ruiz', 'r2@example.com', '1'),
    ];
    const recipients = [
      { ...exampleRecipient('Rob Ruiz', 'declined'), email: 'rob@example.com' },
      { ...exampleRecipient('Ana Ruiz', 'completed'), phone: '9045550100' },
    ];
    draw({ status: 'declined', recipients }, undefined, undefined, [father, son, person('Ana Ruiz', '', '9045550100')]);
    const links = await screen.findAllByRole('link', { name: /^Call/ });
    expect(links.map((one) => [one.getAttribute('aria-label'), one.getAttribute('href')])).toEqual([
      ['Call Rob Ruiz, (904) 555-0142', 'tel:9045550142'],
    ]);
  });

  it('offers one resend button for the only open signer, and one each for several', async () => {
    const turn = (name: string) => ({ ...exampleRecipient(name, 'sent'), is_turn: true });
    const offered = () => screen.getAllByRole('button', { name: /^Resend/ }).map((one) => one.textContent);
    const later = { ...exampleRecipient('Rob Ruiz', 'pending'), is_turn: false };
    const { unmount } = draw({ status: 'sent', delivery: 'email', recipients: [turn('Ana Ruiz'), later] });
    await rowOf('Ana Ruiz');
    expect(offered()).toEqual(['Resend to Ana']);
    unmount();
    draw({ status: 'sent', delivery: 'email', recipients: [turn('Ana Ruiz'), turn('Rob Ruiz')] });
    await rowOf('Ana Ruiz');
    expect(offered()).toEqual(['Resend to all', 'Resend', 'Resend']);
  });

  it('says which signed document was not stored, and why', async () => {
    const detail = 'Authorization (signed).pdf: This file is empty.';
    const timeline = [{ id: 'refused', at: '2026-11-24T12:00:00.000Z', kind: 'stored' as const, ...noOne, detail }];
    draw({ status: 'signed', timeline });
    expect(await screen.findByText('Some signed documents could not be saved')).toBeTruthy();
    expect(screen.getByText('A signed document could not be saved')).toBeTruthy();
  });

  it('offers a new request after the end, or if a document has a later version', async () => {
    const repeatLink = () => screen.queryByRole('link', { name: 'Request again' })?.getAttribute('href');
    const { unmount } = draw({
      status: 'expired',
      expires_at: '2026-12-24T12:00:00.000Z',
      timeline: [{ ...{ id: 'over', at: '2026-11-24T12:00:00.000Z', kind: 'expired' }, ...noOne }],
    });
    expect(await screen.findByText(/^It expired Nov 24, 2026/)).toBeTruthy();
    expect(repeatLink()).toBe('/signatures/new?case=case-1&like=envelope-1');
    unmount();
    const whole = draw({ status: 'completed' });
    await screen.findByRole('heading', { level: 1 });
    expect(repeatLink()).toBeUndefined();
    whole.unmount();
    const documents = exampleEnvelope().documents.map((one) => ({ ...one, superseded_by: 2 }));
    for (const status of ['completed', 'sent'] as const) {
      const later = draw({ status, documents });
      await screen.findByRole('heading', { level: 1 });
      expect(repeatLink(), status).toBeDefined();
      later.unmount();
    }
  });

  it('says that a Statement signed after a later version was not accepted', async () => {
    const documents = exampleEnvelope().documents.map((one) => ({
      ...{ ...one, kind: 'statement' as const, superseded_by: 2 },
    }));
    const entry = (kind: 'superseded' | 'signed') => ({ id: kind, at: '2026-11-20T12:00:00.000Z', kind, detail: '' });
    const timelines = [['signed', 'superseded'] as const, ['superseded', 'signed'] as const];
    for (const [at, kinds] of timelines.entries()) {
      const timeline = kinds.map((kind) => ({ ...entry(kind), recipient_id: null, by_name: '' }));
      const { unmount } = draw({ status: 'completed', documents, timeline });
      await screen.findByText(/replaces it/);
      expect(screen.queryByText(/so it was not accepted/) !== null).toBe(at === 1);
      unmount();
    }
  });

  it('explains a delay: an owner must change a rejected key, an outage ends', async () => {
    const asked: Partial<SignatureEnvelope> = {
      status: 'pending',
      sending: 'asked',
      recipients: [exampleRecipient('Ana Ruiz', 'pending')],
    };
    const refused = { status: 'degraded', docuseal: { reachable: true, authenticated: false } };
    const { unmount } = draw(asked, refused);
    expect(await screen.findByText('DocuSeal rejected the API key')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'E-signatures' }).getAttribute('href')).toBe('/settings/signing');
    expect(screen.queryByText(/waiting for their turn/)).toBeNull();
    unmount();
    const director = draw(asked, refused, 'funeral_director');
    expect(await screen.findByText(/until an owner has changed the key/)).toBeTruthy();
    director.unmount();
    draw(asked, { status: 'degraded', docuseal: { reachable: false, authenticated: false } });
    expect(await screen.findByText('DocuSeal is not answering')).toBeTruthy();
  });
});

it('distinguishes actions of the product, of DocuSeal and of people', () => {
  const karin = exampleRecipient('Karin Lindqvist', 'sent');
  const kinds = ['sent', 'viewed', 'reminded', 'stored', 'superseded'] as const;
  const timeline = kinds.map((kind, index) => ({
    ...{ id: String(index), at: '2026-11-24T12:00:00Z', kind, by_name: '', detail: '' },
    recipient_id: kind === 'stored' || kind === 'superseded' ? null : karin.recipient_id,
  }));
  const shownSteps = timelineOf(exampleEnvelope({ recipients: [karin], timeline }), '').map(({ what, who }) => [
    what,
    who,
  ]);
  expect(shownSteps.toReversed()).toEqual([
    ['Sent to Karin Lindqvist', 'DocuSeal'],
    ['Viewed the documents', 'Karin Lindqvist'],
    ['Reminder sent to Karin Lindqvist', 'Stillwater'],
    ['Signed documents saved to the case', 'Stillwater'],
    ['Newer version available', 'Stillwater'],
  ]);
});
