// @vitest-environment happy-dom

import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { App } from './app.tsx';
import { render } from './prerender.tsx';

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
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
  it('says what matters without any script: words of sympathy, what is needed, the notice of the law', () => {
    const host = built();
    expect(host.querySelector('h1')?.textContent).toBe('Report a Death');
    expect(host.textContent).toContain('We are sorry for your loss');
    expect(host.textContent).toContain('Important Legal Notice');
    expect(host.querySelector('.begin')?.getAttribute('href')).toBe('#contact');
  });

  it('S-28 has neither inline styles nor scripts', () => {
    expect(render('form')).not.toMatch(/style=|<style|<script|\son\w+=/);
  });

  it('comes alive as it stands, whatever the address', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const host = built();
    const before = host.querySelector('h1');
    await comeAlive(host, complaints);
    expect(host.querySelector('h1')).toBe(before);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('goes where Begin was pressed before it was alive', async () => {
    const host = built();
    history.replaceState(null, '', '#contact');
    await comeAlive(host);
    expect(host.querySelector('[name=submitter_email]')).not.toBeNull();
    history.replaceState(null, '', '/');
  });

  it('has a page for the status of a report and one for the bare address', () => {
    expect(render('status')).toContain('Status of your report');
    expect(render('start')).toContain('Every funeral home has its own address');
  });
});
