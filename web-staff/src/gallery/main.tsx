import '../app/mantine-styles.ts';
import '../app/shell-styles.ts';
import '../ui/tones.css';
import '../app/global.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { theme } from '../app/theme.ts';
import { GalleryPage } from './gallery-page.tsx';

/** There is no session and no API; links lead nowhere. */
const router = createMemoryRouter([{ path: '*', element: <GalleryPage /> }]);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>,
  );
}
