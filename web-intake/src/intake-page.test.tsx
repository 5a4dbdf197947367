// @vitest-environment happy-dom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { App } from './app.tsx';
import {
  control,
  enter,
  fillAll,
  freshPages,
  home,
  isShown,
  open,
  serve,
  settled,
  submit,
} from './page-under-test.tsx';

freshPages();

describe('the page of a home', () => {
  it('shows name, logo, emergency phone, condolence and legal notice', async () => {
    serve();
    render(<App address={{ page: 'form', slug: 'whitcomb-ames' }} />);
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(await screen.findByText(home.name)).toBeTruthy();
    expect(screen.getByRole('link', { name: '(904) 555-0111' }).getAttribute('href')).toBe('tel:9045550111');
    expect(screen.getByRole('link', { name: /Call us/ }).getAttribute('href')).toBe('tel:9045550100');
    expect(document.querySelector('.logo img')?.getAttribute('src')).toBe('/logo.svg');
    expect(screen.getByRole('heading', { name: 'Important Legal Notice' })).toBeTruthy();
    expect(document.title).toContain(home.name);
  });

  it('falls back to a name derived from the slug when the home is not found, and says so', async () => {
    serve([], () => Response.json({ detail: 'Funeral home not found' }, { status: 404 }));
    await open('maple-grove-chapel');
    expect(await screen.findByText('Maple Grove Chapel')).toBeTruthy();
    expect(screen.getByText(/do not know a funeral home/)).toBeTruthy();
  });

  it('falls back quietly when the home cannot be looked up', async () => {
    serve([], () => Response.error());
    await open('maple-grove-chapel');
    expect(await screen.findByText('Maple Grove Chapel')).toBeTruthy();
    expect(screen.queryByText(/do not know a funeral home/)).toBeNull();
  });

  it('numbers every section', async () => {
    serve();
    await open();
    for (const { number, title } of intakeSections) {
      expect(
        screen.getByRole('heading', { name: `Section ${number} of ${intakeSections.length} ${title}` }),
      ).toBeTruthy();
    }
  });
});

describe('conditional fields', () => {
  it('appear with what asks for them', async () => {
    serve();
    await open();
    expect(['spouse_first_name', 'race_other_specify', 'cemetery_name', 'education_other'].some(isShown)).toBe(false);
    enter('marital_status', 'married');
    enter('race', ['other']);
    enter('cemetery_choice', 'other');
    enter('education_level', 'other');
    expect(['spouse_first_name', 'race_other_specify', 'cemetery_name', 'education_other'].every(isShown)).toBe(true);
  });

  it('show a state select in the US alone', async () => {
    serve();
    await open();
    expect(control('informant_state').tagName).toBe('SELECT');
    fireEvent.focusIn(control('informant_country'));
    enter('informant_country', 'CAN');
    expect(isShown('informant_state')).toBe(false);
    expect(isShown('death_state')).toBe(true);
  });

  it('copy what is the same, follow it, and let go when edited', async () => {
    serve();
    await open();
    enter('deceased_address_street', '118 Marine Street');
    fireEvent.click(screen.getByLabelText('Same as the home address of the deceased'));
    expect(control('informant_address').value).toBe('118 Marine Street');
    enter('deceased_address_street', '120 Marine Street');
    expect(control('informant_address').value).toBe('120 Marine Street');
    enter('informant_address', '7 Other Road');
    enter('deceased_address_street', '122 Marine Street');
    expect(control('informant_address').value).toBe('7 Other Road');
  });

  it('show the age that the dates give', async () => {
    serve();
    await open();
    enter('date_of_birth', '1937-05-14');
    enter('date_of_death', '2025-05-13');
    expect(screen.getByText('Age: 87 years')).toBeTruthy();
  });

  it('cover the SSN until it is asked for and group it as it is typed', async () => {
    serve();
    await open();
    enter('social_security_number', '987654320');
    const ssn = control('social_security_number');
    expect(ssn.value).toBe('987-65-4320');
    expect(ssn.className).toBe('covered');
    fireEvent.click(screen.getByRole('button', { name: 'Show Social Security Number' }));
    expect(ssn.className).toBe('');
  });
});

describe('submitting with gaps', () => {
  it('is refused with every gap named, and sends nothing', async () => {
    const sent = serve();
    await open();
    const button = screen.getByRole('button', { name: 'SUBMIT' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('title')).toBe('Please fill in all required fields');
    await submit();
    expect(screen.getByRole('alert').textContent).toContain('Please fill in all required fields');
    expect(screen.getByText('Please select at least one race')).toBeTruthy();
    expect(screen.getByText('You must agree to the terms')).toBeTruthy();
    expect(control('submitter_email').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement?.id).toBe('missing-title');
    fireEvent.click(
      within(document.querySelector('.missing') as HTMLElement).getByRole('link', { name: 'Home address: City' }),
    );
    expect(document.activeElement).toBe(control('deceased_address_city'));
    expect(sent).toEqual([]);
  });

  it('asks an adult for the SSN unless it follows', async () => {
    serve();
    await open();
    fillAll({ social_security_number: '' });
    await submit();
    expect(screen.getByText('SSN is required for adults (or check "SSN to follow")')).toBeTruthy();
    enter('ssn_to_follow', true);
    await settled();
    expect(screen.getByText('9 of 9 sections complete')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'SUBMIT' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('names a malformed value when its field is left, and not before', async () => {
    serve();
    await open();
    enter('submitter_email', 'nobody@');
    await settled();
    const inField = () => control('submitter_email').closest('.field')?.querySelector('.error')?.textContent;
    expect(inField()).toBeUndefined();
    fireEvent.focusOut(control('submitter_email'));
    await settled();
    expect(inField()).toBe('Please enter a valid email address');
  });
});
