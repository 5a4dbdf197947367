// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runWhenUnlocked, useCallLock } from './use-draft-call.ts';

type Run = (granted: object | null) => unknown;

/** A fake of the browser's locks: one holder of a name, the others in line or rejected. */
const fakeLocks = () => {
  const held = new Map<string, Promise<unknown>>();
  const request = async (name: string, ...[options, then]: [object, Run] | [Run]): Promise<unknown> => {
    const run = (then ?? options) as Run;
    if (held.has(name) && then && 'ifAvailable' in options) return run(null);
    while (held.has(name)) await held.get(name);
    const running = Promise.resolve(run({ name }));
    held.set(name, running);
    return running.finally(() => held.delete(name));
  };
  return { request, query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }) };
};

const key = 'a call';
const onSent = vi.fn(async () => undefined);
const openPage = () => renderHook(() => useCallLock({ key, onSent }));

beforeEach(() => {
  onSent.mockClear();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

describe('useCallLock', () => {
  it('waits for a background send of the call, and reads it again after that', async () => {
    let sent = () => {};
    const sending = runWhenUnlocked(
      key,
      () =>
        new Promise((resolve) => {
          sent = resolve;
        }),
    );
    const page = openPage();
    await waitFor(() => expect(page.result.current.lock).toBe('sending'));
    expect(onSent).not.toHaveBeenCalled();
    await act(async () => {
      sent();
      await sending;
    });
    await waitFor(() => expect(page.result.current.lock).toBe('held'));
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('sends no call whose page is open, and sends it once closed', async () => {
    const page = openPage();
    await waitFor(() => expect(page.result.current.lock).toBe('held'));
    const run = vi.fn(async () => undefined);
    await runWhenUnlocked(key, run);
    expect(run).not.toHaveBeenCalled();
    page.unmount();
    await waitFor(async () => {
      await runWhenUnlocked(key, run);
      expect(run).toHaveBeenCalledOnce();
    });
  });

  it('shows that another page has it', async () => {
    const first = openPage();
    await waitFor(() => expect(first.result.current.lock).toBe('held'));
    const second = openPage();
    await waitFor(() => expect(second.result.current.lock).toBe('elsewhere'));
    expect(onSent).not.toHaveBeenCalled();
  });
});
