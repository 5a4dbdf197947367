import { managedFormSchema } from '#functions/managed-forms/repository.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;

/** Every form version is stored with its location's public profile, the last one also at the open address. */
export function* recountForms(items: readonly Item[], byId: ReadonlyMap<string, Item>): Generator<string> {
  const expected = new Map<string, number>();
  for (const item of items.filter((item) => /^T#[^#]+#FORMS \| FORM#/.test(idOf(item)))) {
    const { id, funeral_home_id: home, slug, status, versions } = managedFormSchema.parse(item);
    for (const { number } of versions) expected.set(idOf(sharedKeys.formVersion(home, id, number)), number);
    if (status === 'published') expected.set(idOf(sharedKeys.openForm(home, slug)), versions.length);
  }
  for (const [id, number] of expected)
    if (byId.get(id)?.number !== number) yield `${id}: is not version ${number} of its form`;
  for (const item of items.filter((item) => /^CARD#[^ ]+ \| FORM/.test(idOf(item))))
    if (!expected.has(idOf(item))) yield `${idOf(item)}: belongs to no form`;
}
