import './zod-without-eval.ts';
import './app/mantine-styles.ts';
import './ui/tones.css';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiContext } from './api/api-context.ts';
import { createStaffApi } from './api/staff-api.ts';
import { createRouter } from './app/router.tsx';
import { theme } from './app/theme.ts';
import { identity } from './session/identity.ts';
import { isForVisitors, signInPath } from './session/return-path.ts';
import { createSession } from './session/session.ts';
import { SessionContext } from './session/session-context.ts';

identity.prepare();
const session = createSession(identity);
const api = createStaffApi(session);

// Without tokens every page leads to sign-in; knowing that now saves downloading the page first.
if (session.status() === 'signed-out' && !isForVisitors(window.location.pathname)) {
  window.history.replaceState(null, '', signInPath(window.location));
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} forceColorScheme="light">
        <SessionContext value={session}>
          <ApiContext value={api}>
            <RouterProvider router={createRouter()} />
          </ApiContext>
        </SessionContext>
      </MantineProvider>
    </StrictMode>,
  );
}
