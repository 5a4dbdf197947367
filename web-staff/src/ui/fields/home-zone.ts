import { createContext } from 'react';

/** The time zone of the home whose record is shown: its times are read on the clock on which they are edited. */
export const HomeZone = createContext<string | undefined>(undefined);
