// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { control, enter, fillAll, freshPages, open, received, serve, settled, submit } from '../page-under-test.tsx';

freshPages();

describe('submitting', () => {
  it('sends the report once with a bot-check token and says Thank You', async () => {
    const sent = serve();
    await open();
    fillAll();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Thank You' })).toBeTruthy();
    expect(screen.getByText('Thank you. We have received your information and will contact you shortly.')).toBeTruthy();
    expect(screen.getByText('R-7K3M-9QTX')).toBeTruthy();
    expect(screen.getByRole('link', { name: /how your report stands/ }).getAttribute('href')).toBe(
      '/status/R-7K3M-9QTX/secret-token',
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      funeral_home_slug: 'whitcomb-ames',
      recaptcha_token: 'minted',
      additional_notes: 'Please call after nine in the morning.',
      social_security_number: '987-65-4320',
      stillborn: false,
      race: ['white'],
    });
  });

  it('S-29 leaves nothing personal in the browser', async () => {
    serve();
    await open();
    fillAll();
    await settled();
    expect(JSON.stringify(sessionStorage)).toContain('Lindqvist');
    expect(JSON.stringify(sessionStorage)).not.toMatch(/4320|minted/);
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(JSON.stringify(sessionStorage)).not.toMatch(/Lindqvist|example\.com|4320|minted/);
  });

  it('tries again with the same key when the network failed', async () => {
    const sent = serve([
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('', { status: 503 }),
    ]);
    await open();
    fillAll();
    await submit();
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('Failed to submit. Please try again or call us directly.');
    expect(within(toast).getByRole('link', { name: '(904) 555-0100' })).toBeTruthy();
    expect(control('deceased_first_name').value).toBe('Harold');
    await submit();
    enter('deceased_middle_name', 'Edvin');
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('keeps the key of an unanswered try across a reload', async () => {
    const sent = serve([() => Promise.reject(new TypeError('Failed to fetch'))]);
    const page = await open();
    fillAll();
    await submit();
    page.unmount();
    await open();
    enter('social_security_number', '987654320');
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('puts the messages of the server at their fields and takes a new key for a changed report', async () => {
    const message = 'ZIP code must be in format 12345 or 12345-6789';
    const sent = serve([() => Response.json({ informant_zip: [message] }, { status: 400 })]);
    await open();
    fillAll();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain(`ZIP or Postal Code: ${message}`);
    expect(control('informant_zip').closest('.field')?.querySelector('.error')?.textContent).toBe(message);
    enter('informant_zip', '32085');
    expect(control('informant_zip').closest('.field')?.querySelector('.error')).toBeNull();
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('says beside the button why it was refused, as when there were too many', async () => {
    const detail = 'Too many requests. Please wait a moment and try again.';
    serve([() => Response.json({ detail }, { status: 429 })]);
    await open();
    fillAll();
    await submit();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.getByText(/Your report could not be sent/)).toBeTruthy();
    expect(control('deceased_first_name').value).toBe('Harold');
  });

  it('is not done while the bot check is not ready', async () => {
    const sent = serve();
    const answered = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input === '/mint' ? Promise.resolve(new Response('', { status: 500 })) : answered(input, init),
    );
    await open();
    fillAll();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to submit. Please try again or call us directly.',
    );
    expect(sent).toEqual([]);
  });

  it('says SUBMITTING... and takes no second click meanwhile', async () => {
    let answer: (response: Response) => void = () => {};
    const sent = serve([() => new Promise((resolve) => (answer = resolve))]);
    await open();
    fillAll();
    await submit();
    const button = await screen.findByRole('button', { name: 'SUBMITTING...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await submit();
    answer(Response.json(received, { status: 201 }));
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent).toHaveLength(1);
  });
});

describe('a reload in the same tab', () => {
  it('S-29 restores the draft without the SSN and lets the family start over', async () => {
    serve();
    const page = await open();
    fillAll();
    await settled();
    page.unmount();
    await open();
    expect(control('deceased_first_name').value).toBe('Harold');
    expect(control('race').checked).toBe(true);
    expect(control('social_security_number').value).toBe('');
    expect(screen.getByText('8 of 9 sections complete')).toBeTruthy();
    enter('alias', 'Hal');
    fireEvent.click(screen.getByLabelText('Same as the home address of the deceased'));
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(control('deceased_first_name').value).toBe('');
    expect(screen.getByText('0 of 9 sections complete')).toBeTruthy();
    const sameAddress: HTMLInputElement = screen.getByLabelText('Same as the home address of the deceased');
    expect(sameAddress.checked).toBe(false);
    await settled();
    expect(sessionStorage.length).toBe(0);
  });

  it('still says Thank You, and opens a fresh form for another death', async () => {
    serve();
    sessionStorage.setItem('intake-receipt:whitcomb-ames', JSON.stringify({ reference: 'R-1', statusToken: 't' }));
    await open();
    expect(screen.getByRole('heading', { name: 'Thank You' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Report another death' }));
    await waitFor(() => expect(control('deceased_first_name').value).toBe(''));
    expect(sessionStorage.length).toBe(0);
  });
});
