// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { withPrimaryContact } from '#domain/cases/primary-contact.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { defaultCaseFormPreferences } from '#domain/team/user-profile.endpoints.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { CasePage } from './case-page.tsx';
import { caseKeys } from './keys.ts';

const one = '/api/services/cases/{id}/';
type Sections = Record<string, { version: number; values: Record<string, unknown> }>;

const stored = (more: Record<string, Record<string, unknown>> = {}): Sections => {
  const values: Record<string, Record<string, unknown>> = { ...exampleSections };
  for (const [id, own] of Object.entries(more)) values[id] = { ...values[id], ...own };
  return Object.fromEntries(Object.entries(values).map(([id, own]) => [id, { version: 1, values: own }]));
};

interface Sent {
  sections: Record<string, { version: number; values: Record<string, unknown> }>;
}

// Checking the visibility of hundreds of elements is slow, and collapsed content is not rendered.
configure({ defaultHidden: true });

const patch = vi.fn<(sent: Sent) => Promise<Case>>();
beforeEach(() => {
  vi.useFakeTimers();
  patch.mockReset();
});
afterEach(() => vi.useRealTimers());

const settle = (milliseconds = 1) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

interface Drawn {
  status?: CaseStatus;
  more?: Record<string, Record<string, unknown>>;
  role?: Role;
  at?: string;
  deadlines?: readonly object[];
  viewMode?: 'essential' | 'all';
}

/** The page of a case with a server that stores what is sent. */
const draw = async (drawn: Drawn = {}) => {
  const { status = 'draft', more = {}, role = 'funeral_director', at = '' } = drawn;
  const { deadlines = [], viewMode = 'all' } = drawn;
  let sections = stored(more);
  const now = () => presentCase({ ...exampleCore, status }, sections);
  /** Saves as another user. */
  const saveElsewhere = (id: string, values: Record<string, unknown>) => {
    const { version = 0, values: before = {} } = sections[id] ?? {};
    sections = { ...sections, [id]: { version: version + 1, values: { ...before, ...values } } };
  };
  patch.mockImplementation(async ({ sections: sent }) => {
    for (const [id, { version, values }] of Object.entries(sent)) {
      if (version !== (sections[id]?.version ?? 0))
        throw new ApiError(409, 'Somebody else was first', { detail: 'Changed', current: now(), stale: [id] });
      saveElsewhere(id, id === 'informant' ? withPrimaryContact(sections.informant?.values, values) : values);
    }
    return now();
  });
  const call = answering({
    [`GET ${one}`]: now,
    [`PATCH ${one}`]: (input) => patch((input as { body: Sent }).body),
    [`GET ${one}deadlines/`]: () => deadlines,
    [`POST ${one}presence/`]: () => ({ others: [] }),
    [`GET ${one}audit_log/`]: () => ({
      results: [
        {
          ...{ id: 'a', at: exampleCore.created_at, action: 'case.updated', ip: null, request_id: 'r' },
          ...{ actor_id: 'somebody', actor_name: 'Priya Raman', actor_role: 'coordinator' },
          changes: [{ field: 'service.service_location', from: 'Chapel', to: 'Garden' }],
        },
      ],
      next_cursor: null,
    }),
    'GET /api/customers/user-profiles/preferences/': () => ({
      case_form_preferences: { ...defaultCaseFormPreferences, viewMode },
    }),
  });
  const page = (
    <>
      <Toasts />
      <CasePage />
    </>
  );
  const pages = { '/cases/:id': page };
  const view = renderPage(<p>Elsewhere</p>, { call, role, at: `/cases/${exampleCore.id}${at}`, pages });
  await settle();
  await settle(50);
  return { ...view, saveElsewhere };
};

/** By selector: a search by role and name checks each of hundreds of elements. */
const found = (selector: string, text = ''): HTMLElement => {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) =>
    textContent.startsWith(text),
  );
  if (!element) throw new Error(`no ${selector} that begins with '${text}'`);
  return element;
};
const section = (title: string) => found('[data-section]', title);
const toggle = (title: string) => found('h2 > button[aria-expanded="false"]', title);
const expanded = () =>
  [...document.querySelectorAll('h2 > button[aria-expanded="true"]')].map((one) => one.textContent);
const open = async (title: string) => {
  fireEvent.click(toggle(title));
  await settle(50);
};
const editButton = (title: string) => found(`button[aria-label="Edit ${title}"]`);
const edit = async (title: string) => {
  fireEvent.click(editButton(title));
  await settle(50);
};
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** A field that another user changes before it is saved here. */
const bothChanged = async () => {
  const { saveElsewhere } = await draw();
  await open('Service Information');
  await edit('Details');
  saveElsewhere('service', { service_location: 'Garden' });
  type(/^Service location/, 'Marine Chapel');
  await settle(1500);
  vi.useRealTimers();
};
const sentValues = () => patch.mock.calls.map(([{ sections }]) => sections);

describe('CaseWorkspace', () => {
  it('D2 §2 shows 18 sections with badges and gaps, one open at a time', async () => {
    await draw({ more: { service: { service_location: '' } } });
    expect(document.querySelectorAll('main [data-section], [data-section]')).toHaveLength(18);
    expect(expanded()).toEqual([expect.stringContaining('Deceased Information')]);
    expect(toggle('Service Information').textContent).toContain('1 missing');
    expect(toggle('Service Information').textContent).toContain('Required');
    expect(within(section('Deceased Information')).getByRole('img', { name: 'Complete' })).toBeTruthy();
    expect(toggle('Demographics').textContent).toContain('Optional');
    expect(toggle('Financial Information').textContent).toContain('Partially Required');
    await open('Service Information');
    expect(expanded()).toEqual([expect.stringContaining('Service Information')]);
    expect(section('Service Information').textContent).toContain('Missing Required Fields:Service location');
    // The sidebar lists missing fields as links.
    await vi.waitFor(() => found('aside h2', 'Needed to activate'), 20_000);
    fireEvent.click(found('aside button', 'Service location'));
    await settle(50);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Service location/));
  });

  it('focuses a new line of fees at once, so that the next key is typed there', async () => {
    await draw({ at: '#servicesFees' });
    // The sheet of fees is loaded after the page.
    await vi.waitFor(() => editButton('D. Cash advances'), 20_000);
    await edit('D. Cash advances');
    // No frame and no timer runs between the click and the next key.
    fireEvent.click(found('button', 'Add a cash advance'));
    expect(document.activeElement?.closest('[data-line]')?.contains(found('[data-line] [data-name]'))).toBe(true);
  });

  it('saves a section after a pause with the version it was read at', async () => {
    await draw();
    await open('Service Information');
    await edit('Details');
    type(/^Service location/, 'Marine ');
    await settle(1000);
    type(/^Service location/, 'Marine Chapel ');
    await settle(1499);
    expect(patch).not.toHaveBeenCalled();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await settle(1);
    await settle(50);
    expect(sentValues()).toEqual([{ service: { version: 1, values: { service_location: 'Marine Chapel ' } } }]);
    expect(screen.getByText(/^Saved \d+:\d\d [AP]M$/)).toBeTruthy();
    // A space stays for the next word.
    expect((screen.getByLabelText(/^Service location/) as HTMLInputElement).value).toBe('Marine Chapel ');
  });

  it('keeps typed values while the section is collapsed and offline', async () => {
    await draw();
    patch.mockRejectedValueOnce(new ApiError(0, 'Network error'));
    await edit('Name and dates');
    type('Also known as', 'Walt');
    await open('Service Information');
    expect(screen.getByText(/^Offline\./)).toBeTruthy();
    await settle(5000);
    await settle(50);
    expect(sentValues()).toHaveLength(2);
    expect(screen.getByText(/^Saved/)).toBeTruthy();
  });

  it('asks about a field that two users changed, and names the other user', async () => {
    await bothChanged();
    const dialog = await screen.findByRole('dialog', { name: 'Priya Raman changed this while you were editing' });
    expect(screen.getByText('Conflict: someone else changed this too')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('radio', { name: /^Garden/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save with these choices' }));
    await waitFor(() => expect((screen.getByLabelText(/^Service location/) as HTMLInputElement).value).toBe('Garden'));
    expect(patch).toHaveBeenCalledTimes(1);
  });

  it('shows an invalid value after saving, closing its card, and a status action', async () => {
    await draw();
    await edit('Name and dates');
    const message = 'First name can only contain letters, spaces, hyphens, apostrophes, and periods';
    type(/^First name/, 'W4lter');
    fireEvent.blur(screen.getByLabelText(/^First name/));
    type('Also known as', 'Walt');
    await settle(1600);
    await settle(100);
    expect(sentValues()).toEqual([{ deceased: { version: 1, values: { alias: 'Walt' } } }]);
    expect(screen.getByText(message)).toBeTruthy();
    fireEvent.keyDown(screen.getByLabelText('Also known as'), { key: 'Escape' });
    await settle(50);
    expect(document.activeElement).toBe(screen.getByLabelText(/^First name/));
    expect(screen.getByText(message)).toBeTruthy();
    await open('Service Information');
    fireEvent.click(found('button', 'Activate'));
    await settle(50);
    expect(screen.getByText(/^Your changes in Deceased Information are not saved\./)).toBeTruthy();
    fireEvent.click(toggle('Deceased Information'));
    await settle(50);
    expect(screen.getByText(message)).toBeTruthy();
    type(/^First name/, 'Walter');
    fireEvent.keyDown(screen.getByLabelText(/^First name/), { key: 'Escape' });
    await settle(100);
    expect(document.querySelector('main input, section input')).toBeNull();
  });

  it('offers to restore the contact details that a new name of the informant removed', async () => {
    await draw({ more: { informant: { customer_phone: '9045550142' } } });
    await open('Informant/Next of Kin');
    fireEvent.click(found('[data-section="informant"] button[aria-label^="Edit"]'));
    await settle(50);
    type(/^Informant name/, 'Caroline Pruitt-Shaw');
    await settle(1600);
    expect(screen.getByLabelText<HTMLInputElement>(/^Informant address/).value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await settle(50);
    expect(sentValues().at(-1)?.informant?.values).toEqual({
      ...{ customer_phone: '9045550142', informant_relationship: 'daughter' },
      informant_address: '18 Sevilla Street, St. Augustine, FL, 32084, USA',
    });
    expect(screen.getByLabelText<HTMLInputElement>(/^Informant address/).value).toMatch(/^18 Sevilla/);
    type(/^Informant name/, 'Caroline Pruitt-Shawn');
    await settle(1600);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('normalizes a pasted SSN before it is cut to 11 characters', async () => {
    await draw();
    await edit('Name and dates');
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    const field = screen.getByLabelText(/^Social Security Number/);
    fireEvent.paste(field, { clipboardData: { getData: () => 'SSN: 987 65 4329.' } });
    expect((field as HTMLInputElement).value).toBe('987-65-4329');
  });
});

it('goes to a part below the sections where there is no sidebar', async () => {
  const { matchMedia } = window;
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(max-width: 80em)' });
  await draw();
  await vi.dynamicImportSettled();
  await settle(50);
  fireEvent.click(found('nav button', 'Deadlines'));
  await settle(50);
  expect(document.activeElement?.getAttribute('data-part')).toBe('deadlines');
  expect(window.location.hash).toBe('#deadlines');
});

it('shows a section with a deadline in the essential view and says when it is due', async () => {
  const filing = {
    ...{ kind: 'filing', title: 'File death certificate', due: '2020-03-09', time: null, done: false, is_wait: false },
    ...{ broken: false, owner: null, owner_name: '', state: 'FL', override: null },
  };
  await draw({ viewMode: 'essential', deadlines: [filing] });
  expect(document.querySelectorAll('[data-section]')).toHaveLength(6);
  expect(toggle('Death Certificate Tracking').textContent).toContain('Overdue');
  expect(found('nav button', 'Death Certificate Tracking').textContent).toContain('Overdue');
  expect(screen.getByText('Sections with something due are always shown.')).toBeTruthy();
});

describe('conditions of D2 §2', () => {
  it('shows cremation fields only for a cremation', async () => {
    const { unmount } = await draw();
    await open('Medical');
    expect(screen.queryByText('Cremation', { selector: 'h3' })).toBeNull();
    unmount();
    await draw({ more: { service: { service_type: 'direct_cremation' } } });
    await open('Medical');
    expect(screen.getByText('Cremation', { selector: 'h3' })).toBeTruthy();
  });

  it('shows a pacemaker in the key facts and at its answer', async () => {
    await draw({ more: { medical: { has_pacemaker: false } } });
    await open('Medical');
    await edit('Physician and cause of death');
    expect(screen.queryByText('Pacemaker MUST be removed before cremation!')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Yes - MUST BE REMOVED' }));
    expect(screen.getByText('Pacemaker MUST be removed before cremation!')).toBeTruthy();
    await settle(1600);
    expect(screen.getByText('Pacemaker must be removed before cremation')).toBeTruthy();
  });
});

describe('read-only case', () => {
  it.each([
    ['for the office', { role: 'office_staff' } as const],
    ['once it is completed', { status: 'completed', role: 'funeral_home_admin' } as const],
    ['for the office once it is completed', { status: 'completed', role: 'office_staff' } as const],
  ])('shows Read Only %s, except certificate, permits and office records', async (_, drawn) => {
    await draw(drawn);
    expect(screen.queryByRole('group', { name: 'Sections shown' })).toBeNull();
    const isReadOnly = (title: string) => toggle(title).textContent?.includes('Read Only');
    expect(screen.getAllByText('Read Only')).toHaveLength(15);
    const open = ['Death Certificate Tracking', 'Compliance & Permits', 'Inner Office Records'];
    expect([...open, 'Demographics'].map(isReadOnly)).toEqual([false, false, false, true]);
  });

  it("edits only cause of death and pacemaker in a completed case's medical section", async () => {
    const medical = { has_pacemaker: true, attending_physician_name: 'Dr Okafor', cause_of_death_pending: true };
    await draw({ status: 'completed', role: 'coordinator', more: { medical } });
    await open('Medical');
    await edit('Physician and cause of death');
    for (const name of ['Cause of death', 'Cause of death pending', 'Pacemaker removed by', 'Pacemaker removed on'])
      expect(screen.getByLabelText(name)).toBeTruthy();
    expect(screen.queryByLabelText('Attending physician')).toBeNull();
    expect(within(section('Medical')).getByText('Dr Okafor')).toBeTruthy();
  });

  it('D2 §4 locks the SSN of a cancelled case', async () => {
    await draw({ status: 'cancelled', role: 'funeral_home_admin' });
    expect(screen.getByText('Locked')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reveal the Social Security Number' })).toBeNull();
    expect(fireEvent.copy(screen.getByText('XXX-XX-4320'))).toBe(false);
  });
});

it('R-18 renders only the edited field and no other section on a key', async () => {
  const { client } = await draw();
  await edit('Name and dates');
  const field = screen.getByLabelText('Also known as');
  // The first key also marks the section as unsaved in the header.
  fireEvent.change(field, { target: { value: 'W' } });
  const card = section('Service Information');
  const before = card.outerHTML;
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  fireEvent.change(field, { target: { value: 'Wa' } });
  changes.push(...observer.takeRecords());
  observer.disconnect();
  const touched = changes.map(({ target }) => target).filter((node) => !section('Deceased Information').contains(node));
  expect(touched).toEqual([]);
  expect(card.outerHTML).toBe(before);
  expect(client.getQueryData(caseKeys.one(exampleCore.id))).toBeTruthy();
});
