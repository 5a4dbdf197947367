import type { PlaceRef } from './care.schema.ts';
import type { PlaceKind } from './care-names.ts';

export const placeKindLabels: Readonly<Record<PlaceKind, string>> = {
  cooler: 'Cooler',
  prep_room: 'Preparation room',
  chapel: 'Chapel',
  vehicle: 'Vehicle',
  crematory: 'Crematory',
  cemetery: 'Cemetery',
  another_firm: 'Another funeral home',
  family: 'Family',
  other: 'Other',
};

/** Kinds that are the organization's own, or never are; a crematory or another place can be either. */
const isOwn: Partial<Readonly<Record<PlaceKind, boolean>>> = {
  cooler: true,
  prep_room: true,
  chapel: true,
  vehicle: true,
  cemetery: false,
  another_firm: false,
  family: false,
};

/** Returns whether a place of this kind is the organization's own; `isChosen` decides where both are possible. */
export const isOurs = (kind: PlaceKind, isChosen: boolean): boolean => isOwn[kind] ?? isChosen;

/** Returns whether someone handed over to this place stays on the board, because they or their remains come back. */
export const staysOnBoard = ({ kind }: Pick<PlaceRef, 'kind'>): boolean => kind !== 'cemetery' && kind !== 'family';
