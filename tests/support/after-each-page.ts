import { notifications } from '@mantine/notifications';
import { act, cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Files share one process and one document: each test takes its page and its toasts away, whichever file it is in.
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  document.body.replaceChildren();
});
