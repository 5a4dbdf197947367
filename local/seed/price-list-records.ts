import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { priceListKinds } from '#domain/statements/price-lists/price-list-kinds.ts';
import { publishBlockers } from '#domain/statements/price-lists/price-list-rules.ts';
import { printedOf } from '#functions/statements/price-lists/shared/present-price-list.ts';
import { listChanges } from '#functions/statements/price-lists/shared/writing.ts';
import type { PriceListRecord } from '#functions/statements/repository/price-lists.ts';
import { demoId } from './demo-id.ts';
import type { DemoHome, DemoOrganization } from './demo-organization.ts';
import { demoContainers, demoPriceLists } from './price-lists.data.ts';
import type { Seeding } from './seeding.ts';

/** In force since shortly after the organizations began, so that every case of the demonstration meets them. */
const inForceHours = 395 * 24;
/** Prices are rounded to so many cents. */
const step = 500;

/** The share of a price in cents that a home asks, rounded; what is cheap stays what it is. */
const atLevel = (dollars: number, percent: number): number =>
  dollars < 50 ? dollars * 100 : Math.round((dollars * percent) / step) * step;

/** The three price lists of a home, in force. Throws where the rules refuse one. */
export const priceListsOf = (seeding: Seeding, { slug, priceLevel = 100 }: DemoHome, by: string): PriceListRecord[] => {
  const home = seeding.home(slug);
  const at = seeding.instant(inForceHours);
  return priceListKinds.map((kind) => {
    const items = demoPriceLists[kind].map(({ code, description, fills, price, to, includes = '' }) => ({
      id: demoId('price-list', `${slug} ${kind} ${code}`),
      ...{ code, description, fills, includes },
      price_cents: atLevel(price, priceLevel),
      price_to_cents: to === undefined ? null : atLevel(to, priceLevel),
    }));
    const record: PriceListRecord = {
      id: demoId('price-list', `${slug} ${kind}`),
      organization_id: seeding.organizationId,
      funeral_home_id: home.id,
      version: 2,
      kind,
      effective_from: todayIn(home.time_zone, new Date(at)),
      ...{ published_at: at, published_by_name: by, copy_of: null },
      containers: kind === 'general' ? demoContainers : '',
      ...{ items, printed: null, created_at: at, updated_at: at, updated_by_name: by },
    };
    const problems = publishBlockers(record, { address: home.address, phone: home.phone ?? '' });
    if (problems.length) throw new Error(`The price lists of ${slug}: ${problems.join(' ')}`);
    return { ...record, printed: printedOf(record, home) };
  });
};

/** Writes the price lists of the homes that have none yet, as the owner put them in force, without events. */
export const seedPriceLists = async (seeding: Seeding, { homes, staff: [owner] }: DemoOrganization): Promise<void> => {
  if (!owner) return;
  const db = seeding.databaseAs(owner.email, inForceHours);
  for (const home of homes) {
    const { id } = seeding.home(home.slug);
    if ((await db.priceLists.ofHome(id)).length) continue;
    const lists = priceListsOf(seeding, home, seeding.staffName(owner.email));
    await db.commit(
      lists.flatMap((list) => [
        db.priceLists.create(list),
        db.audit.entry('price_list.created', id, listChanges(undefined, { ...list, effective_from: null })),
        db.audit.entry('price_list.put_in_force', id, [...listChanges({ ...list, effective_from: null }, list)]),
      ]),
    );
  }
};
