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
import { createSession, type Session, SessionContext } from './session/session-context.ts';
import { onTokensStored } from './session/token-storage.ts';

// The sign-in page loads the user pool once its first field has the focus (team/sign-in/sign-in-page.tsx).
if (identity.holdsTokens()) identity.prepare();

/** Loaded in parallel with the first page, which needs it only when signed in. */
const tabs = import('./session/shared-session.ts').then(({ shareSession }) => shareSession(() => session?.end()));
let session: Session | undefined;
onTokensStored(() => {
  tabs.then(
    ({ renewed }) => renewed(),
    () => undefined,
  );
});

/** Shares the session of another tab. An invitation is for a new user, so it starts without one. */
const takeSessionOver = async (): Promise<void> => {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.length === 0 || window.location.pathname.startsWith('/invitations/')) return;
  await (await tabs).takeOver();
};

/** Ends the session in every tab and at the user pool. */
const revoke = async (): Promise<void> => {
  await tabs.then(
    ({ signedOut }) => signedOut(),
    () => undefined,
  );
  await identity.signOut();
};

const start = async (): Promise<void> => {
  // Without a shared session the page still loads.
  await takeSessionOver().catch(() => undefined);
  const own = createSession({ ...identity, signOut: revoke });
  session = own;
  void import('./session/idle.ts').then(
    ({ endWhenIdle }) => endWhenIdle(own, revoke),
    () => undefined,
  );
  const api = createStaffApi(own, undefined, () => {
    // A user who was signed out stores nothing on this device.
    void import('./session/device/device.ts').then(({ forgetDevice }) => forgetDevice());
  });

  // Without tokens every page leads to sign-in; knowing that now saves downloading the page first.
  if (own.status() === 'signed-out' && !isForVisitors(window.location.pathname)) {
    window.history.replaceState(null, '', signInPath(window.location));
  }

  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <SessionContext value={own}>
          <ApiContext value={api}>
            <RouterProvider router={createRouter()} />
          </ApiContext>
        </SessionContext>
      </MantineProvider>
    </StrictMode>,
  );
};

void start();
