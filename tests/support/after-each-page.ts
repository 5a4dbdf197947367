import { notifications } from '@mantine/notifications';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Only ends a test that hangs; no test depends on rendering speed.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Files share one process and document, so each test removes its page and toasts.
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  document.body.replaceChildren();
});
