/** A person of the record when a count ended. */
export interface Counted {
  readonly subject_id: string;
  readonly case_id: string;
  readonly tag: string;
  readonly name: string;
  readonly place: { readonly id: string; readonly name: string };
}

export interface Seen {
  readonly tag: string;
  readonly place: { readonly id: string; readonly name: string };
}

/** `elsewhere`: at another place than recorded. `unknown`: not in care by the record. */
export interface CountDifferences<Person extends Counted> {
  readonly seen: Person[];
  readonly missing: Person[];
  readonly elsewhere: { readonly person: Person; readonly seen_at: Seen['place'] }[];
  readonly unknown: Seen[];
}

/**
 * Compares the tags that were seen with the record of the counted places. `all` is everybody in care; those at places
 * that were not counted are missed by no one. A tag that was seen twice counts where it was seen last.
 */
export const countDifferences = <Person extends Counted>(
  all: readonly Person[],
  sightings: readonly Seen[],
  isCounted: (person: Person) => boolean,
): CountDifferences<Person> => {
  const last = new Map(sightings.map((one) => [one.tag, one]));
  const known = new Set(all.map(({ tag }) => tag));
  const placed = all.flatMap((person) => {
    const at = last.get(person.tag)?.place;
    return at ? [{ person, seen_at: at }] : [];
  });
  return {
    seen: placed.filter(({ person, seen_at }) => seen_at.id === person.place.id).map(({ person }) => person),
    missing: all.filter((person) => isCounted(person) && !last.has(person.tag)),
    elsewhere: placed.filter(({ person, seen_at }) => seen_at.id !== person.place.id),
    unknown: [...last.values()].filter(({ tag }) => !known.has(tag)),
  };
};
