// @vitest-environment happy-dom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../language.ts';
import {
  control,
  enter,
  fillAll,
  freshPages,
  goTo,
  open,
  sayUnknown,
  serve,
  settled,
} from '../testing/page-fixture.tsx';
import spanish from '../words/es.json' with { type: 'json' };

freshPages();

const fieldOf = (name: string) => document.getElementById(`field-${name}`)?.closest('.field');

describe('a checkbox that fills fields', () => {
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

  it('shows the family as next of kin, and the place of death as where the deceased is', async () => {
    serve();
    await open('contact');
    enter('submitter_phone', '9045550188');
    enter('deceased_address_street', '9 Cuna Street');
    expect(control('informant_phone').value).toBe('(904) 555-0188');
    goTo('death');
    fireEvent.click(screen.getByLabelText('At the home address'));
    expect(control('current_body_address').value).toBe('9 Cuna Street');
    expect(control('facility_phone').value).toBe('(904) 555-0188');
    enter('current_body_location', 'Flagler Hospital');
    expect(screen.queryByLabelText('Use my phone number')).toBeNull();
    expect(control('facility_phone').value).toBe('');
    enter('current_body_location', 'At home');
    expect(control('facility_phone').value).toBe('(904) 555-0188');
    goTo('next-of-kin');
    const isKin = screen.getByLabelText(/^I am the next of kin/);
    expect(isKin.compareDocumentPosition(control('informant_first_name'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    fireEvent.click(isKin);
    expect(control('informant_phone').value).toBe('');
    goTo('death');
    expect(screen.queryByLabelText('Use my phone number')).toBeNull();
    expect(control('facility_phone').value).toBe('');
  });

  it('leaves a default unchecked after a reload while its fields are blank', async () => {
    serve();
    const page = await open('death');
    fireEvent.click(screen.getByLabelText('Same as the place of death'));
    await settled();
    page.unmount();
    await open('death');
    expect(screen.getByLabelText<HTMLInputElement>('Same as the place of death').checked).toBe(false);
    enter('place_of_death', 'Flagler Hospital');
    expect(control('current_body_location').value).toBe('');
    goTo('next-of-kin');
    expect(screen.getByLabelText<HTMLInputElement>(/^I am the next of kin/).checked).toBe(true);
  });

  it('empties a copied email or address for another phone or place', async () => {
    serve();
    await open('contact');
    enter('submitter_phone', '9045550188');
    enter('submitter_email', 'neighbor@example.com');
    expect(control('informant_email').value).toBe('neighbor@example.com');
    enter('informant_phone', '9045550142');
    expect(control('informant_email').value).toBe('');
    goTo('death');
    enter('place_of_death', 'Flagler Hospital');
    enter('death_address', '400 Health Park Boulevard');
    enter('current_body_location', 'Flagler Hospital, morgue');
    expect(control('current_body_address').value).toBe('400 Health Park Boulevard');
    fireEvent.click(screen.getByLabelText('Same as the place of death'));
    enter('current_body_location', 'Medical examiner');
    expect(control('current_body_address').value).toBe('');
    expect(control('current_body_location').value).toBe('Medical examiner');
  });

  it('empties a copied email for another phone also before the own phone is typed', async () => {
    serve();
    await open('contact');
    enter('submitter_email', 'neighbor@example.com');
    enter('informant_phone', '9045550142');
    expect(control('informant_email').value).toBe('');
  });

  it('offers the living spouse as the next of kin', async () => {
    serve();
    await open('family');
    enter('marital_status', 'widowed');
    enter('spouse_first_name', 'Karin');
    expect(screen.queryByLabelText('The spouse named above')).toBeNull();
    enter('marital_status', 'married');
    fireEvent.click(screen.getByLabelText('The spouse named above'));
    expect([control('informant_first_name').value, control('informant_relationship').value]).toEqual([
      'Karin',
      'spouse',
    ]);
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
});

describe('a button below a field', () => {
  it('completes an email address by the domain that is tapped', async () => {
    serve();
    await open('contact');
    const offered = () =>
      within(fieldOf('submitter_email') as HTMLElement)
        .queryAllByRole('button')
        .map((button) => button.textContent);
    expect(offered()).toEqual([]);
    enter('submitter_email', 'ana');
    expect(offered()).toEqual(['@gmail.com', '@yahoo.com', '@icloud.com', '@outlook.com', '@aol.com']);
    enter('submitter_email', 'ana@G');
    expect(offered()).toEqual(['@gmail.com']);
    fireEvent.click(screen.getByRole('button', { name: '@gmail.com' }));
    expect(control('submitter_email').value).toBe('ana@gmail.com');
    expect(document.activeElement).toBe(control('submitter_email'));
    expect(offered()).toEqual([]);
    enter('submitter_email', 'ana@family.org');
    expect(offered()).toEqual([]);
  });

  it('takes over a last name that is on the form, and follows it until it is edited', async () => {
    serve();
    await open('deceased');
    enter('deceased_last_name', 'Trevino');
    goTo('family');
    const button = (field: string) =>
      within(fieldOf(field) as HTMLElement).queryByRole('button', { name: /^Same last/ });
    expect(button('mother_last_name')).toBeNull();
    enter('father_last_name', 'Núñez');
    expect(button('mother_last_name')?.textContent).toBe('Same last name: Núñez');
    fireEvent.click(button('mother_last_name') as HTMLElement);
    expect(control('mother_last_name').value).toBe('Núñez');
    fireEvent.click(button('informant_last_name') as HTMLElement);
    goTo('deceased');
    enter('deceased_last_name', 'Treviño');
    goTo('next-of-kin');
    expect(control('informant_last_name').value).toBe('Treviño');
    expect(button('informant_last_name')?.getAttribute('aria-pressed')).toBe('true');
    enter('informant_last_name', 'Ruiz');
    expect(button('informant_last_name')?.getAttribute('aria-pressed')).toBe('false');
    sayUnknown('father_last_name');
    expect(button('mother_last_name')).toBeNull();
  });

  it('follows only the last of two shortcuts that fill one field', async () => {
    serve();
    await open('family');
    enter('marital_status', 'married');
    enter('spouse_first_name', 'Karin');
    enter('spouse_last_name', 'Ahlgren');
    const spouse = () => screen.getByLabelText<HTMLInputElement>('The spouse named above');
    fireEvent.click(spouse());
    goTo('deceased');
    enter('deceased_last_name', 'Lindqvist');
    goTo('next-of-kin');
    fireEvent.click(
      within(fieldOf('informant_last_name') as HTMLElement).getByRole('button', { name: /^Same last name/ }),
    );
    expect([control('informant_first_name').value, control('informant_last_name').value]).toEqual([
      'Karin',
      'Lindqvist',
    ]);
    expect(spouse().checked).toBe(false);
  });

  it('answers a field that was marked as unknown', async () => {
    serve();
    await open('employment');
    sayUnknown('employment_industry');
    expect(document.querySelector('[name="employment_industry"]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Homemaker' }));
    expect(control('employment_industry').value).toBe('Own home');
  });

  it('enters a homemaker in the words of the certificate', async () => {
    serve();
    await open('employment');
    act(() => setLanguage('es', spanish));
    fireEvent.click(screen.getByRole('button', { name: 'Ama o amo de casa' }));
    expect([control('employment_title').value, control('employment_industry').value]).toEqual([
      'Ama o amo de casa',
      'Hogar propio',
    ]);
    act(() => setLanguage('en'));
    expect([control('employment_title').value, control('employment_industry').value]).toEqual([
      'Homemaker',
      'Own home',
    ]);
  });
});

it('takes either an email or that the family has none, whichever is answered last', async () => {
  serve();
  await open('contact');
  enter('submitter_email', 'ana@');
  enter('no_email', true);
  expect([control('submitter_email').value, control('informant_email').value]).toEqual(['', '']);
  enter('submitter_email', 'a');
  expect(control('no_email').checked).toBe(false);
});
