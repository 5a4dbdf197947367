// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StatusPage } from './status-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const report = {
  subject: 'report',
  reference: 'R-7K3M-9QTX',
  status: 'contacted',
  funeral_home_name: 'Northside Chapel',
  logo_url: null,
  telephone: '9045550101',
  submitted_at: '2026-11-20T10:00:00Z',
  name: 'Harold Lindqvist',
  ended: false,
  steps: ['received', 'contacted', 'arrangements', 'doctor', 'county', 'ready'],
  step: 'contacted',
  reached: { received: '2026-11-20', contacted: '2026-11-21' },
  needs: ['discharge_paper'],
  other_need: 'His reading glasses',
  service: { date: '2026-11-30', time: '11:00', place: 'Bayfront Chapel', note: 'Come in by the side door.' },
  events: [
    {
      ...{ kind: 'visitation', title: '', date: '2026-11-29', time: '17:00', end_time: '20:00' },
      ...{ place: 'Hall', address: '12 Oak St' },
    },
  ],
  contact: 'Daniel Ames',
  review: null,
};

const open = (token: string, ...answers: (() => Promise<Response>)[]) => {
  const calls = vi.fn((_url: string) => (answers.shift() ?? (() => Promise.resolve(Response.json(report))))());
  vi.stubGlobal('fetch', calls);
  render(<StatusPage reference="R-7K3M-9QTX" token={token} />);
  return calls;
};
const notFound = async () => Response.json({ detail: 'Not found' }, { status: 404 });
const currentStep = () => document.querySelector('[aria-current="step"] b')?.textContent;

describe('StatusPage', () => {
  it('shows the report’s status, what is needed, the service and the contact', async () => {
    const calls = open('7K3MQ-9TXRD');
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Harold Lindqvist' })).toBeTruthy();
    expect(currentStep()).toBe('Contacted');
    const needs = ['Military discharge papers (DD-214)', 'His reading glasses'];
    for (const text of [...needs, 'Bayfront Chapel', 'Monday, November 30, 11:00 AM', 'November 20'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('Visitation').nextSibling?.textContent).toContain('Sunday, November 29, 5:00 PM – 8:00 PM');
    const map = screen.getByRole('link', { name: 'Map of Hall, 12 Oak St' });
    expect(map.getAttribute('href')).toBe('https://maps.google.com/maps?q=Hall%2C%2012%20Oak%20St');
    const call = screen.getByRole('link', { name: 'Call (904) 555-0101' });
    expect(call.getAttribute('href')).toBe('tel:9045550101');
    expect(calls.mock.calls[0]?.[0]).toBe('/api/forms/public/check-status/R-7K3M-9QTX/7K3MQ-9TXRD/');
  });

  it('refreshes, and keeps what it shows while offline', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    const calls = open(
      '7K3MQ-9TXRD',
      () => Promise.resolve(Response.json(report)),
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(Response.json({ ...report, status: 'in_progress', step: 'doctor' })),
    );
    expect(await screen.findByText('Northside Chapel')).toBeTruthy();
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
    expect(calls).toHaveBeenCalledTimes(2);
    expect(currentStep()).toBe('Contacted');
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
    await waitFor(() => expect(currentStep()).toBe('Certificate with the doctor'));
    vi.useRealTimers();
  });

  it('leads to what was confirmed, outside of what is needed', async () => {
    const confirmed = { name: 'Karin', at: '2026-11-25T10:00:00Z', corrections: [] };
    const review = { revision: 1, informant: 'Karin', facts: [], changed: [], confirmed };
    open('7K3MQ-9TXRD', () => Promise.resolve(Response.json({ ...report, review })));
    const link = await screen.findByRole('button', { name: 'View what you confirmed' });
    expect(link.closest('section')).toBeNull();
    expect(screen.getByRole('heading', { name: 'What we need from you' })).toBeTruthy();
  });

  it('asks for the code of an unknown link, which may be cut off', async () => {
    open('7K3MQ', notFound);
    const words = (await screen.findByRole('alert')).textContent;
    expect(words).toMatch(/could not find this report/);
    // This page shows no number.
    expect(words).toContain('call us at the number in our email or on the sheet');
    expect(screen.getByLabelText<HTMLInputElement>('Reference').value).toBe('R-7K3M-9QTX');
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '7k3mq 9txrd' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show status' }));
    expect(await screen.findByRole('heading', { name: 'Harold Lindqvist' })).toBeTruthy();
  });

  it('accepts an emailed code in any form, and asks for both if they do not match', async () => {
    const calls = open('', notFound);
    const code = await screen.findByLabelText('Code');
    fireEvent.click(screen.getByRole('button', { name: 'Show status' }));
    expect(await screen.findByText('Please enter the code')).toBeTruthy();
    expect(calls).not.toHaveBeenCalled();
    fireEvent.change(code, { target: { value: '7k3mq 9txrx' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show status' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not find this report/);
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '7k3mq 9txrd' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show status' }));
    const heading = await screen.findByRole('heading', { name: 'Harold Lindqvist' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(calls.mock.calls.map(([url]) => String(url).split('/').at(-2))).toEqual(['7K3MQ-9TXRX', '7K3MQ-9TXRD']);
  });
});
