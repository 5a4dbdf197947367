// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SaveState } from './save-state.tsx';
import type { AutosaveState } from './use-autosave.ts';

const said = async (...states: AutosaveState[]): Promise<string | null> => {
  const { unmount } = renderPage(
    <SaveState states={Object.fromEntries(states.entries())} savedAt={undefined} timeZone="UTC" />,
  );
  const { textContent } = await screen.findByRole('status');
  unmount();
  return textContent;
};

it('SaveState asks to check marked fields only if there are some', async () => {
  expect(await said('invalid')).toBe('Not saved. Check the marked fields.');
  for (const state of ['failed', 'waiting', 'offline', 'unsaved'] as const)
    expect(await said(state)).not.toContain('marked');
});

it('shows the most urgent state of several sections', async () => {
  expect(await said('saved', 'waiting')).toMatch(/^Not saved yet\. Retrying/);
  expect(await said('waiting', 'invalid', 'saved')).toMatch(/marked fields/);
});
