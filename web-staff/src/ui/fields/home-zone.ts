import { createContext } from 'react';

/** The time zone of the record's location. */
export const HomeZone = createContext<string | undefined>(undefined);
