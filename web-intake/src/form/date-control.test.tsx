// @vitest-environment happy-dom

import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../language.ts';
import { control, enter, enterDate, freshPages, open, serve, settled } from '../testing/page-fixture.tsx';
import spanish from '../words/es.json' with { type: 'json' };

freshPages();

const fieldOf = (name: string) => document.getElementById(`field-${name}`)?.closest('.field');
const messageAt = (name: string) => fieldOf(name)?.querySelector('.message')?.textContent;

describe('a typed date', () => {
  it('moves on after two digits, back from an empty part, and shows the age', async () => {
    serve();
    await open('deceased');
    control('date_of_birth-month').focus();
    fireEvent.change(control('date_of_birth-month'), { target: { value: '05' } });
    expect(document.activeElement).toBe(control('date_of_birth-day'));
    fireEvent.keyDown(control('date_of_birth-day'), { key: 'Backspace' });
    expect(document.activeElement).toBe(control('date_of_birth-month'));
    fireEvent.change(control('date_of_birth-day'), { target: { value: '1' } });
    fireEvent.change(control('date_of_birth-day'), { target: { value: '1/' } });
    expect(document.activeElement).toBe(control('date_of_birth-year'));
    enterDate('date_of_birth', '1937-5-14');
    enterDate('date_of_death', '2025-5-13');
    expect(screen.getByText('Age: 87 years')).toBeTruthy();
  });

  it('fills in the year of a death, which typing replaces, or the day by its name', async () => {
    serve();
    await open('deceased');
    const today = screen.getByRole('button', { name: 'Today' });
    fireEvent.click(today);
    expect(today.getAttribute('aria-pressed')).toBe('true');
    enterDate('date_of_death', '--');
    fireEvent.change(control('date_of_death-month'), { target: { value: '01' } });
    fireEvent.change(control('date_of_death-day'), { target: { value: '01' } });
    const year = control('date_of_death-year');
    expect(year.value).toMatch(/^20\d\d$/);
    expect([document.activeElement, year.selectionStart, year.selectionEnd]).toEqual([year, 0, 4]);
  });

  it('accepts a pasted date in any form', async () => {
    serve();
    await open('deceased');
    const parts = () => ['month', 'day', 'year'].map((part) => Number(control(`date_of_birth-${part}`).value));
    for (const text of ['5/14/1937', '14/5/1937', '1937-05-14', 'May 14, 1937', '14 May 1937']) {
      enterDate('date_of_birth', '2000-1-1');
      fireEvent.paste(control('date_of_birth-month'), { clipboardData: { getData: () => text } });
      expect([text, parts()]).toEqual([text, [5, 14, 1937]]);
    }
  });

  it.each(['25/13/1934', 'setiembre de 1945', '5 avril 1938', '3/4/8'])(
    'keeps its parts if %s is pasted, with a message',
    async (text) => {
      serve();
      await open('deceased');
      const pasted = { clipboardData: { getData: () => text } };
      expect(fireEvent.paste(control('date_of_birth-month'), pasted)).toBe(false);
      expect(screen.getByRole('alert').textContent).toMatch(/could not be read/);
      enterDate('date_of_birth', '1934-12-25');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('reads a pasted date in Spanish only if its order is certain', async () => {
    serve();
    await open('deceased');
    act(() => setLanguage('es', spanish));
    const paste = (text: string) =>
      fireEvent.paste(control('date_of_birth-month'), { clipboardData: { getData: () => text } });
    paste('5/6/1938');
    expect(screen.getByRole('alert').textContent).toMatch(/^No pudimos leer la fecha pegada/);
    expect(control('date_of_birth-month').value).toBe('');
    paste('25/12/1934');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(['month', 'day', 'year'].map((part) => control(`date_of_birth-${part}`).value)).toEqual([
      '12',
      '25',
      '1934',
    ]);
    act(() => setLanguage('en'));
  });

  it.each([
    ['41', '1941'],
    ['00', '2000'],
    ['194', '194'],
  ])('reads the year of birth %s as %s when the date is left', async (typed, year) => {
    serve();
    await open('deceased');
    enterDate('date_of_birth', `${typed}-3-7`);
    expect(control('date_of_birth-year').value).toBe(typed);
    fireEvent.focusOut(control('date_of_birth-year'), { relatedTarget: document.body });
    expect(control('date_of_birth-year').value).toBe(year);
  });

  it('accepts a pasted part', async () => {
    serve();
    await open('deceased');
    const pasted = (part: string, text: string) =>
      fireEvent.paste(control(`date_of_birth-${part}`), { clipboardData: { getData: () => text } });
    expect([pasted('month', '12'), pasted('year', '1934'), pasted('month', '1934')]).toEqual([true, true, false]);
  });

  it('shows an error when it loses the focus, and not between its parts', async () => {
    serve();
    await open('deceased');
    enterDate('date_of_birth', '1937-02-30');
    fireEvent.focusOut(control('date_of_birth-month'), { relatedTarget: control('date_of_birth-day') });
    await settled();
    expect(messageAt('date_of_birth')).toBeUndefined();
    fireEvent.focusOut(control('date_of_birth-year'), { relatedTarget: document.body });
    await settled();
    expect(messageAt('date_of_birth')).toBe('Date of birth is not a valid date');
    expect(fieldOf('date_of_birth')?.className).toContain('field-wrong');
  });
});

it('asks for AM or PM of a time without it', async () => {
  serve();
  await open('death');
  const time = control('time_of_death');
  const leave = async (badInput: boolean) => {
    Object.defineProperty(time, 'validity', { configurable: true, value: { badInput } });
    fireEvent.focusOut(time);
    await settled();
    return messageAt('time_of_death');
  };
  expect([await leave(true), time.value]).toEqual(['Choose AM or PM', '']);
  expect(await leave(false)).toBeUndefined();
  await leave(true);
  enter('time_of_death', '16:35');
  expect(await leave(false)).toBeUndefined();
});
