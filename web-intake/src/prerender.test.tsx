// @vitest-environment happy-dom
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import { App } from './app.tsx';
import { render } from './prerender.tsx';
import { act } from './testing/rendering.tsx';
import { readTypedEarly } from './typed-early.ts';

let root: Root | undefined;
afterEach(() => {
  void act(() => root?.unmount());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const built = (): HTMLElement => {
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = render('form');
  return host;
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
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const host = built();
    const before = host.querySelector('[name=deceased_first_name]');
    await act(async () => {
      root = hydrateRoot(host, <App address={{ page: 'form', slug: 'whitcomb-ames' }} />, {
        onRecoverableError: (error) => complaints(error),
      });
    });
    expect(host.querySelector('[name=deceased_first_name]')).toBe(before);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('gives what was typed into it before', () => {
    const host = built();
    const input = (selector: string) => host.querySelector(selector) as HTMLInputElement;
    input('[name=deceased_first_name]').value = 'Ruth';
    input('[name=gender][value=female]').checked = true;
    input('[name=race][value=white]').checked = true;
    input('[name=consent]').checked = true;
    expect(readTypedEarly(host)).toEqual({
      deceased_first_name: 'Ruth',
      gender: 'female',
      race: ['white'],
      consent: true,
    });
  });

  it('has a page for the status of a report and one for the bare address', () => {
    expect(render('status')).toContain('Status of your report');
    expect(render('start')).toContain('Every funeral home has its own address');
  });
});
