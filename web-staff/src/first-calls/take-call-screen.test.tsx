// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { newCall } from './first-call-text.ts';
import { TakeFirstCallScreen } from './take-call-screen.tsx';

// The device's store needs a browser.
vi.mock('./parts/offline-calls.ts', () => ({ saveOfflineCall: async () => true, deleteOfflineCall: async () => {} }));

beforeEach(() => void vi.setSystemTime('2026-11-20T08:14:00Z'));
afterEach(() => void vi.useRealTimers());

const id = '0193a000-0000-7000-8000-000000000001';
const home = { id, name: 'Whitcomb & Ames Funeral Home', time_zone: 'America/New_York', state: 'FL' };
const taker = { id: '0193a000-0000-7000-8000-000000000002', name: 'Dee Kowalski', home, locations: [home] };

/** Opens the screen at the first question without an answer here. */
const openAfter = (...unknown: string[]) =>
  renderPage(
    <TakeFirstCallScreen
      taker={taker}
      start={{ ...newCall(home.id, new Date()), unknown }}
      locked
      onLeave={() => {}}
      onSaved={() => {}}
    />,
  );
const open = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name, expanded: false }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const line = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const died = () => [line('Date').value, line('Time').value];
const opened = () => screen.getByRole('button', { expanded: true });

it('clears the time that Now entered if the death was on another day', () => {
  openAfter('name', 'born');
  press('Now');
  open(/Time of death/);
  expect(died()).toEqual(['2026-11-20', '3:14 AM']);
  press('Yesterday');
  expect(died()).toEqual(['2026-11-19', '']);
});

it('keeps a typed time if the day of death changes', () => {
  openAfter('name', 'born');
  fireEvent.change(line('Time'), { target: { value: '12:40 am' } });
  for (const day of ['Today', 'Yesterday']) press(day);
  fireEvent.blur(line('Time'));
  expect(died()).toEqual(['2026-11-19', '12:40 AM']);
});

it('focuses the time after the day of death is chosen', () => {
  openAfter('name', 'born');
  for (const day of ['Today', 'Yesterday']) {
    line('Date').focus();
    press(day);
    expect(document.activeElement).toBe(line('Time'));
  }
});

it('focuses the first field of a question, and no button that answers it', () => {
  openAfter('name', 'born');
  expect(document.activeElement).toBe(line('Date'));
  open(/Pacemaker/);
  expect(document.activeElement?.tagName).toBe('FORM');
  open(/Expected arrival/);
  expect(document.activeElement).toBe(line('At another time'));
});

it('completes the two-digit year of a birth', () => {
  openAfter('name');
  fireEvent.change(line('Date of birth'), { target: { value: '0041-03-07' } });
  fireEvent.blur(line('Date of birth'));
  expect(line('Date of birth').value).toBe('1941-03-07');
});

it('stays at a wrong answer on the first Next, and leaves it for later on the second', () => {
  openAfter('name', 'born', 'died', 'place');
  open(/callback number|Callback number/);
  fireEvent.change(line('Phone number'), { target: { value: '904' } });
  press('Next');
  expect(screen.getByRole('alert').textContent).toBeTruthy();
  press('Next');
  expect(screen.queryByText('What is the best callback number?')).toBeNull();
});

it('opens the next question after Enter in the relationship', () => {
  openAfter('name', 'born', 'died', 'place');
  fireEvent.keyDown(line('Relationship'), { key: 'Enter' });
  expect(within(opened()).getByText('What is the best callback number?')).toBeTruthy();
});
