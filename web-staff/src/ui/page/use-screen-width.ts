import { useMediaQuery } from '@mantine/hooks';

/** As narrow as an upright phone or small tablet; known on the first render. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });

/** True on a screen on which seven days have no space side by side, such as an upright tablet. */
export const useIsUpright = (): boolean =>
  useMediaQuery('(max-width: 56.25em)', false, { getInitialValueInEffect: false });

/** No space next to the main content, as on a tablet or phone. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 80em)', false, { getInitialValueInEffect: false });
