// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { exampleTemplate } from '../testing/example-envelope.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { signatureKeys } from './keys.ts';
import { TemplatePage } from './template-page.tsx';

const templates = '/api/signatures/templates/';
const example = {
  id: 'case-1',
  case_number: 'WA-2026-0001',
  deceased_name: 'Walter Briggs',
  funeral_home_id: 'home-1',
};
const exampleTexts: Record<string, string> = { 'Decedent Name': 'Walter Briggs', 'Home Phone': '' };

let template: SignatureTemplate;
const preview = vi.fn<(input: unknown) => Promise<unknown>>();
const activate = vi.fn<(input: unknown) => Promise<unknown>>();
const update = vi.fn<(input: unknown) => Promise<unknown>>();
beforeEach(() => {
  template = exampleTemplate();
  template.fields.push({
    ...{ ...template.fields[0], uuid: 'f-phone', name: 'Home Phone' },
    ...{ source: 'home.phone', source_label: 'Funeral home phone' },
  } as SignatureTemplate['fields'][number]);
  const fields = () =>
    template.fields.map((field) => {
      const value = exampleTexts[field.name] ?? '';
      return {
        ...field,
        value,
        is_missing: field.source !== '' && value === '',
        is_misfit: field.source === 'home.phone',
      };
    });
  preview.mockReset().mockImplementation(async () => ({
    ...{ template_id: template.id, case: example, read_at: new Date().toISOString(), unmapped: template.unmapped },
    roles: [{ name: 'Authorizing Agent', fields: fields() }],
  }));
  update.mockReset().mockImplementation(async () => {
    template = { ...template, unmapped: [] };
    return template;
  });
});

const draw = (at = '/') =>
  renderPage(<p>Elsewhere</p>, {
    at: at.replace('/', `/templates/${template.id}`),
    pages: { '/templates/:id': <TemplatePage /> },
    call: answering({
      [`GET ${templates}`]: async () => ({ count: 1, results: [template] }),
      [`GET ${templates}case_values/`]: async () => [
        { id: 'case.deceased_name', label: 'Deceased’s full name', group: 'Case' },
      ],
      [`GET ${templates}{id}/field-preview/`]: preview,
      [`PATCH ${templates}{id}/`]: update,
      [`POST ${templates}{id}/activate/`]: activate,
      'GET /api/services/cases/': async () => ({
        ...{ count: 1, next: null, previous: null, count_is_exact: true },
        results: [{ ...example, deceased_full_name: example.deceased_name, date_of_death: '2026-11-01' }],
      }),
    }),
  });
const panel = (name: string) => screen.findByRole('region', { name });

describe('TemplatePage', () => {
  it('sends the version in which the edit began, so that no change is overwritten', async () => {
    const { client } = draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change template' }));
    fireEvent.change(dialog.getByLabelText('Description'), { target: { value: 'For Florida' } });
    template = { ...template, name: 'Consent of the family', version: 2 };
    await act(() => client.refetchQueries({ queryKey: signatureKeys.templates }));
    await screen.findByText('Consent of the family');
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[0]).toMatchObject({ body: { name: 'Cremation Authorization', version: 1 } });
  });

  it('activates a template after the user checked the source of each field', async () => {
    template = { ...template, is_active: false };
    activate.mockReset().mockResolvedValue({ ...template, is_active: true });
    draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate template' }));
    const select = async (name: string) =>
      (await dialog.findByRole('combobox', { name: `${name} is filled with` })) as HTMLSelectElement;
    expect((await select('Favorite Color')).selectedOptions[0]?.textContent).toBe('Filled in by signer');
    expect(activate).not.toHaveBeenCalled();
    fireEvent.change(await select('Date of Birth'), { target: { value: '' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(activate).toHaveBeenCalledOnce());
    expect(activate.mock.calls[0]?.[0]).toMatchObject({
      body: {
        mapping: {
          ...{ 'Decedent Name': 'case.deceased_name', 'Date of Birth': '', 'Favorite Color': '' },
          'Home Phone': 'home.phone',
        },
      },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('counts undecided fields, links to them, and shows a choice at once', async () => {
    draw();
    const toFix = await panel('To fix');
    expect(within(toFix).getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(within(toFix).getByRole('button', { name: 'Map Favorite Color' }));
    const select = screen.getByRole('combobox', { name: 'Favorite Color is filled with' }) as HTMLSelectElement;
    expect(document.activeElement).toBe(select);
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const answer = update.getMockImplementation();
    update.mockImplementation(async (input) => stored.then(() => answer?.(input)));
    fireEvent.change(select, { target: { value: '' } });
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(select.selectedOptions[0]?.textContent).toBe('Filled in by signer');
    store();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'To fix' })).toBeNull());
    expect(update.mock.calls[0]?.[0]).toMatchObject({ body: { mapping: { 'Favorite Color': '' } } });
  });

  it('shows values of an example case, and where to enter missing ones', async () => {
    const { router } = draw();
    fireEvent.change(await screen.findByLabelText('Preview with a case'), { target: { value: 'Briggs' } });
    fireEvent.click(await screen.findByRole('option', { name: /Walter Briggs.*WA-2026-0001/ }));
    const rows = within(await panel('Fields')).getAllByRole('listitem');
    await waitFor(() => expect(rows[0]?.textContent).toMatch(/Walter Briggs$/));
    const toFix = await panel('To fix');
    expect(within(toFix).getByText('Empty in this case: Date of birth')).toBeTruthy();
    expect(within(toFix).getByText(/^The case’s value does not fit this field: Funeral home phone/)).toBeTruthy();
    const ways = within(toFix)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(ways).toEqual([
      ['Open the case for Date of Birth', '/cases/case-1?section=deceased&field=date_of_birth'],
      ['Open the funeral home for Home Phone', '/settings/homes/home-1'],
    ]);
    expect(router.state.location.search).toBe('?case=case-1');
    // The keyboard focus stays where the choice was made.
    const another = screen.getByRole('button', { name: 'Choose another case' });
    expect(document.activeElement).toBe(another);
    fireEvent.click(another);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Preview with a case')));
  });
});
