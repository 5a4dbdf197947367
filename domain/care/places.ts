/** In the order of columns on the board. */
export const placeKinds = [
  ...(['cooler', 'prep_room', 'chapel', 'vehicle', 'crematory', 'cemetery'] as const),
  ...(['another_firm', 'family', 'other'] as const),
] as const;
export type PlaceKind = (typeof placeKinds)[number];

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

/** A place as an entry keeps it, because places are renamed. */
export interface PlaceInEntry {
  readonly id: string;
  readonly name: string;
  readonly kind: PlaceKind;
  /** Whether it belongs to the organization: a move to any other place is a release. */
  readonly ours: boolean;
}

/** Kinds that are the organization's own, or never are; a crematory or another place can be either. */
const isOwn: Partial<Readonly<Record<PlaceKind, boolean>>> = {
  ...{ cooler: true, prep_room: true, chapel: true, vehicle: true },
  ...{ cemetery: false, another_firm: false, family: false },
};

/** Returns whether a place of this kind is the organization's own; `isChosen` decides where both are possible. */
export const isOurs = (kind: PlaceKind, isChosen: boolean): boolean => isOwn[kind] ?? isChosen;

/** Returns whether someone handed over to this place stays on the board, because they or their remains come back. */
export const staysOnBoard = ({ kind }: Pick<PlaceInEntry, 'kind'>): boolean => kind !== 'cemetery' && kind !== 'family';
