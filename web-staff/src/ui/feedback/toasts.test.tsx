// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { failureText, Toasts, toastError, toastErrors, toastFailure, toastSuccess, toastUndoable } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
});
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  vi.useRealTimers();
});

const pass = (...milliseconds: number[]) => {
  for (const wait of milliseconds) act(() => vi.advanceTimersByTime(wait));
};

describe('toasts', () => {
  it('shows an error for 5 seconds', () => {
    act(() =>
      toastFailure(new ApiError(400, 'Bad request. Please check your input.', { weight: ['Weight is required'] })),
    );
    expect(screen.getByRole('alert').textContent).toContain('Weight is required');
    pass(4900);
    expect(screen.queryByRole('alert')).not.toBeNull();
    pass(100, 500);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a success for 3 seconds', () => {
    act(() => toastSuccess('Submission saved'));
    expect(screen.getByRole('status').textContent).toContain('Submission saved');
    pass(3000, 500);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('offers undo for 8 seconds', () => {
    const undo = vi.fn();
    act(() => toastUndoable('Departure recorded', undo));
    pass(7900);
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    pass(500);
    expect([undo.mock.calls.length, screen.queryByRole('status')]).toEqual([1, null]);
    act(() => toastUndoable('Departure recorded', undo));
    pass(8000, 500);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows a repeated error once, for its whole time', () => {
    act(() => toastError('Server connection lost.'));
    pass(3000);
    act(() => toastError('Server connection lost.'));
    pass(500, 2500);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    pass(2000, 500);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('removes errors that a later attempt resolved', () => {
    act(() => toastErrors(['City: Unknown', 'ZIP Code: Unknown']));
    pass(100);
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    act(() => toastErrors(['ZIP Code: Unknown']));
    pass(500);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['ZIP Code: Unknown']);
    act(() => toastSuccess('Customer saved successfully'));
    pass(500);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Customer saved successfully');
  });

  it('leaves an ended session to its dialog', () => {
    const ended = new ApiError(401, 'No authentication session found');
    expect(failureText(ended)).toBeUndefined();
    act(() => toastFailure(ended));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
