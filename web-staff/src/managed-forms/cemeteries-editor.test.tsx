// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { CemeteriesEditor } from './form-fields.tsx';

it('starts a cemetery in the state of the home', async () => {
  const change = vi.fn();
  renderPage(<CemeteriesEditor rows={null} faults={{}} inSpanish={false} state="GA" onChange={change} />);
  fireEvent.click(await screen.findByRole('switch', { name: /our own cemeteries/ }));
  expect(change).toHaveBeenCalledWith([expect.objectContaining({ name: '', state: 'GA' })]);
});
