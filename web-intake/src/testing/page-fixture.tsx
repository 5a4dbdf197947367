import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { App } from '../app.tsx';
import { clearToasts } from '../toasts.tsx';

export const home = {
  slug: 'whitcomb-ames',
  name: 'Whitcomb & Ames Funeral Home',
  logo_url: '/logo.svg',
  phone: '9045550100',
  emergency_phone: '9045550111',
  condolence_message: null,
  form: null,
};
export const received = {
  success: true,
  message: 'Thank you.',
  reference: 'R-7K3M-9QTX',
  status_token: 'secret-token',
};

interface Sent {
  path: string;
  key: string;
  body: Record<string, unknown>;
}

/** The page requests it once, and the tests of a file share the response. */
export const stageConfig = () => Response.json({ botCheck: { kind: 'sandbox', mintUrl: '/mint' } });

/** The server as the page sees it; `answers` are the responses to successive submits. */
export const serve = (answers: (() => Response | Promise<Response>)[] = [], lookup = () => Response.json(home)) => {
  const sent: Sent[] = [];
  const fake = async (input: string, init: RequestInit = {}): Promise<Response> => {
    if (input === '/config.json') return stageConfig();
    if (input === '/mint') return Response.json({ token: 'minted' });
    if (input.startsWith('/api/forms/public/funeral-home/')) return lookup();
    sent.push({
      path: input,
      key: String(new Headers(init.headers).get('idempotency-key')),
      body: JSON.parse(String(init.body)),
    });
    return (answers.shift() ?? (() => Response.json(received, { status: 201 })))();
  };
  vi.stubGlobal('fetch', vi.fn(fake));
  return sent;
};

const after = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

export const goTo = (step: string): void => {
  act(() => {
    history.replaceState(null, '', step === 'start' ? '/' : `#${step}`);
    window.dispatchEvent(new Event('hashchange'));
  });
};

/** Opens the page of a home, or one of its further forms, at a step. */
export const open = async (step = 'start', slug = 'whitcomb-ames', form?: string) => {
  history.replaceState(null, '', step === 'start' ? '/' : `/#${step}`);
  const page = render(<App address={{ page: 'form', slug, ...(form ? { form } : {}) }} />);
  await after(0);
  return page;
};

export const control = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`No control for ${name}`);
  return found;
};
export const isShown = (name: string) => document.querySelector(`[name="${name}"], [name="${name}-month"]`) !== null;

const type = (input: HTMLInputElement, value: string): void => {
  // A browser sends the first while typing, the second at its end.
  fireEvent.input(input, { target: { value } });
  fireEvent.change(input);
};

export const enterDate = (name: string, date: string): void => {
  const [year = '', month = '', day = ''] = date.split('-');
  type(control(`${name}-month`), month);
  type(control(`${name}-day`), day);
  type(control(`${name}-year`), year);
};

export const enter = (name: string, value: string | boolean | readonly string[]) => {
  if (document.querySelector(`[name="${name}-month"]`)) return enterDate(name, String(value));
  const first = control(name);
  if (first.type === 'radio' || Array.isArray(value)) {
    for (const one of [value].flat()) {
      const choice = document.querySelector(`[name="${name}"][value="${one}"]`);
      if (choice) fireEvent.click(choice);
    }
  } else if (first.type === 'checkbox') {
    if (first.checked !== value) fireEvent.click(first);
  } else type(first, String(value));
};

export const sayUnknown = (name: string): void => {
  const chip = document.getElementById(`field-${name}-unknown`);
  if (!chip) throw new Error(`No way to say that ${name} is not known`);
  fireEvent.click(chip);
};

const {
  service_type: _type,
  funeral_home_slug: _slug,
  recaptcha_token: _token,
  additional_notes,
  ...answers
} = exampleIntake();
const complete: Record<string, string | boolean | readonly string[]> = {
  ...(answers as Record<string, string>),
  special_requests: String(additional_notes),
  is_veteran: 'yes',
  cemetery_choice: 'live_oak',
};
for (const name of Object.keys(complete))
  if (name.startsWith('cemetery_') && name !== 'cemetery_choice') delete complete[name];

export const fillAll = (changes: Record<string, string | boolean | readonly string[]> = {}) => {
  const entries = { ...complete, ...changes };
  for (const { id, fields } of intakeSections) {
    goTo(id);
    for (const { name } of fields) {
      const value = entries[name];
      if (value !== undefined && isShown(name)) enter(name, value);
    }
  }
};

export const submit = async () => {
  fireEvent.click(screen.getByRole('button', { name: /^SUBMIT/ }));
  await after(0);
};

export const settled = () => after(500);

export const freshPages = () => {
  // Filling the whole form takes hundreds of events, which are slow on a busy machine.
  vi.setConfig({ testTimeout: 20_000 });
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    window.scrollTo = () => {};
  });
  afterEach(() => {
    cleanup();
    void act(clearToasts);
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
};
