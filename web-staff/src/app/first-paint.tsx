import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { type Session, SessionContext } from '../session/session-context.ts';
import { SignInPage } from '../team/sign-in/sign-in-page.tsx';
import { theme } from './theme.ts';

const visitor = { status: () => 'signed-out', subscribe: () => () => undefined } as unknown as Session;

/**
 * Returns the markup of the sign-in page for index.html: it is painted before any script has loaded
 * (public/color-scheme.js shows it), and the application then draws the same in its place. Its email field has the
 * focus, and it takes over what was typed and submitted (team/sign-in/sign-in-steps.tsx).
 */
export const firstPaint = (): string =>
  renderToString(
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SessionContext value={visitor}>
        <StaticRouter location="/signin">
          <SignInPage />
        </StaticRouter>
      </SessionContext>
    </MantineProvider>,
  ).replace('type="email"', 'type="email" autofocus=""');
