// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { standardDocumentKinds, type TemplateType } from '#domain/signatures/standard-document-templates.ts';
import { exampleTemplate } from '../testing/example-envelope.ts';
import { renderPage } from '../testing/render-page.tsx';
import { TemplatesPage } from './templates-page.tsx';

let templates: SignatureTemplate[] = [];
const make = vi.fn<(kind: TemplateType) => Promise<unknown>>();
const list = vi.fn<() => Promise<unknown>>();
const call = (async (row: { method: string }, input: { body: { template_type: TemplateType } }) =>
  row.method === 'POST' ? make(input.body.template_type) : list()) as unknown as Call;

beforeEach(() => {
  templates = [];
  list.mockReset().mockImplementation(async () => ({ count: templates.length, results: templates }));
  make.mockReset().mockImplementation(async (template_type) => {
    const made = exampleTemplate({ id: template_type, name: template_type, template_type, unmapped: [] });
    templates = [...templates, made];
    return made;
  });
});

const draw = (role: Role = 'super_admin') => renderPage(<TemplatesPage />, { call, role });
const states = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^.*(Waiting|Creating…|Ready|Failed)$/, '$1'));

describe('TemplatesPage', () => {
  it('creates the standard documents of an empty account, and shows the progress', async () => {
    draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Create standard documents' }));
    const dialog = await screen.findByRole('dialog', { name: 'Standard documents' });
    await within(dialog).findByText('5 of 5 are ready');
    expect(make.mock.calls.map(([kind]) => kind)).toEqual([...standardDocumentKinds]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getAllByText('Ready')).toHaveLength(5);
    expect(screen.queryByText('Not created yet')).toBeNull();
  });

  it('stops with a reason at a document that fails, and continues from there', async () => {
    const detail = 'DocuSeal is not responding. Try again in a few minutes.';
    make.mockImplementationOnce(make.getMockImplementation() ?? (async () => undefined));
    make.mockRejectedValueOnce(new ApiError(409, '', { detail }));
    draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Create standard documents' }));
    const dialog = await screen.findByRole('dialog', { name: 'Standard documents' });
    await within(dialog).findByText(new RegExp(`^${detail}`));
    expect(states(dialog)).toEqual(['Ready', 'Failed', 'Waiting', 'Waiting', 'Waiting']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await within(dialog).findByText('5 of 5 are ready');
    expect(within(dialog).queryByRole('alert')).toBeNull();
    expect(make.mock.calls.map(([kind]) => kind)).toEqual([
      ...[standardDocumentKinds[0], standardDocumentKinds[1]],
      ...standardDocumentKinds.slice(1),
    ]);
  });

  it('offers no action to read-only users, and says when it could not be loaded', async () => {
    const { unmount } = draw('office_staff');
    await screen.findByText('Administrators add the forms that families sign.');
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    list.mockRejectedValue(new ApiError(500, 'No'));
    draw();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
