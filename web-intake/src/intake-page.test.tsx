// @vitest-environment happy-dom

import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { App } from './app.tsx';
import { setLanguage } from './language.ts';
import {
  control,
  enter,
  enterDate,
  fillAll,
  freshPages,
  goTo,
  home,
  isShown,
  open,
  sayUnknown,
  serve,
  settled,
  submit,
} from './testing/page-fixture.tsx';
import spanish from './words/es.json' with { type: 'json' };

freshPages();

const fieldOf = (name: string) => document.getElementById(`field-${name}`)?.closest('.field');
const messageAt = (name: string) => fieldOf(name)?.querySelector('.message')?.textContent;
const gaps = () => within(document.querySelector('.gaps') as HTMLElement);

describe('the first page of a home', () => {
  it('shows name, logo, condolence, legal notice and the emergency number', async () => {
    serve();
    render(<App address={{ page: 'form', slug: 'whitcomb-ames' }} />);
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(await screen.findByText(home.name)).toBeTruthy();
    const numbers = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('tel:'));
    expect(numbers.map((link) => link.getAttribute('href'))).toEqual(['tel:9045550111']);
    expect(screen.getByText('Available 24/7:')).toBeTruthy();
    expect(document.querySelector('.logo img')?.getAttribute('src')).toBe('/logo.svg');
    const notice = screen.getByRole('heading', { name: 'Important Legal Notice' });
    expect(notice.closest('details')).toBeNull();
    expect(screen.getByRole('link', { name: /^Start/ }).getAttribute('href')).toBe('#contact');
    expect(document.querySelector('input, select')).toBeNull();
    expect(document.title).toContain(home.name);
  });

  it('shows no form at an unknown address, and what to do', async () => {
    serve([], () => Response.json({ detail: 'Funeral home not found' }, { status: 404 }));
    await open('start', 'maple-grove-chapel');
    expect(await screen.findByText('Maple Grove Chapel')).toBeTruthy();
    expect(screen.getByText(/could not find a funeral home/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull();
    expect(screen.queryByText('Helpful to have ready')).toBeNull();
    expect(screen.queryByText(/will see your answers/)).toBeNull();
  });

  it('leads from a former address to the home, and shows the new one', async () => {
    serve([], () => Response.json({ ...home, slug: 'whitcomb-and-daughters' }));
    await open('start', 'whitcomb-ames');
    expect(await screen.findByText(home.name)).toBeTruthy();
    expect(window.location.pathname).toBe('/whitcomb-and-daughters');
    expect(screen.getByRole('link', { name: /^Start/ })).toBeTruthy();
  });
});

describe('the form, section by section', () => {
  it('names and numbers each section, with its ways on and back', async () => {
    serve();
    await open();
    const ids = intakeSections.map(({ id }) => id);
    for (const { id, number, title } of intakeSections.slice(0, -1)) {
      goTo(id);
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
      expect(document.querySelector('.where')?.textContent).toBe(`Section ${number} of 9 · ${title}`);
      expect(document.querySelector('.way-on')?.getAttribute('href')).toBe(`#${ids[number]}`);
      expect(document.querySelector('.back')?.getAttribute('href')).toBe(
        number === 1 ? undefined : `#${ids[number - 2]}`,
      );
      expect(screen.getByRole('link', { name: /Call us 24\/7/ }).getAttribute('href')).toBe('tel:9045550111');
    }
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('copies fields, follows their sources, and stops after an edit', async () => {
    serve();
    await open('deceased');
    enter('deceased_address_street', '118 Marine Street');
    goTo('next-of-kin');
    const same = () => screen.getByLabelText<HTMLInputElement>('Same as the home address of the deceased');
    fireEvent.click(same());
    expect(control('informant_address').value).toBe('118 Marine Street');
    goTo('deceased');
    goTo('next-of-kin');
    expect(same().checked).toBe(true);
    enter('informant_address', '7 Other Road');
    expect(same().checked).toBe(false);
    expect(control('informant_address').value).toBe('7 Other Road');
  });

  it('fills in the home as the place of death, and the next of kin for certificates', async () => {
    serve();
    await open();
    fillAll({ place_of_death: '', death_address: '', certificate_recipient: '' });
    goTo('death');
    fireEvent.click(screen.getByLabelText('At the home address'));
    expect(control('place_of_death').value).toBe('At home');
    expect(control('death_address').value).toBe('118 Marine Street');
    goTo('additional');
    fireEvent.click(screen.getByLabelText('Same as the next of kin'));
    expect(control('certificate_recipient').value).toBe(
      'Karin Elise Lindqvist, 118 Marine Street, St. Augustine, FL 32084',
    );
  });

  it('hides the SSN until requested, and groups it while typing', async () => {
    serve();
    await open('deceased');
    enter('social_security_number', '987654320');
    const ssn = control('social_security_number');
    expect(ssn.value).toBe('987-65-4320');
    expect(ssn.className).toBe('covered');
    fireEvent.click(screen.getByRole('button', { name: 'Show Social Security Number' }));
    expect(ssn.className).toBe('');
  });
});

describe('a typed date', () => {
  it('moves on after two digits, back from an empty part, and shows the age', async () => {
    serve();
    await open('deceased');
    control('date_of_birth-month').focus();
    fireEvent.change(control('date_of_birth-month'), { target: { value: '05' } });
    expect(document.activeElement).toBe(control('date_of_birth-day'));
    fireEvent.keyDown(control('date_of_birth-day'), { key: 'Backspace' });
    expect(document.activeElement).toBe(control('date_of_birth-month'));
    enterDate('date_of_birth', '1937-5-14');
    enterDate('date_of_death', '2025-5-13');
    expect(screen.getByText('Age: 87 years')).toBeTruthy();
  });

  it('accepts a pasted date in any form', async () => {
    serve();
    await open('deceased');
    const parts = () => ['month', 'day', 'year'].map((part) => Number(control(`date_of_birth-${part}`).value));
    for (const text of ['5/14/1937', '1937-05-14', 'May 14, 1937', '14 May 1937']) {
      enterDate('date_of_birth', '2000-1-1');
      fireEvent.paste(control('date_of_birth-month'), { clipboardData: { getData: () => text } });
      expect([text, parts()]).toEqual([text, [5, 14, 1937]]);
    }
  });

  it.each(['25/12/1934', '12 de setiembre del 45', '5 avril 1938', '3/4/38'])(
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

describe('“I don’t know”', () => {
  it('locks the field, counts as an answer, and restores the typed text', async () => {
    const sent = serve();
    await open('deceased');
    enter('birthplace_city', 'Dul');
    sayUnknown('birthplace_city');
    expect(isShown('birthplace_city')).toBe(false);
    expect(screen.getByText('Not known yet. We will find out together.')).toBeTruthy();
    sayUnknown('birthplace_city');
    expect(control('birthplace_city').value).toBe('Dul');
    sayUnknown('birthplace_city');
    sayUnknown('birthplace_state');
    goTo('death');
    sayUnknown('facility_phone');
    goTo('additional');
    sayUnknown('communicable_disease');
    fillAll({ is_veteran: 'unknown' });
    await submit();
    expect(await screen.findByRole('heading', { name: 'Thank You' })).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({
      birthplace_city: 'Unknown',
      birthplace_state: 'Unknown',
      facility_phone: 'Unknown',
      communicable_disease: 'unknown',
      is_veteran: false,
      additional_notes: 'Please call after nine in the morning.\nMilitary service: not known by the family.',
    });
    const left = screen.getByText(/we will help you find out/).textContent;
    expect(left).toContain('city of birth');
    expect(left).toMatch(/, communicable disease\)/);
  });
});

describe('a child', () => {
  it('asks a stillborn child for one day and no number', async () => {
    const sent = serve();
    await open('deceased');
    expect(isShown('stillborn')).toBe(false);
    fillAll({ date_of_birth: '2025-10-27', date_of_death: '2025-10-28', gender: 'female' });
    goTo('deceased');
    enter('stillborn', 'yes');
    expect(screen.getByRole('heading', { level: 1, name: 'About your baby' })).toBeTruthy();
    expect(['date_of_death', 'social_security_number', 'notify_social_security', 'alias'].some(isShown)).toBe(false);
    sayUnknown('deceased_first_name');
    goTo('agreement');
    await settled();
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[0]?.body).toMatchObject({
      stillborn: true,
      deceased_first_name: 'Baby Girl',
      date_of_birth: '2025-10-27',
      date_of_death: '2025-10-27',
      communicable_disease: 'unknown',
      notify_social_security: false,
      education_level: 'no_formal',
    });
    expect(sent[0]?.body.additional_notes).toContain('No name given.');
    expect(sent[0]?.body).not.toHaveProperty('social_security_number');
    expect(sent[0]?.body).not.toHaveProperty('alias');
  });

  it('keeps an answer while its question is hidden', async () => {
    serve();
    await open();
    fillAll();
    goTo('deceased');
    enterDate('date_of_birth', '2020-05-14');
    expect(isShown('is_veteran')).toBe(false);
    enterDate('date_of_birth', '1937-05-14');
    expect(document.querySelector<HTMLInputElement>('[name=is_veteran]:checked')?.value).toBe('yes');
  });
});

describe('submitting with gaps', () => {
  it('names every gap in amber, and sends nothing', async () => {
    const sent = serve();
    await open();
    fillAll({ submitter_email: '', deceased_address_street: '', death_address: '', race: [], consent: false });
    const button = screen.getByRole('button', { name: 'SUBMIT' });
    await settled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('title')).toBe('Please fill in all required fields');
    await submit();
    expect(document.activeElement?.id).toBe('gaps-title');
    expect(document.activeElement?.textContent).toBe('Almost done: 5 answers left');
    expect(gaps().getByText('Please fill in all required fields')).toBeTruthy();
    expect(screen.getByText('You must agree to the terms')).toBeTruthy();
    expect(document.querySelectorAll('.field-wrong')).toHaveLength(0);
    goTo('additional');
    expect(messageAt('race')).toBe('Please select at least one race');
    expect(fieldOf('race')?.className).toContain('field-missing');
    goTo('contact');
    expect(document.querySelector('.way-on')?.textContent).toContain('Next unanswered question');
    expect(document.querySelector('.way-on')?.getAttribute('href')).toBe('#deceased');
    goTo('deceased');
    fireEvent.click(gaps().getByRole('link', { name: /Home address: Street address/ }));
    expect(document.activeElement).toBe(control('deceased_address_street'));
    expect(messageAt('deceased_address_street')).toBe('Required');
    expect(sent).toEqual([]);
  });

  it('names only sections if there are many gaps', async () => {
    serve();
    await open('agreement');
    await submit();
    const names = gaps()
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names).toContain('Death Information11 needed');
    expect(names.length).toBeLessThan(12);
  });

  it('requires the SSN of an adult unless it follows', async () => {
    serve();
    await open();
    fillAll({ social_security_number: '' });
    await submit();
    goTo('deceased');
    expect(messageAt('social_security_number')).toBe('SSN is required for adults (or check "SSN to follow")');
    enter('ssn_to_follow', true);
    await settled();
    goTo('agreement');
    expect(screen.getByText('9 of 9 sections complete')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'SUBMIT' }).getAttribute('aria-disabled')).toBe('false');
    expect(document.querySelector('.gaps')).toBeNull();
  });

  it('names a malformed value in red when its field loses the focus', async () => {
    serve();
    await open('contact');
    enter('submitter_email', 'nobody@');
    await settled();
    expect(messageAt('submitter_email')).toBeUndefined();
    fireEvent.focusOut(control('submitter_email'));
    await settled();
    expect(messageAt('submitter_email')).toBe('Please enter a valid email address');
    expect(fieldOf('submitter_email')?.className).toContain('field-wrong');
  });
});
