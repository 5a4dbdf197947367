// @vitest-environment happy-dom

import { act, fireEvent } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import { App } from './app.tsx';
import { render } from './prerender.tsx';

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  vi.useRealTimers();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const built = (): HTMLElement => {
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = render('form');
  return host;
};

const comeAlive = async (host: HTMLElement, complain: (error: unknown) => void = () => {}) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await act(async () => {
    root = hydrateRoot(host, <App address={{ page: 'form', slug: 'whitcomb-ames' }} />, {
      onRecoverableError: complain,
    });
  });
};

describe('the built page', () => {
  it('holds every section and every field that needs no other answer', () => {
    const host = built();
    expect(host.querySelectorAll('.form-section')).toHaveLength(intakeSections.length);
    const absent = intakeFields.filter(({ field }) => !host.querySelector(`[name="${field.name}"]`));
    expect(absent.filter(({ field }) => field.showIf === undefined)).toEqual([]);
    expect(host.textContent).toContain('Important Legal Notice');
  });

  it('S-28 has neither inline styles nor scripts', () => {
    expect(render('form')).not.toMatch(/style=|<style|<script|\son\w+=/);
  });

  it('comes alive as it stands, whatever the address', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const host = built();
    const before = host.querySelector('[name=deceased_first_name]');
    await comeAlive(host, complaints);
    expect(host.querySelector('[name=deceased_first_name]')).toBe(before);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('takes over what was typed into it before it was alive, above a draft', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const kept = { deceased_first_name: 'Harold', deceased_last_name: 'Lindqvist', alias: 'Hal' };
    sessionStorage.setItem('intake-draft:whitcomb-ames', JSON.stringify({ values: kept, idempotencyKey: 'key' }));
    const host = built();
    const control = (selector: string) => host.querySelector(selector) as HTMLInputElement;
    control('[name=deceased_first_name]').value = 'Ruth';
    control('[name=gender][value=female]').checked = true;
    control('[name=race][value=white]').checked = true;
    control('[name=ssn_to_follow]').checked = true;
    control('[name=marital_status]').value = 'widowed';
    await comeAlive(host);
    expect(control('[name=deceased_first_name]').value).toBe('Ruth');
    expect(control('[name=deceased_last_name]').value).toBe('Lindqvist');
    expect(control('[name=gender][value=female]').checked).toBe(true);
    // What hangs on an answer follows it.
    expect(control('[name=spouse_first_name]')).not.toBeNull();
    fireEvent.change(control('[name=alias]'), { target: { value: 'Ruthie' } });
    await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
    const draft = JSON.parse(String(sessionStorage.getItem('intake-draft:whitcomb-ames')));
    expect(draft.values).toMatchObject({
      deceased_first_name: 'Ruth',
      deceased_last_name: 'Lindqvist',
      alias: 'Ruthie',
      gender: 'female',
      race: ['white'],
      ssn_to_follow: true,
      marital_status: 'widowed',
    });
  });

  it('has a page for the status of a report and one for the bare address', () => {
    expect(render('status')).toContain('Status of your report');
    expect(render('start')).toContain('Every funeral home has its own address');
  });
});
