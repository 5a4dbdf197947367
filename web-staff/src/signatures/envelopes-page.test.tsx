// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnvelopeRow, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { exampleEnvelope } from '../testing/example-envelope.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { BulkResults, EnvelopesPage } from './envelopes-page.tsx';

describe('EnvelopesPage on a phone', () => {
  beforeEach(() => {
    const matching = (media: string) => ({ matches: true, media, addEventListener() {}, removeEventListener() {} });
    vi.stubGlobal('matchMedia', matching as unknown as typeof window.matchMedia);
  });
  afterEach(() => vi.unstubAllGlobals());

  const draw = (results: readonly SignatureEnvelope[]) => {
    const page = { next: null, previous: null, count_is_exact: true };
    renderPage(<EnvelopesPage />, {
      call: answering({
        'GET /api/signatures/envelopes/': async () => ({ ...page, count: results.length, results }),
        'GET /api/services/funeral-homes/': async () => ({ ...page, count: 0, results: [] }),
      }),
    });
  };

  it('shows the documents of a request only if they differ from its title', async () => {
    draw([exampleEnvelope(), exampleEnvelope({ id: 'envelope-2', title: 'For the daughter' })]);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(within(first as HTMLElement).getAllByText('Cremation Authorization')).toHaveLength(1);
    expect(within(second as HTMLElement).getByText('For the daughter')).toBeTruthy();
    expect(within(second as HTMLElement).getByText('Cremation Authorization')).toBeTruthy();
  });

  it('names a card after the deceased, then the paper, and the case number last', async () => {
    draw([exampleEnvelope()]);
    const card = await screen.findByRole('listitem');
    const words = ['Walter Briggs', 'Cremation Authorization', exampleEnvelope().case.case_number];
    const places = words.map((text) => card.textContent.indexOf(text));
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(within(card).getByRole('link', { name: 'Walter Briggs' })).toBeTruthy();
  });

  it('shows a request on the tablet as in person, not as not sent', async () => {
    const unsent = { sent_at: null, delivery: 'in_person' as const };
    draw([
      exampleEnvelope({ ...unsent, status: 'signed' }),
      exampleEnvelope({ ...unsent, id: 'envelope-2', status: 'draft' }),
    ]);
    expect(await screen.findByText('In person')).toBeTruthy();
    expect(screen.getAllByText('Not sent')).toHaveLength(1);
  });
});

it('asks for requests that wait for signers first, until another order is chosen', async () => {
  const asked = vi.fn((_input: unknown) => ({
    count: 0,
    next: null,
    previous: null,
    count_is_exact: true,
    results: [],
  }));
  renderPage(<EnvelopesPage />, { call: answering({ 'GET /api/signatures/envelopes/': asked }) });
  await waitFor(() => expect(asked.mock.lastCall?.[0]).toMatchObject({ query: { ordering: 'waiting' } }));
  cleanup();
  renderPage(<EnvelopesPage />, {
    at: '/?ordering=-created_at',
    call: answering({ 'GET /api/signatures/envelopes/': asked }),
  });
  await waitFor(() => expect(asked.mock.lastCall?.[0]).toMatchObject({ query: { ordering: '-created_at' } }));
});

it('begins a request, also from an empty list, for roles that may send', async () => {
  const page = { count: 0, next: null, previous: null, count_is_exact: true, results: [] };
  const call = answering({
    'GET /api/signatures/envelopes/': () => page,
    'GET /api/services/funeral-homes/': () => page,
  });
  renderPage(<EnvelopesPage />, { call, role: 'office_staff' });
  await screen.findByText('No signature requests yet');
  const links = screen.getAllByRole('link', { name: 'New Request' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/signatures/new?case='));
  cleanup();
  renderPage(<EnvelopesPage />, { call, user: { permissions: ['signature:read'] } });
  await screen.findByText('No signature requests yet');
  expect(screen.queryByRole('link', { name: 'New Request' })).toBeNull();
});

const row = (id: string, name: string) =>
  ({
    ...{ id, title: 'Statement WA-S-2026-0006', status: 'draft', case: { case_number: 'WA-2026-0024' } },
    recipients: [{ name }],
  }) as EnvelopeRow;

it('distinguishes requests of one document by signers', () => {
  const [one, two] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'] as const;
  const failed = (submission_id: string) => ({ submission_id, success: false, error: 'Not sent yet.' });
  renderPage(
    <BulkResults
      result={{ succeeded: 0, failed: 2, results: [failed(one), failed(two)] } as never}
      rows={[row(one, 'Świętosława Wąż-Żółć'), row(two, 'José Íñiguez Peña')]}
      back={createRef()}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByText('Statement WA-S-2026-0006, WA-2026-0024, Świętosława Wąż-Żółć (draft)')).toBeTruthy();
  expect(screen.getByText('Statement WA-S-2026-0006, WA-2026-0024, José Íñiguez Peña (draft)')).toBeTruthy();
});
