// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { exampleEnvelope } from '../../testing/example-envelope.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { CaseSignatures } from './case-signatures.tsx';

it("says that a case's requests could not be loaded, and loads them again", async () => {
  const answer = vi.fn<() => Promise<unknown>>().mockRejectedValue(new ApiError(400, 'Something went wrong.'));
  renderPage(<CaseSignatures caseId="case-1" status="active" />, {
    call: answering({ 'GET /api/signatures/envelopes/by_funeral_service/': answer }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load signatures');
  expect(screen.queryByText('No signature requests yet')).toBeNull();
  answer.mockResolvedValue([exampleEnvelope()]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Cremation Authorization' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
