// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../language.ts';
import { control, enter, fillAll, freshPages, goTo, open, serve, settled, submit } from '../testing/page-fixture.tsx';
import spanish from '../words/es.json' with { type: 'json' };

freshPages();
afterEach(() => act(() => setLanguage('en')));

describe('submitting', () => {
  it('sends the report once with a bot check token and shows Thank You', async () => {
    const sent = serve();
    await open();
    fillAll();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Thank You' })).toBeTruthy();
    expect(screen.getByText('Thank you. We have received your information and will contact you shortly.')).toBeTruthy();
    expect(screen.getByText('R-7K3M-9QTX')).toBeTruthy();
    expect(screen.getByRole('link', { name: /status of your report/ }).getAttribute('href')).toBe(
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

  it('sends the certificate’s values in English from a page in Spanish', async () => {
    const sent = serve();
    await open();
    fillAll({ place_of_death: '' });
    act(() => setLanguage('es', spanish));
    goTo('death');
    fireEvent.click(screen.getByLabelText('En el domicilio'));
    expect(control('place_of_death').value).toBe('En casa');
    goTo('agreement');
    expect(document.body.textContent).toContain('En casa');
    act(() => setLanguage('en'));
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ place_of_death: 'At home' });
  });

  it('S-29 leaves no personal data in the browser', async () => {
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

  it('retries with the same key after a network failure', async () => {
    const sent = serve([
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('', { status: 503 }),
    ]);
    await open();
    fillAll();
    await submit();
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('Failed to submit. Please try again or call us directly.');
    expect(within(toast).getByRole('link', { name: '(904) 555-0111' })).toBeTruthy();
    await submit();
    goTo('deceased');
    expect(control('deceased_first_name').value).toBe('Harold');
    enter('deceased_middle_name', 'Edvin');
    goTo('agreement');
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('keeps the key of an unanswered attempt across a reload', async () => {
    const sent = serve([() => Promise.reject(new TypeError('Failed to fetch'))]);
    const page = await open();
    fillAll();
    await submit();
    page.unmount();
    await open('deceased');
    enter('social_security_number', '987654320');
    goTo('agreement');
    await settled();
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('shows the server’s messages at their fields, and sends changes with a new key', async () => {
    const message = 'ZIP code must be in format 12345 or 12345-6789';
    const sent = serve([() => Response.json({ informant_zip: [message] }, { status: 400 })]);
    await open();
    fillAll();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain(`ZIP or Postal Code: ${message}`);
    goTo('next-of-kin');
    const messageShown = () => control('informant_zip').closest('.field')?.querySelector('.message')?.textContent;
    expect(messageShown()).toBe(message);
    enter('informant_zip', '32085');
    expect(messageShown()).toBeUndefined();
    goTo('agreement');
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('advises no retry of a report that another tab sent, and sends it once', async () => {
    const sent = serve([() => Response.json({ detail: 'used' }, { status: 409 })]);
    await open();
    fillAll();
    await submit();
    expect(await screen.findByText(/already received an earlier version/)).toBeTruthy();
    expect(screen.queryByText(/^We could not send.*You can submit again/)).toBeNull();
    goTo('additional');
    enter('weight', '171');
    goTo('agreement');
    await submit();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('shows at the button why it failed, with the phone number of a limit', async () => {
    const detail = 'Too many requests. Please wait a moment and try again.';
    serve([() => Response.json({ detail, telephone: '9045550177' }, { status: 429 })]);
    await open();
    fillAll();
    await submit();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.getByText(/You can submit again; we will not receive it twice/)).toBeTruthy();
    const call = screen.getByRole('link', { name: 'Or call us: (904) 555-0177' });
    expect(call.getAttribute('href')).toBe('tel:9045550177');
    goTo('deceased');
    expect(control('deceased_first_name').value).toBe('Harold');
  });

  it('sends nothing until the bot check is ready', async () => {
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
});

describe('Thank You', () => {
  it('names the deceased and the next steps, and prints without the SSN', async () => {
    serve();
    await open();
    fillAll({ social_security_number: '', ssn_to_follow: true });
    await submit();
    expect(await screen.findByText(/We received your report about Harold/)).toBeTruthy();
    expect(screen.getByText(/The Social Security Number, when you have it/)).toBeTruthy();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    fireEvent.click(screen.getByRole('button', { name: 'Print a copy' }));
    expect(print).toHaveBeenCalled();
    const printed = [...document.querySelectorAll('.print-only')].map(({ textContent }) => textContent).join(' ');
    // The printed address has no code, because it is typed.
    expect(printed).toMatch(/\/status\/R-7K3M-9QTX /);
    expect(printed).toContain('Harold Edwin Lindqvist');
    expect(printed).not.toContain('4320');
  });

  it('shows again after a reload without the answers, and opens a fresh form', async () => {
    serve();
    sessionStorage.setItem('intake-receipt:whitcomb-ames', JSON.stringify({ reference: 'R-1', statusToken: 't' }));
    await open('agreement');
    expect(screen.getByRole('heading', { name: 'Thank You' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print a copy' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Start another report' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Report a Death' })).toBeTruthy());
    expect(sessionStorage.length).toBe(0);
  });
});

describe('a reload in the same tab', () => {
  it('S-29 continues without the SSN, and can start over', async () => {
    serve();
    const page = await open();
    fillAll();
    goTo('additional');
    enter('weight', '171');
    await settled();
    page.unmount();
    await open();
    expect(screen.getByRole('link', { name: /Continue your saved report/ }).getAttribute('href')).toBe('#additional');
    goTo('additional');
    expect(control('race').checked).toBe(true);
    goTo('deceased');
    expect(control('deceased_first_name').value).toBe('Harold');
    expect(control('date_of_birth-year').value).toBe('1937');
    expect(control('social_security_number').value).toBe('');
    expect(screen.getByText('8 of 9 sections complete')).toBeTruthy();
    goTo('start');
    fireEvent.click(screen.getByRole('button', { name: /^Start over/ }));
    expect(screen.getByRole('link', { name: /^Start/ })).toBeTruthy();
    await settled();
    expect(sessionStorage.length).toBe(0);
    goTo('deceased');
    expect(control('deceased_first_name').value).toBe('');
    // The cemetery is preselected as not decided.
    expect(screen.getByText('1 of 9 sections complete')).toBeTruthy();
  });

  it('shows at a pause where the answers are, and removes them on request', async () => {
    serve();
    await open('contact');
    enter('submitter_email', 'karin@example.com');
    await settled();
    goTo('later');
    expect(screen.getByRole('heading', { name: 'Your answers are saved' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue now' }).getAttribute('href')).toBe('#contact');
    expect(screen.getByRole('link', { name: /Call us instead/ }).getAttribute('href')).toBe('tel:9045550111');
    fireEvent.click(screen.getByRole('button', { name: /^Delete my answers/ }));
    expect(sessionStorage.length).toBe(0);
  });
});
