import { useLocations } from '../organizations/homes/queries.ts';

/** Edges by which homes are told apart, beside their initials; each has 3 : 1 on white. */
const tones = ['#2b604d', '#2f6ba8', '#a8631b', '#7a4f9e', '#a83b5b', '#4d6a2c'] as const;

/** The edge of each home, by the order of the organization's homes. */
export const useHomeTones = (): ((homeId: string) => string) => {
  const locations = useLocations();
  return (homeId) => {
    const at = locations.findIndex(({ id }) => id === homeId);
    return tones[Math.max(0, at) % tones.length] ?? tones[0];
  };
};
