// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleEnvelope } from '../testing/example-envelope.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { EnvelopesPage } from './envelopes-page.tsx';

describe('EnvelopesPage on a phone', () => {
  beforeEach(() => {
    const matching = (query: string) => ({
      matches: true,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    });
    vi.stubGlobal('matchMedia', matching as unknown as typeof window.matchMedia);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('shows the documents of a request only if they differ from its title', async () => {
    const other = exampleEnvelope({ id: 'envelope-2', title: 'For the daughter' });
    renderPage(<EnvelopesPage />, {
      call: answering({
        'GET /api/signatures/envelopes/': async () => ({
          ...{ count: 2, next: null, previous: null, count_is_exact: true },
          results: [exampleEnvelope(), other],
        }),
        'GET /api/services/funeral-homes/': async () => ({ count: 0, next: null, previous: null, results: [] }),
      }),
    });
    expect(await screen.findByText('Walter Briggs · Cremation Authorization')).toBeTruthy();
    expect(screen.getByText('Walter Briggs')).toBeTruthy();
    expect(screen.getAllByText('Cremation Authorization')).toHaveLength(1);
  });

  it('shows a request on the tablet as in person, not as not sent', async () => {
    const unsent = { sent_at: null };
    renderPage(<EnvelopesPage />, {
      call: answering({
        'GET /api/signatures/envelopes/': async () => ({
          ...{ count: 2, next: null, previous: null, count_is_exact: true },
          results: [
            exampleEnvelope({ ...unsent, delivery: 'in_person', status: 'signed' }),
            exampleEnvelope({ ...unsent, id: 'envelope-2', delivery: 'in_person', status: 'draft' }),
          ],
        }),
        'GET /api/services/funeral-homes/': async () => ({ count: 0, next: null, previous: null, results: [] }),
      }),
    });
    expect(await screen.findByText('In person')).toBeTruthy();
    expect(screen.getAllByText('Not sent')).toHaveLength(1);
  });
});
