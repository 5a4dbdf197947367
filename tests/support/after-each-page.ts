import { notifications } from '@mantine/notifications';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes more than the usual second to draw what follows upon an answer.
configure({ asyncUtilTimeout: 10_000 });

// Files share one process and one document: each test takes its page and its toasts away, whichever file it is in.
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  document.body.replaceChildren();
});
