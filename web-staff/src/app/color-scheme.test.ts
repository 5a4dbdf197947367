// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localStorageColorSchemeManager } from '@mantine/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../public/color-scheme.js'), 'utf8');
const choice = localStorageColorSchemeManager();
const shown = () => document.documentElement.dataset.mantineColorScheme;
const start = (isDarkDevice: boolean) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isDarkDevice && query.includes('dark') }));
  new Function(script)();
  return shown();
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  delete document.documentElement.dataset.mantineColorScheme;
});

describe('color scheme before the first paint', () => {
  it('follows the device unless a choice is stored on it', () => {
    expect([start(true), start(false)]).toEqual(['dark', 'light']);
    choice.set('light');
    expect(start(true)).toBe('light');
    choice.set('dark');
    expect(start(false)).toBe('dark');
    choice.set('auto');
    expect([start(true), start(false)]).toEqual(['dark', 'light']);
  });

  it('prints a dark page on light paper', () => {
    choice.set('dark');
    start(false);
    window.dispatchEvent(new Event('beforeprint'));
    expect(shown()).toBe('light');
    window.dispatchEvent(new Event('afterprint'));
    expect(shown()).toBe('dark');
  });
});
