// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { exampleEnvelope, exampleRecipient } from '../../testing/example-envelope.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { EnvelopePage } from './envelope-page.tsx';

const draw = (changes: Partial<SignatureEnvelope>) =>
  renderPage(<p>Elsewhere</p>, {
    at: '/signatures/envelope-1',
    pages: { '/signatures/:id': <EnvelopePage /> },
    call: answering({ 'GET /api/signatures/envelopes/{id}/': async () => exampleEnvelope(changes) }),
  });
it('gives the focus back to the button that asked for a reason', async () => {
  draw({ status: 'sent' });
  const button = await screen.findByRole('button', { name: 'Void' });
  button.focus();
  fireEvent.click(button);
  const reason = await screen.findByLabelText(/^Reason/);
  reason.focus();
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

const rowOf = async (name: string) =>
  within(await screen.findByRole('region', { name: /^Who signs/ }))
    .getByText(name)
    .closest('li') as HTMLElement;

describe('EnvelopePage', () => {
  it('says of who was asked in vain that they did not sign, once nobody waits for them any more', async () => {
    const recipients = [
      { ...exampleRecipient('Ana Ruiz', 'completed'), completed_at: '2026-11-20T13:00:00.000Z' },
      exampleRecipient('Rob Ruiz', 'delivered'),
      { ...exampleRecipient('Joy Ruiz', 'pending'), sent_at: null },
    ];
    const { unmount } = draw({ status: 'voided', void_reason: 'Wrong form', recipients });
    expect((await rowOf('Rob Ruiz')).textContent).toContain('Did not sign');
    expect((await rowOf('Rob Ruiz')).textContent).not.toContain('Delivered');
    expect((await rowOf('Ana Ruiz')).textContent).toContain('Signed');
    expect((await rowOf('Joy Ruiz')).textContent).not.toContain('turn');
    unmount();
    draw({ status: 'partially_signed', recipients });
    expect((await rowOf('Rob Ruiz')).textContent).toContain('Delivered');
  });
});
