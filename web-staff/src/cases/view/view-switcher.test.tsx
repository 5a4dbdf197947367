// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CaseSectionId,
  essentialSections,
  sectionDefinitions,
} from '#domain/cases/sections/section-definitions.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { type CaseFormPreferences, defaultCaseFormPreferences } from '#domain/team/user-profile.endpoints.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { useCaseView } from './use-case-view.ts';
import { ViewSwitcher } from './view-switcher.tsx';

const path = '/api/customers/user-profiles/preferences/';
const save = vi.fn<(sent: CaseFormPreferences) => Promise<CaseFormPreferences>>();
const load = vi.fn<() => Promise<CaseFormPreferences>>();
const custom = (...more: string[]): CaseFormPreferences => ({
  ...defaultCaseFormPreferences,
  visibleSections: sectionDefinitions
    .map(({ id }) => id)
    .filter((id) => essentialSections.includes(id) || more.includes(id)),
});

const Page = (props: { isBurial?: boolean; readOnly?: boolean; due?: ReadonlyMap<CaseSectionId, unknown> }) => {
  const { readOnly = false } = props;
  const view = useCaseView({ isBurial: false, ...props });
  return (
    <>
      <Toasts />
      {!readOnly && <ViewSwitcher view={view} />}
      <output>{sectionDefinitions.filter(({ id }) => view.shows(id)).map(({ id }) => `${id} `)}</output>
      <button type="button" onClick={() => view.reveal('medical')}>
        Reveal
      </button>
      <button type="button" onClick={() => view.used('veteran')}>
        Open veteran
      </button>
    </>
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset().mockImplementation(async () => defaultCaseFormPreferences);
  save.mockReset().mockImplementation(async (sent) => sent);
});
afterEach(() => vi.useRealTimers());

const wait = (milliseconds = 1) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const draw = async (props: Parameters<typeof Page>[0] = {}, brought?: CaseFormPreferences) => {
  const call = answering({
    [`GET ${path}`]: async () => ({ case_form_preferences: await load() }),
    [`PUT ${path}`]: async (input) => ({
      case_form_preferences: await save((input as { body: CaseFormPreferences }).body),
    }),
  });
  const page = renderPage(<Page {...props} />, { call, user: brought ? { case_form_preferences: brought } : {} });
  await wait();
  return page;
};
const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const sections = () => document.querySelector('output')?.textContent?.trim().split(' ');
const openCustomize = async () => {
  click('Customize');
  await wait();
  return within(screen.getByRole('dialog'));
};
const all = sectionDefinitions.map(({ id }) => id);

describe('ViewSwitcher', () => {
  it('shows five essential sections, and all on Show All', async () => {
    await draw();
    expect(sections()).toEqual(['deceased', 'service', 'informant', 'financial', 'notes']);
    expect(button('Essential Only').getAttribute('aria-pressed')).toBe('true');
    click('Show All');
    expect(sections()).toEqual(all);
    expect(button('Show All').getAttribute('aria-pressed')).toBe('true');
  });

  it('shows a section that holds something due, whatever is chosen', async () => {
    const due = new Map<CaseSectionId, string>([['deathCertificate', 'Due Mon']]);
    await draw({ due });
    expect(sections()).toContain('deathCertificate');
    expect(sections()).not.toContain('medical');
    const list = await openCustomize();
    expect(list.getByRole('checkbox', { name: 'Death Certificate Tracking · shown while due' })).toBeTruthy();
    click('Show All');
    click('Essential Only');
    expect(sections()).toContain('deathCertificate');
  });

  it('saves 300 ms after a change and shows View saved for 2 seconds', async () => {
    await draw();
    click('Show All');
    await wait(299);
    expect(save).not.toHaveBeenCalled();
    await wait(1);
    await wait();
    expect(save.mock.calls).toEqual([[{ ...defaultCaseFormPreferences, viewMode: 'all' }]]);
    expect(screen.getByText('View saved')).toBeTruthy();
    await wait(2000);
    await wait(500);
    expect(screen.queryByText('View saved')).toBeNull();
  });

  it('shows a failed save for 3 seconds and keeps the view', async () => {
    save.mockRejectedValue(new ApiError(500, 'no'));
    await draw();
    click('Show All');
    await wait(300);
    await wait();
    expect(screen.getByText('Failed to save preferences')).toBeTruthy();
    expect(sections()).toEqual(all);
    await wait(3000);
    await wait(500);
    expect(screen.queryByText('Failed to save preferences')).toBeNull();
    expect(screen.queryByText('View saved')).toBeNull();
  });

  it('locks essential sections as checked and lets others be chosen', async () => {
    await draw();
    const list = await openCustomize();
    const boxes = list.getAllByRole('checkbox') as HTMLInputElement[];
    expect(boxes).toHaveLength(18);
    expect(boxes.filter(({ checked }) => checked)).toHaveLength(5);
    expect(boxes.filter((box) => box.getAttribute('aria-disabled') === 'true')).toHaveLength(5);
    fireEvent.click(list.getByRole('checkbox', { name: /^Service Information/ }));
    expect(screen.getByText('Cannot hide essential sections')).toBeTruthy();
    expect(sections()).toContain('service');
    fireEvent.click(list.getByRole('checkbox', { name: 'Veteran Information' }));
    fireEvent.click(list.getByRole('checkbox', { name: 'Family Information' }));
    expect(sections()).toEqual(['deceased', 'service', 'informant', 'family', 'veteran', 'financial', 'notes']);
    expect(button('Customize').dataset.current).toBe('true');
    await wait(300);
    expect(save).toHaveBeenCalledTimes(1);
    expect(save.mock.calls[0]?.[0]).toMatchObject({ ...custom('veteran', 'family'), viewMode: 'essential' });
    await wait();
    expect(screen.queryByText('View saved')).toBeNull();
    fireEvent.click(list.getByRole('checkbox', { name: 'Veteran Information' }));
    expect(sections()).not.toContain('veteran');
  });

  it('shows Saving and disables Customize while it saves', async () => {
    let answer: (kept: CaseFormPreferences) => void = () => undefined;
    save.mockImplementation((sent) => new Promise((done) => (answer = () => done(sent))));
    await draw();
    const list = await openCustomize();
    fireEvent.click(list.getByRole('checkbox', { name: 'Veteran Information' }));
    await wait(300);
    expect(list.getByRole('status').textContent).toBe('Saving…');
    expect(button('Customize').getAttribute('aria-disabled')).toBe('true');
    answer(custom('veteran'));
    await wait();
    await wait();
    expect(list.getByRole('status').textContent).toBe('');
    expect(button('Customize').getAttribute('aria-disabled')).toBe('false');
  });

  it('starts with the view from sign-in, and keeps it when loading fails', async () => {
    load.mockRejectedValue(new ApiError(500, 'no'));
    await draw({}, custom('veteran'));
    expect(sections()).toContain('veteran');
    await wait(5000);
    expect(sections()).toContain('veteran');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows all sections of a read-only case', async () => {
    await draw({ readOnly: true });
    expect(sections()).toEqual(all);
  });

  it('shows a hidden section with a required field until the view changes', async () => {
    await draw();
    click('Reveal');
    expect(sections()).toContain('medical');
    await wait(1000);
    expect(save).not.toHaveBeenCalled();
    click('Essential Only');
    expect(sections()).not.toContain('medical');
  });

  it('sends opened sections with the next save', async () => {
    load.mockResolvedValue({ ...defaultCaseFormPreferences, recentlyUsedSections: ['deceased', 'veteran'] });
    await draw();
    await wait();
    click('Open veteran');
    await wait(1000);
    expect(save).not.toHaveBeenCalled();
    click('Show All');
    await wait(300);
    expect(save.mock.calls[0]?.[0].recentlyUsedSections).toEqual(['veteran', 'deceased']);
  });

  it('saves at once when the user leaves the page', async () => {
    const { unmount } = await draw();
    click('Show All');
    unmount();
    await wait();
    expect(save).toHaveBeenCalledTimes(1);
  });
});
