import { foldForSearch } from '#domain/shared/values/search-text.ts';
import type { ChecklistItem } from '#domain/tasks/checklist.ts';

type Items = readonly ChecklistItem[];

const maxKeyLength = 40;

/** Returns the key of a new item: its title in a-z, 0-9 and hyphens, with a number where that is taken. */
export const keyOf = (title: string, items: Items): string => {
  const words = foldForSearch(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const taken = new Set(items.map(({ key }) => key));
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`;
    const start = words.slice(0, maxKeyLength - end.length).replace(/-$/, '');
    const key = `${start || 'item'}${end}`;
    if (!taken.has(key)) return key;
  }
};

/** Returns the items with one moved before or after its neighbor of the same group. */
export const moved = (items: Items, item: ChecklistItem, by: -1 | 1): Items => {
  const group = items.filter((one) => one.group === item.group);
  const other = group[group.indexOf(item) + by];
  if (!other) return items;
  return items.map((one) => (one === item ? other : one === other ? item : one));
};

/** Returns the items with those of a ready-made list whose keys are not there. */
export const withList = (items: Items, list: Items): Items => {
  const keys = new Set(items.map(({ key }) => key));
  return [...items, ...list.filter(({ key }) => !keys.has(key))];
};

/** Returns '2 added, 1 removed'; '' if nothing changed. */
export const changesText = (before: Items, after: Items): string => {
  const stayed = after.filter(({ key }) => before.some((item) => item.key === key));
  const isEdited = (item: ChecklistItem): boolean =>
    JSON.stringify(item) !== JSON.stringify(before.find(({ key }) => key === item.key));
  const counts = [
    [after.length - stayed.length, 'added'],
    [before.length - stayed.length, 'removed'],
    [stayed.filter(isEdited).length, 'changed'],
  ] as const;
  const text = counts.filter(([count]) => count > 0).map((words) => words.join(' '));
  return text.join(', ') || (JSON.stringify(before) === JSON.stringify(after) ? '' : 'order changed');
};
