// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { managedFormKeys } from './keys.ts';
import { FormsPart } from './parts/forms-part.tsx';
import type { ManagedFormBody } from './queries.ts';

const home = { id: 'home-1', name: 'Northside Chapel', slug: 'northside-chapel', state: 'FL' } as FuneralHome;
const settings = {
  ...{ title: 'Report a Death', condolence_message: null, notice: null, emergency_phone: null, show_logo: true },
  ...{ color: null, switched_off: [], cemeteries: null, certificate_copies: null, questions: [], spanish: null },
};
const formOf = (changes: Partial<ManagedForm> = {}) =>
  ({
    ...{ id: 'form-1', version: 1, funeral_home_id: 'home-1', name: 'Hospice', slug: 'hospice', kind: 'at_need' },
    ...{ status: 'draft', published_version: null, has_changes: true, versions: [], settings },
    ...changes,
  }) as unknown as ManagedForm;

let server: ManagedForm;
const update = vi.fn<(input: unknown) => Promise<unknown>>();
const sent = (at: number) => (update.mock.calls[at]?.[0] as { body: ManagedFormBody } | undefined)?.body;
// Mantine's autosizing textarea requires document.fonts.
Object.assign(document, { fonts: new EventTarget() });

beforeEach(() => {
  server = formOf();
  update.mockReset().mockImplementation(async (input) => {
    const { name, settings: changed, version } = (input as { body: ManagedFormBody }).body;
    if (version !== server.version) throw new ApiError(409, '', { detail: 'Changed meanwhile.', current: server });
    const questions = changed?.questions?.map((one, at) => ({ ...one, id: one.id ?? `stored-${at + 1}` }));
    const stored = { ...settings, ...changed, questions, title: changed?.title?.trim() };
    server = formOf({ name, version: server.version + 1, settings: stored as unknown as ManagedForm['settings'] });
    return server;
  });
});

const draw = async () => {
  const { client } = renderPage(<FormsPart home={home} edits />, {
    at: '/?tab=forms&form=form-1',
    call: answering({ 'GET /api/forms/manage/{id}/': async () => server, 'PATCH /api/forms/manage/{id}/': update }),
  });
  await screen.findByRole('form', { name: 'Form Hospice' });
  /** As when the window receives the focus. */
  const readAgain = async () => {
    await act(() => client.refetchQueries({ queryKey: managedFormKeys.one('form-1') }));
    await screen.findByRole('form', { name: `Form ${server.name}` });
  };
  return { readAgain };
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save form' });
const ofBen = () => formOf({ name: 'Hospice of the county', version: 2 });

describe('FormEditor', () => {
  it('sends the version in which the edit began, so that no change is overwritten', async () => {
    const { readAgain } = await draw();
    type('Title', 'Tell us of a death');
    server = ofBen();
    await readAgain();
    fireEvent.click(save());
    expect(await screen.findByText('Someone else changed this form.')).toBeTruthy();
    expect(sent(0)).toMatchObject({ version: 1 });
    expect(server.name).toBe('Hospice of the county');
    expect(field('Title').value).toBe('Tell us of a death');
  });

  it('saves over a version that was published without other changes', async () => {
    const { readAgain } = await draw();
    type('Title', 'Tell us of a death');
    server = formOf({ status: 'published', version: 2 });
    await readAgain();
    await screen.findByText('Published');
    fireEvent.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(sent(0)).toMatchObject({ version: 2 });
  });

  it('keeps text typed during a save, and saves it with the next one', async () => {
    await draw();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const inTime = update.getMockImplementation();
    update.mockImplementation(async (input) => answered.then(() => inTime?.(input)));
    type('Title', ' Tell us of a death');
    fireEvent.click(screen.getByRole('button', { name: 'Add a question' }));
    type('Question 1', 'Which hospice?');
    fireEvent.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    type('Question 1', 'Which hospice cared for them?');
    type('Notice', 'Closed on Monday');
    answer();
    await waitFor(() => expect(field('Title').value).toBe('Tell us of a death'));
    expect([field('Question 1').value, field('Notice').value]).toEqual([
      'Which hospice cared for them?',
      'Closed on Monday',
    ]);
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(sent(1)).toMatchObject({
      version: 2,
      settings: { notice: 'Closed on Monday', questions: [{ id: 'stored-1', label: 'Which hospice cared for them?' }] },
    });
  });
});
