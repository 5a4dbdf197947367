// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { EnvelopeChoices, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { exampleChoices, exampleEnvelope, exampleRecipient } from '../testing/example-envelope.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { EnvelopeForm } from './envelope-form.tsx';
import { NewEnvelopePage } from './new-envelope-page.tsx';

const form = (id: string, can_send = true): EnvelopeChoices['templates'][number] => ({
  ...{ id, name: `Form ${id}`, template_type: 'other', in_default_set: true, can_send, fits: true },
  completed_at: null,
  roles: [
    { name: 'Agent', part: 'authorizing_agent', signs: true },
    { name: 'Second', part: 'co_signer', signs: true },
  ],
});
const person = (key: string, part: EnvelopeChoices['people'][number]['part']) => ({
  ...{ key, name: `Person ${key}`, email: `${key}@example.com`, phone: '', part, relationship: '' },
  on_statement: key === 'ana' || key === 'joy',
});
const choices = exampleChoices({
  templates: [form('A'), form('B', false)],
  statements: [{ version: 2, statement_number: 'WA-S2', finalized_at: '2026-11-20T12:00:00.000Z', accepted_by: '' }],
  people: [person('ana', 'authorizing_agent'), person('rob', 'co_signer'), person('joy', 'co_signer')],
});
const looked = { documents: [], missing_count: 1, faults: {} };

const draw = (preview: (input: unknown) => Promise<unknown>, draft?: SignatureEnvelope, offered = choices) =>
  renderPage(<EnvelopeForm choices={offered} draft={draft} back={{ to: '/', label: 'Case' }} />, {
    call: answering({ 'POST /api/signatures/envelopes/preview/': preview }),
  });
const box = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

describe('NewEnvelopePage', () => {
  it('offers the newest cases if none is chosen, and then asks for the choices of one', async () => {
    const asked = vi.fn((_: unknown) => choices);
    const rows = [{ id: 'c-1', deceased_full_name: 'Elias Haddad', case_number: 'WA-2026-0001' }];
    renderPage(<NewEnvelopePage />, {
      call: answering({
        'GET /api/services/cases/': () => ({ count: 1, next: null, results: rows }),
        'GET /api/signatures/envelopes/choices/': asked,
      }),
    });
    const newest = await screen.findByRole('button', { name: /Elias Haddad/ });
    expect(asked).not.toHaveBeenCalled();
    fireEvent.click(newest);
    await waitFor(() => expect(asked.mock.lastCall?.[0]).toMatchObject({ query: { case_id: 'c-1' } }));
  });
});

describe('EnvelopeForm', () => {
  it('does not say that a request is ready before it was previewed, or if that failed', async () => {
    let answer: (value: unknown) => void = () => undefined;
    draw(() => new Promise((resolve) => (answer = resolve)));
    expect(await screen.findByText('Checking…')).toBeTruthy();
    answer(looked);
    expect(await screen.findByText('1 value is missing from the case')).toBeTruthy();
    draw(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await screen.findByText(/^Could not check this request/)).toBeTruthy();
  });

  it('saves a draft for a case that is not active, and says how to send it', async () => {
    draw(async () => looked, undefined, { ...choices, case: { ...choices.case, can_request: false } });
    expect(await screen.findByText(/^You can save this request as a draft/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'open the case' }).getAttribute('href')).toBe('/cases/case-1');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save draft' })).toBeTruthy();
  });

  it('names a role without a signer, and a failed Send moves the focus to the people', async () => {
    const roles = [
      { role: 'Agent', recipient: 0, signs: true },
      { role: 'Second', recipient: null, signs: true },
    ];
    const faults = { 'documents.0.roles': ['Choose who signs “Form A” as Second'] };
    const documents = [{ name: 'Form A', kind: 'template' as const, roles, fields: [] }];
    draw(async () => ({ documents, missing_count: 0, faults }));
    const goingOut = await screen.findByRole('region', { name: 'Preview' });
    expect(within(goingOut).getByText('No signer for Second yet')).toBeTruthy();
    expect(within(goingOut).queryByText('Complete')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    // An unticked co-signer, as the role requires.
    expect(document.activeElement).toBe(await box('Person joy signs'));
  });

  it('ticks the only person who can sign a role together with its document', async () => {
    const template = { ...form('C'), in_default_set: false };
    const director = person('dee', 'funeral_director');
    const roles = [{ name: 'Funeral Director', part: 'funeral_director' as const, signs: true }];
    const more = exampleChoices({ templates: [{ ...template, roles }], people: [person('ana', 'signer'), director] });
    renderPage(<EnvelopeForm choices={more} draft={undefined} back={{ to: '/', label: 'Case' }} />, {
      call: answering({ 'POST /api/signatures/envelopes/preview/': async () => looked }),
    });
    expect((await box('Person dee signs')).checked).toBe(false);
    fireEvent.click(await box(/^Form C/));
    expect((await box('Person dee signs')).checked).toBe(true);
  });

  it('lists completed forms unchecked after open ones, apart from other documents', async () => {
    const done = { ...form('A'), completed_at: '2026-11-28T15:00:00.000Z' };
    draw(async () => looked, undefined, { ...choices, templates: [done, { ...form('D'), fits: false }, form('C')] });
    const forms = await screen.findByRole('region', { name: 'Forms' });
    expect(
      within(forms)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      expect.stringMatching(/^Form C/),
      expect.stringMatching(/^Form ACompleted Nov 28, 2026 · Agent/),
      expect.stringMatching(/^Form D/),
    ]);
    expect(
      within(forms)
        .getAllByRole<HTMLInputElement>('checkbox')
        .map(({ checked }) => checked),
    ).toEqual([true, false, false]);
    const documents = screen.getByRole('region', { name: 'Documents of this case' });
    expect(documents.textContent).toContain('Statement WA-S2');
  });

  it('shows who signed a Statement, also with its form', async () => {
    const [statement] = choices.statements;
    const agreement = { ...form('A'), template_type: 'statement' as const };
    const statements = statement ? [{ ...statement, accepted_by: 'Ana Peña' }] : [];
    draw(async () => looked, undefined, { ...choices, templates: [agreement, form('C')], statements });
    const forms = within(await screen.findByRole('region', { name: 'Forms' })).getAllByRole('listitem');
    expect(forms.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Form C/),
      expect.stringMatching(/^Form AStatement signed by Ana Peña/),
    ]);
    expect((await box(/^Form A/)).checked).toBe(false);
    expect(screen.getByText('Version 2 · Signed by Ana Peña')).toBeTruthy();
  });

  it('asks before it sends a document that does not fit the service', async () => {
    const [unfit, fitting] = [{ ...form('A'), fits: false }, form('C')];
    const more = exampleChoices({ templates: [unfit, fitting], people: [person('ana', 'authorizing_agent')] });
    const create = vi.fn(() => exampleEnvelope());
    renderPage(<EnvelopeForm choices={more} draft={undefined} back={{ to: '/', label: 'Case' }} />, {
      pages: { '/signatures/:id': <p>Sent</p> },
      call: answering({
        'POST /api/signatures/envelopes/preview/': async () => ({ ...looked, missing_count: 0 }),
        [`POST ${envelopeEndpoints.createMulti.path}`]: create,
      }),
    });
    const papers = within(await screen.findByRole('region', { name: 'Documents' })).getAllByRole('checkbox');
    expect(papers.map((one) => (one as HTMLInputElement).checked)).toEqual([true, false]);
    fireEvent.click(await box(/^Form A/));
    expect(await screen.findByText('Ready to send')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send “Form A”?' }));
    expect(create).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: 'Send anyway' }));
    expect(await screen.findByText('Sent')).toBeTruthy();
    expect(create).toHaveBeenCalledOnce();
  });

  it('starts with the requested Statement, and ticks its signers', async () => {
    renderPage(<EnvelopeForm choices={choices} draft={undefined} statement="2" back={{ to: '/', label: 'Case' }} />, {
      call: answering({ 'POST /api/signatures/envelopes/preview/': async () => looked }),
    });
    expect((await box(/^Statement WA-S2/)).checked).toBe(true);
    const ticked = await Promise.all(
      ['ana', 'rob', 'joy'].map(async (key) => (await box(`Person ${key} signs`)).checked),
    );
    expect(ticked).toEqual([true, false, true]);
    expect(screen.queryByText(/^The Statement names/)).toBeNull();
    fireEvent.click(await box('Person joy signs'));
    expect(screen.getByText(/^The Statement names Person joy, who does not sign here\./)).toBeTruthy();
    expect((await box('In this order')).checked).toBe(false);
  });

  it('asks how each person signs, and requires a valid address for email', async () => {
    const [ana, rob] = [person('ana', 'authorizing_agent'), { ...person('rob', 'co_signer'), email: '' }];
    const more = exampleChoices({ templates: [form('A')], people: [ana, rob] });
    renderPage(<EnvelopeForm choices={more} draft={undefined} back={{ to: '/', label: 'Case' }} />, {
      call: answering({ 'POST /api/signatures/envelopes/preview/': async () => looked }),
    });
    const how = screen.getAllByLabelText<HTMLSelectElement>('Delivery');
    expect(how.map(({ value }) => value)).toEqual(['email', 'in_person']);
    expect(screen.queryByText('Email address required')).toBeNull();
    const [email] = screen.getAllByLabelText('Email');
    fireEvent.change(email as HTMLElement, { target: { value: '_ana@example.com' } });
    expect(screen.getByText(signatureMessages.emailRefused)).toBeTruthy();
    expect(screen.getByText(`Person ana: ${signatureMessages.emailRefused}`)).toBeTruthy();
    fireEvent.change(how[0] as HTMLElement, { target: { value: 'in_person' } });
    expect(screen.queryByText(signatureMessages.emailRefused)).toBeNull();
    expect(screen.getByRole('button', { name: 'Start signing' })).toBeTruthy();
  });

  it('says who gets no email, until an address is entered', async () => {
    const daughter = { ...person('ana', 'authorizing_agent'), email: '' };
    const preview = vi.fn((_: unknown) => ({ ...looked, missing_count: 0 }));
    draw(
      async (...sent) => preview(...sent),
      undefined,
      exampleChoices({ people: [daughter, person('dee', 'signer')] }),
    );
    fireEvent.click(await box('Person dee signs'));
    expect(await screen.findByText('Ready to send. Person ana signs in person and gets no email')).toBeTruthy();
    const before = preview.mock.calls.length;
    const [address, way] = [screen.getAllByLabelText('Email')[0], screen.getAllByLabelText('Delivery')[0]];
    fireEvent.change(address as HTMLElement, { target: { value: 'ana@' } });
    expect((way as HTMLSelectElement).value).toBe('email');
    expect(preview).toHaveBeenCalledTimes(before);
    fireEvent.change(address as HTMLElement, { target: { value: 'ana@example.com' } });
    expect(await screen.findByText('Ready to send')).toBeTruthy();
    // Someone without a name is not sent.
    fireEvent.click(screen.getByRole('button', { name: 'Add a person' }));
    expect(screen.getByText('Ready to send')).toBeTruthy();
  });

  it('requests again with the people of an ended request and the newest Statement', async () => {
    const document = exampleEnvelope().documents[0] as SignatureEnvelope['documents'][number];
    const documents = [{ ...document, kind: 'statement' as const, template_id: null, statement_version: 1 }];
    const recipients = [exampleRecipient('Ana Ruiz', 'sent')];
    const like = exampleEnvelope({ status: 'expired', documents, recipients });
    renderPage(<EnvelopeForm choices={choices} draft={undefined} like={like} back={{ to: '/', label: 'Case' }} />, {
      call: answering({ 'POST /api/signatures/envelopes/preview/': async () => looked }),
    });
    expect((await box(/^Statement WA-S2/)).checked).toBe(true);
    expect([(await box('Ana Ruiz signs')).checked, (await box('Person ana signs')).checked]).toEqual([true, false]);
    expect(screen.getByRole('heading', { name: 'Request signatures' })).toBeTruthy();
  });
});
