// @vitest-environment happy-dom

import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { setLanguage } from '../language.ts';
import { enter, freshPages, goTo, home, isShown, open, serve, settled, submit } from '../testing/page-fixture.tsx';
import spanish from '../words/es.json' with { type: 'json' };

freshPages();

const form: PublicForm = {
  ...{ id: '0190a000-0000-7000-8000-0000000000f1', slug: 'plan-ahead', kind: 'pre_need', version: 3 },
  ...{ title: 'Plan Ahead', notice: null, colors: null, switched_off: [], cemeteries: null },
  ...{ certificate_copies: null, questions: [], spanish: null },
};
const opened = async (kind: PublicForm['kind']) => {
  const words = { condolence_message: 'Thank you for planning ahead.' };
  const sent = serve([], () => Response.json({ ...home, ...words, form: { ...form, kind } }));
  await open();
  return sent;
};

describe('a form that reports no death', () => {
  it('asks little, never mentions a death, and sends to its own endpoint', async () => {
    const sent = await opened('pre_need');
    expect(screen.getByText(/^Thank you for planning ahead/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Social Security|certificate|sorry/i);
    goTo('contact');
    expect(document.querySelector('.where')?.textContent).toBe('Section 1 of 3 · Contact Information');
    enter('submitter_email', 'ida.berglund@example.com');
    enter('submitter_phone', '9045550177');
    enter('special_requests', 'What does a graveside service cost?');
    goTo('next-of-kin');
    expect(screen.getByRole('heading', { level: 2, name: 'Your name' })).toBeTruthy();
    expect(document.querySelector('.shortcut')).toBeNull();
    expect(isShown('informant_relationship')).toBe(false);
    enter('informant_first_name', 'Ida');
    enter('informant_last_name', 'Berglund');
    goTo('agreement');
    enter('consent', true);
    await submit();
    expect(await screen.findByRole('heading', { name: 'Thank You' })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/sorry for your loss|Before, during and after/);
    expect(screen.getByRole('button', { name: 'Fill out the form again' })).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.path).toBe('/api/forms/public/inquire/');
    expect(sent[0]?.body).toMatchObject({
      ...{ funeral_home_slug: 'whitcomb-ames', recaptcha_token: 'minted', language: 'en', consent: true },
      ...{ form_id: form.id, form_version: 3, extra_answers: {} },
      ...{ submitter_email: 'ida.berglund@example.com', submitter_phone: '9045550177' },
      ...{ preferred_contact_time: 'As Soon As Possible', additional_notes: 'What does a graveside service cost?' },
      ...{ informant_first_name: 'Ida', informant_last_name: 'Berglund' },
    });
  });

  it('continues and sends with the form version it began with, also after a closure', async () => {
    const questions = [{ id: 'q1', kind: 'text' as const, label: 'Hymn?', help: '', required: false, options: [] }];
    let own: PublicForm | null = { ...form, questions: questions.map((one) => ({ ...one, spanish: null })) };
    let words = {};
    const sent = serve([], () => Response.json({ ...home, ...words, form: own }));
    const page = await open('contact', 'whitcomb-ames', 'plan-ahead');
    enter('submitter_email', 'ida.berglund@example.com');
    enter('submitter_phone', '9045550177');
    await settled();
    page.unmount();
    own = null;
    words = { condolence_message: 'Please accept our sympathy.' };
    await open('start', 'whitcomb-ames', 'plan-ahead');
    expect(screen.queryByText(/closed right now/)).toBeNull();
    expect(document.body.textContent).not.toMatch(/sorry|sympathy/i);
    expect(screen.getByRole('heading', { level: 1, name: 'Plan Ahead' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Continue your saved report/ })).toBeTruthy();
    goTo('next-of-kin');
    enter('informant_first_name', 'Ida');
    enter('informant_last_name', 'Berglund');
    goTo('questions');
    enter('q1', 'Abide with me');
    goTo('agreement');
    enter('consent', true);
    await submit();
    await screen.findByRole('heading', { name: 'Thank You' });
    expect(sent[0]?.path).toBe('/api/forms/public/inquire/');
    expect(sent[0]?.body).toMatchObject({ form_id: form.id, form_version: 3, extra_answers: { q1: 'Abide with me' } });
  });

  it('names the usual number of copies in Spanish', async () => {
    serve([], () => Response.json({ ...home, form: { ...form, certificate_copies: 6 } }));
    await open();
    act(() => setLanguage('es', spanish));
    goTo('questions');
    expect(screen.getByText(/^Muchas familias piden unas 6\. Los bancos/)).toBeTruthy();
    act(() => setLanguage('en'));
  });

  it('requires the contact and only the questions of an obituary', async () => {
    const sent = await opened('obituary');
    goTo('agreement');
    await submit();
    expect(sent).toEqual([]);
    expect([...document.querySelectorAll('.gap span')].map((gap) => gap.textContent)).toEqual([
      ...['Email', 'Phone number', 'First name', 'Last name', 'Date of birth', 'Date of death'],
      ...['First name', 'Last name', 'Relationship', 'I agree to the terms'],
    ]);
  });
});
