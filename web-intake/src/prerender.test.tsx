// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '#domain/shared/values/language.ts';
import { App } from './app.tsx';
import { setLanguage } from './language.ts';
import { render } from './prerender.tsx';
import { home, stageConfig } from './testing/page-fixture.tsx';
import spanish from './words/es.json' with { type: 'json' };

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.documentElement.lang = 'en';
  // biome-ignore lint/suspicious/noDocumentCookie: the choice of the page
  document.cookie = '__Host-lang=;path=/;max-age=0;secure';
  setLanguage('en');
});

const built = (language: Language = 'en'): HTMLElement => {
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = render('form', language).markup;
  return host;
};

const comeAlive = async (host: HTMLElement, complain: (error: unknown) => void = () => {}) => {
  vi.stubGlobal('fetch', async (input: string) => (input === '/config.json' ? stageConfig() : new Promise(() => {})));
  await act(async () => {
    root = hydrateRoot(host, <App address={{ page: 'form', slug: 'whitcomb-ames' }} />, {
      onRecoverableError: complain,
    });
  });
};

describe('the built page', () => {
  it('shows condolence, requirements and the legal notice without a script', () => {
    const host = built();
    expect(host.querySelector('h1')?.textContent).toBe('Report a Death');
    expect(host.textContent).toContain('We are sorry for your loss');
    expect(host.textContent).toContain('Important Legal Notice');
    expect(host.querySelector('.begin')?.getAttribute('href')).toBe('#contact');
  });

  it('S-28 contains no inline styles or scripts', () => {
    expect(render('form').markup).not.toMatch(/style=|<style|<script|\son\w+=/);
  });

  it('hydrates without changes at any address', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const host = built();
    const before = host.querySelector('h1');
    await comeAlive(host, complaints);
    expect(host.querySelector('h1')).toBe(before);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('follows a click on Begin from before the hydration', async () => {
    const host = built();
    history.replaceState(null, '', '#contact');
    await comeAlive(host);
    expect(host.querySelector('[name=submitter_email]')).not.toBeNull();
    history.replaceState(null, '', '/');
  });

  it('builds and hydrates in Spanish without leftover English', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const host = built('es');
    expect(host.querySelector('h1')?.textContent).toBe('Informar un fallecimiento');
    expect(render('form', 'es')).toMatchObject({ title: 'Informar un fallecimiento' });
    expect(host.textContent).not.toMatch(/\b(?:the|and|your|please)\b/i);
    setLanguage('es', spanish);
    await comeAlive(host, complaints);
    expect(complaints).not.toHaveBeenCalled();
    expect(render('form').markup).toContain('Report a Death');
  });

  it('shows Spanish to its readers, also if the home has only English words', async () => {
    const host = built('es');
    setLanguage('es', spanish);
    const condolence_message = 'We are here at any hour.';
    vi.stubGlobal('fetch', async (input: string) =>
      input === '/config.json' ? stageConfig() : Response.json({ ...home, condolence_message }),
    );
    await act(async () => {
      root = hydrateRoot(host, <App address={{ page: 'form', slug: 'whitcomb-ames' }} />);
    });
    await screen.findByText(home.name);
    expect(screen.queryByText(condolence_message)).toBeNull();
    expect(screen.getByText(/^Lamentamos mucho su pérdida/)).toBeTruthy();
  });

  it('switches its language in place, and keeps entries and the choice', async () => {
    history.replaceState(null, '', '/whitcomb-ames?lang=en#contact');
    await comeAlive(built());
    const email = await waitFor(() => {
      const field = document.querySelector<HTMLInputElement>('[name=submitter_email]');
      if (!field) throw new Error(`no field at ${window.location.href}`);
      return field;
    });
    fireEvent.input(email, { target: { value: 'karin@example.com' } });
    vi.stubGlobal('fetch', async (input: string) =>
      input === '/config.json' ? stageConfig() : Response.json(spanish),
    );
    const link = screen.getByRole('link', { name: 'Español' });
    expect([link.getAttribute('href'), link.lang, link.getAttribute('hreflang')]).toEqual(['?lang=es', 'es', 'es']);
    await act(async () => fireEvent.click(link));
    await screen.findByRole('heading', { level: 1, name: 'Datos de contacto' });
    expect(screen.getByLabelText('Correo electrónico')).toBe(email);
    expect(email.value).toBe('karin@example.com');
    expect([document.documentElement.lang, document.cookie]).toEqual(['es', '__Host-lang=es']);
    expect(window.location.href).toMatch(/\/whitcomb-ames#contact$/);
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'English' })));
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact Information' })).toBeTruthy();
    expect(document.cookie).toBe('__Host-lang=en');
    history.replaceState(null, '', '/');
  });
});
