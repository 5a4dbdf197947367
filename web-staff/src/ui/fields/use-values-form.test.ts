// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPointerUp } from './use-values-form.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('afterPointerUp', () => {
  it('acts at once when a key moved the focus', () => {
    const act = vi.fn();
    afterPointerUp(act);
    expect(act).toHaveBeenCalledOnce();
  });

  it.each([
    ['is released', () => fireEvent.mouseUp(document.body)],
    ['becomes a drag that ends', () => fireEvent.dragEnd(document.body)],
    ['goes on outside the window', () => fireEvent.blur(window)],
  ])('waits for a press until it %s and for its click, and acts once', (_, end) => {
    const act = vi.fn();
    fireEvent.mouseDown(document.body);
    afterPointerUp(act);
    end();
    expect(act).not.toHaveBeenCalled();
    vi.runAllTimers();
    fireEvent.mouseUp(document.body);
    vi.runAllTimers();
    expect(act).toHaveBeenCalledOnce();
  });
});
