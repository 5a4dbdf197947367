import { createContext } from 'react';

/** Time zone of the record's location: times are shown as they are edited. */
export const HomeZone = createContext<string | undefined>(undefined);
