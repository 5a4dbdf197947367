import { createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef6f2',
  '#dcebe4',
  '#b9d6c9',
  '#92beac',
  '#6ea590',
  '#4f8d76',
  '#3a7660',
  '#2b604d',
  '#224e3f',
  '#17332b',
];

const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eef1f0',
  '#e2e7e5',
  '#d2d9d6',
  '#b3bdb9',
  '#86928d',
  '#5d6964',
  '#45514c',
  '#303a36',
  '#1c2421',
];

/** Brick, dark enough for white text on it and for its own on white (4.5 : 1 and more). */
const red: MantineColorsTuple = [
  '#fcefed',
  '#f8dcd8',
  '#efb6af',
  '#e58c82',
  '#d9655a',
  '#c94a3e',
  '#b8372a',
  '#a62d22',
  '#8c241b',
  '#701b14',
];

/** Text, borders, raised ground and ground of the dark color scheme; the rest of it is in ui/tones.css. */
const dark: MantineColorsTuple = [
  '#e6eeea',
  '#b3c3bc',
  '#9fb0a8',
  '#7d9087',
  '#4c6057',
  '#263530',
  '#1b2823',
  '#16211d',
  '#0f1714',
  '#080d0b',
];

/** Its header is not a page banner, and its close button needs a name. */
const dialog = { attributes: { header: { role: 'presentation' } }, closeButtonProps: { 'aria-label': 'Close' } };
const dialogTitle = { fontSize: '1.125rem', lineHeight: '1.5rem', fontWeight: 600 };

/** Within the page's landmark, where screen readers look for content; a page outside the shell has none. */
const menuPlace = {
  get target() {
    return document.getElementById('main') ?? document.body;
  },
};

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 7,
  colors: { pine, gray, red, dark },
  black: '#1c2421',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: dialog, styles: { title: dialogTitle } },
    Drawer: { defaultProps: dialog, styles: { title: dialogTitle } },
    // An empty focus placeholder does not belong in a menu: the first entry gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: menuPlace } },
  },
});
