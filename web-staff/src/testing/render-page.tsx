import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach } from 'vitest';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { permissionsOf, type Role } from '#domain/shared/access/roles.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CurrentUser } from '#domain/team/user-profile.endpoints.ts';
import { ApiContext } from '../api/api-context.ts';
import { createQueryClient } from '../api/cache.ts';
import { theme } from '../app/theme.ts';
import { type Session, SessionContext } from '../session/session-context.ts';
import { CurrentUserContext } from '../team/parts/current-user.ts';

afterEach(cleanup);

const homeId = '0193a000-0000-7000-8000-000000000001';

/** A staff member with the fields that pages read. */
export const userWith = (role: Role): CurrentUser => {
  const home = { id: homeId, name: 'Whitcomb & Ames Funeral Home', time_zone: 'America/New_York' };
  const user = {
    id: '0193a000-0000-7000-8000-000000000002',
    email: 'someone@whitcomb-ames.example',
    first_name: 'Eleanor',
    last_name: 'Whitcomb',
    role,
    organization_name: 'Whitcomb & Ames',
    funeral_home: homeId,
    funeral_home_details: home as FuneralHome,
    permissions: permissionsOf(role),
    list_views: {},
    onboarding_completed: true,
    second_factor: 'optional',
  };
  return user as Partial<CurrentUser> as CurrentUser;
};

/** Answers calls by their endpoint's path; throws for other paths. */
export const answering = (answers: Readonly<Record<string, (input: unknown) => unknown>>): Call =>
  (async (row: { method: string; path: string }, input: unknown) => {
    const answer = answers[`${row.method} ${row.path}`];
    if (!answer) throw new Error(`no answer for ${row.method} ${row.path}`);
    return answer(input);
  }) as unknown as Call;

interface PageOptions {
  call?: Call;
  role?: Role;
  /** Changes to `userWith`. */
  user?: Partial<CurrentUser>;
  session?: Session;
  client?: QueryClient;
  at?: string;
  /** Further routes by path. */
  pages?: Readonly<Record<string, ReactElement>>;
}

/** Renders an element with a router, a query client, an API and a signed-in user. */
export const renderPage = (element: ReactElement, options: PageOptions = {}) => {
  const {
    call = answering({}),
    role = 'super_admin',
    user = {},
    session,
    client = createQueryClient(),
    at = '/',
    pages = {},
  } = options;
  const routes = [{ path: '/', element }, ...Object.entries(pages).map(([path, page]) => ({ path, element: page }))];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const view = render(
    <MantineProvider theme={theme} forceColorScheme="light" env="test">
      <SessionContext value={session ?? null}>
        <ApiContext value={call}>
          <QueryClientProvider client={client}>
            <CurrentUserContext value={{ ...userWith(role), ...user }}>
              <RouterProvider router={router} />
            </CurrentUserContext>
          </QueryClientProvider>
        </ApiContext>
      </SessionContext>
    </MantineProvider>,
  );
  return { ...view, router, client };
};
