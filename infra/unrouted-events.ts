/** EventBridge takes patterns of 2,048 characters; this leaves room for what stands around the names. */
const maxCharacters = 1500;

/** `case.` of `case.created`. */
const nounOf = (name: string): string => name.slice(0, name.indexOf('.') + 1);

interface Group {
  nouns: string[];
  names: string[];
}

/** The names of events by their nouns, as many in each group as the pattern of one rule has room for. */
export const eventNameGroups = (names: readonly string[]): Group[] => {
  const groups: Group[] = [];
  let [group, left]: [Group, number] = [{ nouns: [], names: [] }, 0];
  for (const [noun, own] of Map.groupBy(names, nounOf)) {
    const length = JSON.stringify([{ prefix: noun }, ...own]).length;
    if (length > left) {
      [group, left] = [{ nouns: [], names: [] }, maxCharacters];
      groups.push(group);
    }
    left -= length;
    group.nouns.push(noun);
    group.names.push(...own);
  }
  return groups;
};
