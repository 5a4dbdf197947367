import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone held upright, or a small tablet; known from the first drawing on. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });

/** Whether there is no room beside what somebody works on, as on a tablet or a phone. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 80em)', false, { getInitialValueInEffect: false });
