import { notifications } from '@mantine/notifications';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// No test depends on how fast a machine draws: these only end one that hangs.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Files share one process and one document: each test takes its page and its toasts away, whichever file it is in.
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  document.body.replaceChildren();
});
