// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { hasUnsavedChanges, useUnsavedChanges } from './use-record-form.tsx';

const Form = ({ dirty }: { dirty: boolean }) => {
  const guard = useUnsavedChanges(dirty);
  return (
    <>
      <button type="button" onClick={guard.letGo}>
        Let go
      </button>
      {guard.dialog}
    </>
  );
};
const pages = { '/away': <p>Elsewhere</p> };

describe('useUnsavedChanges', () => {
  it('blocks navigation until the user confirms', async () => {
    const { router } = renderPage(<Form dirty />, { pages });
    await act(() => router.navigate('/away'));
    expect(screen.getByText('Leave without saving?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/');
    await act(() => router.navigate('/away'));
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await screen.findByText('Elsewhere');
    expect(hasUnsavedChanges()).toBe(false);
  });

  it('warns when the tab closes', () => {
    renderPage(<Form dirty />, { pages });
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });
});
