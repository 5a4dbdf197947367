// @vitest-environment happy-dom

import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { App } from './app.tsx';
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

  it('promises no night service for a home with only a day number', async () => {
    serve([], () => Response.json({ ...home, emergency_phone: null }));
    await open();
    expect(screen.getByRole('link', { name: '(904) 555-0100' })).toBeTruthy();
    expect(screen.queryByText(/24\/7/)).toBeNull();
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

  it('shows a fallback if the home cannot be looked up', async () => {
    serve([], () => Response.error());
    await open('start', 'maple-grove-chapel');
    expect(await screen.findByText('Maple Grove Chapel')).toBeTruthy();
    expect(screen.queryByText(/could not find a funeral home/)).toBeNull();
    expect(screen.getByRole('link', { name: /^Start/ })).toBeTruthy();
  });

  it('shows the phone number of a rejected lookup', async () => {
    serve([], () => Response.json({ detail: 'Too many requests.', telephone: '9045550111' }, { status: 429 }));
    await open();
    expect(screen.getByRole('link', { name: '(904) 555-0111' })).toBeTruthy();
  });
});

describe('the form, section by section', () => {
  it('names and numbers the sections of each page, with its ways on and back', async () => {
    serve();
    await open();
    const pages = [
      ['contact', 'deceased', 'family', 'next-of-kin'],
      ['death', 'cemetery', 'employment', 'additional'],
    ];
    for (const { id, number, title } of intakeSections.slice(0, -1)) {
      goTo(id);
      const at = pages.findIndex((page) => page.includes(id));
      expect([...document.querySelectorAll('.part')].map((part) => part.getAttribute('data-section'))).toEqual(
        pages[at],
      );
      expect(screen.getByRole('heading', { level: pages[at]?.[0] === id ? 1 : 2, name: title })).toBe(
        document.activeElement,
      );
      expect(document.querySelector('.where')?.textContent).toBe(`Section ${number} of 9 · ${title}`);
      expect(document.querySelector('.way-on')?.getAttribute('href')).toBe(`#${pages[at + 1]?.[0] ?? 'agreement'}`);
      expect(document.querySelector('.back')?.getAttribute('href')).toBe(
        at === 0 ? undefined : `#${pages[at - 1]?.at(-1)}`,
      );
      expect(screen.getByRole('link', { name: /Call us 24\/7/ }).getAttribute('href')).toBe('tel:9045550111');
    }
  });

  it('names the section in which the family works, and leaves the focus there', async () => {
    serve();
    await open('contact');
    act(() => control('deceased_first_name').focus());
    expect(window.location.hash).toBe('#deceased');
    expect(document.querySelector('.where')?.textContent).toBe('Section 2 of 9 · Deceased Information');
    expect(document.activeElement).toBe(control('deceased_first_name'));
  });

  it('moves on with Enter, and stays on the page', async () => {
    serve();
    await open('contact');
    control('submitter_email').focus();
    fireEvent.keyDown(control('submitter_email'), { key: 'Enter' });
    expect(document.activeElement).toBe(control('no_email'));
    goTo('employment');
    control('education_level').focus();
    fireEvent.keyDown(control('education_level'), { key: 'Enter' });
    expect(document.activeElement).toBe(control('ethnicity'));
  });

  it('shows fields that depend on an answer', async () => {
    serve();
    await open('family');
    expect(isShown('spouse_first_name')).toBe(false);
    enter('marital_status', 'married');
    expect(isShown('spouse_first_name')).toBe(true);
    goTo('next-of-kin');
    expect(control('informant_state').tagName).toBe('SELECT');
    fireEvent.focusIn(control('informant_country'));
    enter('informant_country', 'CAN');
    expect(isShown('informant_state')).toBe(false);
  });

  it('fills city and state from the ZIP code, and keeps what was typed', async () => {
    await open('deceased');
    enter('deceased_address_city', 'Vilano Beach');
    enter('deceased_address_zip', '32084');
    await vi.waitFor(() => expect(control('deceased_address_state').value).toBe('FL'));
    expect(control('deceased_address_city').value).toBe('Vilano Beach');
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

  it('lists the cemeteries with their costs, and selects that none is decided', async () => {
    serve();
    await open('cemetery');
    const choices = [...document.querySelectorAll('.costs .choice')].map((choice) => choice.textContent);
    expect(choices).toHaveLength(12);
    expect(choices[0]).toMatch(/^Not decided, or no burial/);
    expect(choices[1]).toMatch(/^St\. Cyprian's AME Cemetery.*about \$1,500$/);
    expect(choices.at(-1)).toMatch(/^Other/);
    expect(document.querySelector<HTMLInputElement>('.costs :checked')?.value).toBe('undecided');
  });
});

it('takes a letter of several characters, or the first one of a name, as an initial', async () => {
  serve();
  await open('family');
  for (const [typed, initial] of [
    ['क्षि', 'क्षि'],
    ['Maria', 'M'],
  ] as const) {
    const field = control('mother_middle_name');
    expect(field.maxLength).toBeGreaterThan(typed.length);
    enter(field.name, typed);
    fireEvent.blur(field);
    expect(field.value).toBe(initial);
    await settled();
    expect(messageAt(field.name)).toBeUndefined();
  }
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
  it('asks a child nothing about army, marriage, work or school', async () => {
    const sent = serve();
    await open();
    fillAll({ date_of_birth: '2016-03-02', date_of_death: '2025-10-28', social_security_number: '' });
    goTo('deceased');
    expect(screen.getByRole('heading', { level: 2, name: 'About your child' })).toBeTruthy();
    expect(document.querySelector('.where')?.textContent).toBe('Section 2 of 8 · About your child');
    expect(['is_veteran', 'stillborn', 'ssn_to_follow'].some(isShown)).toBe(false);
    expect(document.body.textContent).not.toContain('deceased');
    goTo('family');
    expect(screen.getByRole('heading', { level: 2, name: 'Parents' })).toBeTruthy();
    expect(isShown('marital_status')).toBe(false);
    goTo('agreement');
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[0]?.body).toMatchObject({
      is_veteran: false,
      stillborn: false,
      marital_status: 'never_married',
      employment_title: 'None',
      employment_industry: 'None',
      education_level: 'elementary',
    });
    expect(sent[0]?.body).not.toHaveProperty('spouse_first_name');
  });

  it('asks a stillborn child for one day and no number', async () => {
    const sent = serve();
    await open('deceased');
    expect(isShown('stillborn')).toBe(false);
    fillAll({ date_of_birth: '2025-10-27', date_of_death: '2025-10-28', gender: 'female' });
    goTo('deceased');
    enter('stillborn', 'yes');
    expect(screen.getByRole('heading', { level: 2, name: 'About your baby' })).toBeTruthy();
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
    expect(document.querySelector('.way-on')?.getAttribute('href')).toBe('#death');
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
