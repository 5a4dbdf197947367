// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { SubmissionPage } from './submission-page.tsx';

const other = (number: number) => ({
  ...{ id: `other-${number}`, deceased_full_name: `Harold ${number}`, created_at: '2026-11-20T10:00:00Z' },
  ...{ status: 'new', case_id: null, case_number: null },
});
const submission = {
  ...{ id: 's1', reference: 'R-7K3M-9QTX', version: 1, kind: 'at_need', status: 'new', bot_check: 'verified' },
  ...{ created_at: '2026-11-20T10:00:00Z', updated_at: '2026-11-20T10:00:00Z', funeral_home_id: 'h1' },
  ...{ funeral_home_name: 'Quiet Water Chapel', contacted_at: null, contacted_by_name: null, case_id: null },
  ...{ case_number: null, language: 'en', managed_form: null, extra_answers: [], cemetery_choice: 'other' },
  ...{ cemetery_name: 'Oak Hammock', cemetery_quoted_cost: '2750.50', possible_duplicates: [1, 2, 3, 4, 5].map(other) },
  ...{ possible_cases: [], possible_first_calls: [] },
};
const show = (changes: object = {}, answers: Parameters<typeof answering>[0] = {}, role: Role = 'super_admin') =>
  renderPage(<div />, {
    role,
    at: '/submissions/s1',
    pages: {
      '/submissions/:id': (
        <>
          <SubmissionPage />
          <Toasts />
        </>
      ),
      '/cases/:id': <p>The case</p>,
    },
    call: answering({
      'GET /api/forms/submissions/{id}/': () => ({ ...submission, ...changes }),
      'GET /api/forms/submissions/{id}/papers/': () => [],
      ...answers,
    }),
  });

it('shows three reports of the same death, and all of them on request', async () => {
  show();
  expect(await screen.findAllByRole('link', { name: /^Harold \d/ })).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
  expect(screen.getAllByRole('link', { name: /^Harold \d/ })).toHaveLength(5);
});

it('offers to bring back the contact of an informant who was renamed', async () => {
  const john = {
    ...{ informant_first_name: 'Jon', informant_last_name: 'Miller', informant_relationship: 'spouse' },
    ...{ informant_phone: '3865557401', informant_email: 'john@example.com' },
  };
  const renamed = { ...submission, version: 2, informant_first_name: 'John', informant_last_name: 'Miller' };
  const update = vi.fn((_input: unknown) => renamed);
  show(john, { 'PATCH /api/forms/submissions/{id}/': update });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Next of Kin / Primary Contact' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /^First name/ }), { target: { value: 'John' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText(/phone, email and address of Jon Miller were removed/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const { informant_first_name: _first, informant_last_name: _last, ...contact } = john;
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  expect(update.mock.calls[1]?.[0]).toMatchObject({ body: { version: 2, ...contact } });
});

describe('a report that looks like advertising', () => {
  const advertising = { deceased_first_name: 'Best Prices', informant_first_name: 'www.headstones.example' };
  const shown = async (role: Role, changes: object = {}) => {
    show({ ...advertising, ...changes }, {}, role);
    await screen.findByRole('heading', { name: 'Best Prices' });
    return screen.queryByText(/If a family sent it/)?.textContent;
  };

  it('says why, and what to do for who may delete it', async () => {
    expect(await shown('super_admin')).toBe(
      'This looks like advertisingA name contains a link. If a family sent it, call them and mark it as contacted. Otherwise delete it.',
    );
  });

  it('names who may delete it to others', async () => {
    const unverified = { informant_first_name: 'Jo', bot_check: 'unverified' };
    expect(await shown('coordinator', unverified)).toMatch(/A name contains a marketing word.*ask an administrator/);
  });
});

describe('Convert to case', () => {
  const report = {
    ...{ deceased_first_name: 'Greta', deceased_last_name: 'Nextby', date_of_death: '2026-11-18' },
    possible_duplicates: [],
  };
  const likeCase = { id: 'c9', case_number: 'WA-2026-0009', deceased_full_name: 'Greta Nextby', status: 'active' };
  const open = async (changes: object, ...found: object[][]) => {
    const convert = vi.fn((_input: unknown) => ({ case_id: 'c1', case_number: 'WA-2026-0012' }));
    const cases = vi.fn(() => (found.length > 1 ? found.shift() : found[0]));
    show(
      { ...report, ...changes },
      {
        'GET /api/services/cases/preview-next-number/': () => ({ case_number: 'WA-2026-0011' }),
        'GET /api/services/cases/duplicates/': cases,
        'POST /api/forms/submissions/{id}/convert_to_case/': convert,
      },
    );
    expect(await screen.findByText('Next number: WA-2026-0011')).toBeTruthy();
    await waitFor(() => expect(cases).toHaveBeenCalled());
    return convert;
  };
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('asks before it converts an ordinary report, then opens its case', async () => {
    const convert = await open({}, []);
    expect(await screen.findByText('No case of this person was found.')).toBeTruthy();
    click('Convert to case');
    const dialog = await screen.findByRole('dialog', { name: 'Convert to case' });
    expect(convert).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Convert to case' }));
    expect(await screen.findByText('The case')).toBeTruthy();
    expect(convert).toHaveBeenCalledOnce();
    expect(convert.mock.calls[0]?.[0]).toMatchObject({
      params: { id: 's1' },
      body: { case_number_manual_override: '' },
    });
  });

  it.each([
    ['a like case is shown', {}, [[likeCase]]],
    ['a like case was opened since the page', {}, [[], [likeCase]]],
    ['another report may be about the same death', { possible_duplicates: [other(1)] }, [[]]],
  ])('asks before it converts a report if %s', async (_, changes, found) => {
    const convert = await open(changes, ...found);
    const [first] = found;
    expect(await screen.findByText(first?.length ? /WA-2026-0009/ : 'No case of this person was found.')).toBeTruthy();
    click('Convert to case');
    const isLike = found.flat().length > 0;
    const dialog = await screen.findByRole('dialog', { name: isLike ? 'Attach to case' : 'Convert to case' });
    expect(within(dialog).queryAllByRole('link', { name: /WA-2026-0009/ })).toHaveLength(isLike ? 1 : 0);
    expect(convert).not.toHaveBeenCalled();
  });
});

describe('Attach to case', () => {
  const report = {
    ...{ deceased_first_name: 'Greta', deceased_last_name: 'Nextby', possible_duplicates: [] },
    possible_first_calls: [{ ...other(7), id: 'call-7', deceased_full_name: 'Greta N.', status: 'active' }],
  };
  const like = { id: 'c9', case_number: 'WA-2026-0009', deceased_full_name: 'Greta Maria Nextby', status: 'active' };
  const open = (...possible_cases: object[]) => {
    const attach = vi.fn((_input: unknown) => ({ case_id: 'c9', case_number: 'WA-2026-0009' }));
    const convert = vi.fn((_input: unknown) => ({ case_id: 'c1', case_number: 'WA-2026-0012' }));
    show(
      { ...report, possible_cases },
      {
        'GET /api/services/cases/preview-next-number/': () => ({ case_number: 'WA-2026-0011' }),
        'POST /api/forms/submissions/{id}/attach_to_case/': attach,
        'POST /api/forms/submissions/{id}/convert_to_case/': convert,
      },
    );
    return { attach, convert };
  };
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

  it('suggests the case of the same name, attaches and opens it', async () => {
    const { attach } = open(
      { ...like, id: 'c8', case_number: 'WA-2026-0008', deceased_full_name: 'Gerd Nextby' },
      like,
    );
    await press('Attach to case');
    expect(await screen.findByRole('dialog', { name: 'Attach to case' })).toBeTruthy();
    await press('Attach to WA-2026-0009');
    expect(await screen.findByText('The case')).toBeTruthy();
    expect(attach.mock.calls[0]?.[0]).toMatchObject({ params: { id: 's1' }, body: { case: 'c9' } });
  });

  it('attaches to another open case from its own button', async () => {
    open({ ...like, deceased_full_name: 'Gerd Nextby' }, { ...like, id: 'c8', case_number: 'X', status: 'completed' });
    expect(await screen.findAllByRole('button', { name: /^Attach to this case/ })).toHaveLength(1);
    await press('Attach to this case, WA-2026-0009');
    expect(await screen.findByRole('button', { name: 'Attach to WA-2026-0009' })).toBeTruthy();
  });

  it('asks which case it is if no name is the same, and converts if none is', async () => {
    const { convert } = open({ ...like, deceased_full_name: 'Gerd Nextby' });
    await press('Convert to case');
    await press('Convert anyway');
    expect(await screen.findByText('Choose a case or a new one')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Create a new case' }));
    await press('Convert anyway');
    await waitFor(() => expect(convert).toHaveBeenCalledOnce());
  });

  it('keeps the question under its title if no name is the same', async () => {
    open({ ...like, deceased_full_name: 'Gerd Nextby' });
    await press('Attach to case');
    const dialog = await screen.findByRole('dialog', { name: 'Attach to case' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Attach to case' }));
    expect(await screen.findByText('Choose a case or a new one')).toBeTruthy();
  });

  it('shows first calls about the same death, and no attaching to a cancelled case', async () => {
    open({ ...like, status: 'cancelled' });
    expect((await screen.findByRole('link', { name: 'Greta N.' })).getAttribute('href')).toBe('/first-calls/call-7');
    expect(screen.queryByRole('button', { name: /^Attach/ })).toBeNull();
  });
});
