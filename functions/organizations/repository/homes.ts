import * as z from 'zod';
import type { PublicFuneralHome } from '#domain/intake/intake.endpoints.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { confusableSkeleton } from '#domain/shared/values/slug.ts';
import { defaultReminderFrequency, reminderFrequencies } from '#domain/signatures/reminders.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export interface HomeRecord extends FuneralHome {
  organization_id: string;
}

/** The public card of a home: everything that public functions can read of it. */
export interface PublicHomeProfile extends Omit<PublicFuneralHome, 'form'> {
  slug: string;
  organization_id: string;
  funeral_home_id: string;
  time_zone: string;
}

/** A home without its logo: the largest value, which is only on the card. */
export const homeSchema = storedSchema({
  kind: 'home',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    slug: z.string(),
    former_slugs: z.array(z.string()),
    phone: z.string().nullable(),
    emergency_phone: z.string().nullable(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    license_number: z.string(),
    time_zone: z.string(),
    sales_tax_rate: z.string().default(''),
    services_tax_rate: z.string().default(''),
    special_charges_tax_rate: z.string().default(''),
    packages_tax_rate: z.string().default(''),
    cash_advances_tax_rate: z.string().default(''),
    tax_package_merchandise: z.boolean().default(false),
    contract_follows_statement: z.boolean().default(false),
    signature_reminders: z.enum(reminderFrequencies).default(defaultReminderFrequency),
    condolence_message: z.string().nullable(),
    include_territories: z.boolean(),
    notification_emails: z.array(z.string()),
    case_numbering: z.object({
      pattern: z.string().optional(),
      prefix: z.string(),
      location_code: z.string().optional(),
      padding: z.number(),
      reset_yearly: z.boolean().optional(),
    }),
    version: z.number(),
  }),
});

const homeName = homeSchema.part('id', 'name');

export const homeCardSchema = storedSchema({
  kind: 'home card',
  shape: 1,
  schema: z.object({
    slug: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    name: z.string(),
    logo_url: z.string().nullable(),
    phone: z.string().nullable(),
    emergency_phone: z.string().nullable(),
    condolence_message: z.string().nullable(),
    time_zone: z.string(),
  }),
});

export const slugSchema = storedSchema({
  kind: 'public address',
  shape: 1,
  schema: z.object({ organization_id: z.string(), funeral_home_id: z.string() }),
});

export const numberPrefixSchema = storedSchema({
  kind: 'prefix of numbers',
  shape: 1,
  schema: z.object({ prefix: z.string(), funeral_home_id: z.string() }),
});

/** Organizations with addresses of one similarity group, and those allowed by an operator. */
export const addressLookSchema = storedSchema({
  kind: 'look of an address',
  shape: 1,
  schema: z.object({ organization_id: z.string() }),
});

export type PlainHome = z.output<typeof homeSchema.schema>;

const addressTaken = () => invalid({ slug: ['This public address is already taken'] });

const addressLooksAlike = () =>
  invalid({
    slug: [
      'This public address looks like that of another organization. Please choose another one, or ask support to allow it.',
    ],
  });

const prefixTaken = () =>
  invalid({ prefix: ['Another home of the organization numbers its receipts with this prefix, or did before'] });

const cardOf = (home: HomeRecord): PublicHomeProfile => ({
  slug: home.slug,
  organization_id: home.organization_id,
  funeral_home_id: home.id,
  name: home.name,
  logo_url: home.logo_url,
  phone: home.phone,
  emergency_phone: home.emergency_phone,
  condolence_message: home.condolence_message,
  time_zone: home.time_zone,
});

const homeItem = (keys: Keys, { logo_url: _onTheCard, ...home }: HomeRecord): Item =>
  homeSchema.item(keys.home(home.id), home);
const cardItem = (home: HomeRecord): Item => homeCardSchema.item(sharedKeys.homeCard(home.id), cardOf(home));
const slugItem = ({ id, organization_id }: HomeRecord, slug: string): Item =>
  slugSchema.item(sharedKeys.slug(slug), { organization_id, funeral_home_id: id });

const lookItem = ({ slug, organization_id }: Pick<HomeRecord, 'slug' | 'organization_id'>): Item =>
  addressLookSchema.item(sharedKeys.addressLook(confusableSkeleton(slug)), { organization_id });

export const allowedAddress = (slug: string, organization_id: string): Write => ({
  put: addressLookSchema.item(sharedKeys.allowedAddress(confusableSkeleton(slug), slug), { organization_id }),
});

export const createHomeRepository = (table: Table, keys: Keys) => {
  const ofHomes = { pk: keys.homes(), between: ['HOME#', prefixEnd('HOME#')] as const, consistent: false };
  const stored = async () => {
    const items = await table.query(ofHomes);
    return items.map((item) => homeSchema.parse(item));
  };
  const prefixItem = ({ id, case_numbering: { prefix } }: Pick<HomeRecord, 'id' | 'case_numbering'>): Item =>
    numberPrefixSchema.item(keys.numberPrefix(prefix), { prefix, funeral_home_id: id });
  const holdPrefix = (home: HomeRecord): Write => ({
    put: prefixItem(home),
    when: { absentOr: { funeral_home_id: home.id } },
    refused: prefixTaken,
  });
  const prefixes = async (): Promise<Map<string, string>> => {
    const [homes, held] = await Promise.all([
      stored(),
      table.query({ pk: keys.homes(), between: ['PREFIX#', prefixEnd('PREFIX#')] }),
    ]);
    const all = [
      ...homes.map(({ id, case_numbering: { prefix } }) => ({ prefix, funeral_home_id: id })),
      ...held.map((item) => numberPrefixSchema.parse(item)),
    ];
    return new Map(all.map(({ prefix, funeral_home_id }) => [prefix.toUpperCase(), funeral_home_id]));
  };
  const withPictures = async (homes: Awaited<ReturnType<typeof stored>>): Promise<HomeRecord[]> => {
    const cards = await table.getAll(homes.map(({ id }) => sharedKeys.homeCard(id)));
    const pictures = new Map(cards.map((item) => [item.funeral_home_id, homeCardSchema.parse(item).logo_url]));
    return homes.map((home) => ({ ...home, logo_url: pictures.get(home.id) ?? null }));
  };
  return {
    async homes(): Promise<HomeRecord[]> {
      return withPictures((await stored()).sort((a, b) => a.name.localeCompare(b.name)));
    },
    async homeNames(): Promise<ReadonlyMap<string, string>> {
      const items = await table.query({ ...ofHomes, only: homeName.only });
      return new Map(items.map((item) => homeName.parse(item)).map(({ id, name }) => [id, name]));
    },
    async homeZones(): Promise<ReadonlyMap<string, string>> {
      return new Map((await stored()).map(({ id, time_zone }) => [id, time_zone]));
    },
    async homeRhythms(): Promise<ReadonlyMap<string, Pick<HomeRecord, 'time_zone' | 'signature_reminders'>>> {
      return new Map(
        (await stored()).map(({ id, time_zone, signature_reminders }) => [id, { time_zone, signature_reminders }]),
      );
    },
    async home(id: string): Promise<HomeRecord | undefined> {
      const [home, card] = await table.getAll([keys.home(id), sharedKeys.homeCard(id)]);
      if (home?.pk !== keys.homes()) return undefined;
      return { ...homeSchema.parse(home), logo_url: card ? homeCardSchema.parse(card).logo_url : null };
    },
    /** Returns a home without its logo, the largest value. */
    plainHome: (id: string) => homeSchema.find(table, keys.home(id)),
    /** Returns the home of a record; a record without one is an error of the product. */
    async homeOfRecord(id: string): Promise<z.output<typeof homeSchema.schema>> {
      const home = await homeSchema.find(table, keys.home(id));
      if (!home) throw new Error('a record without a home');
      return home;
    },
    /** Throws a 400 for an address similar to another organization's, unless an operator allowed it. */
    async holdLook({ slug, organization_id }: HomeRecord): Promise<Write[]> {
      const look = confusableSkeleton(slug);
      const [holder, allowed, itself] = await Promise.all(
        [sharedKeys.addressLook(look), sharedKeys.allowedAddress(look, slug), sharedKeys.slug(slug)].map((key) =>
          table.get(key),
        ),
      );
      if (itself) return [];
      if (!holder) return [{ put: lookItem({ slug, organization_id }), when: 'absent', refused: addressLooksAlike }];
      const holders = [holder, allowed].map((item) => item && addressLookSchema.parse(item).organization_id);
      if (!holders.includes(organization_id)) throw addressLooksAlike();
      return [];
    },
    prefixes,
    /** Throws a 400 for a prefix that another home has or had. */
    async changePrefix(before: HomeRecord, next: HomeRecord): Promise<Write[]> {
      const [from, to] = [before, next].map(({ case_numbering: { prefix } }) => prefix.toUpperCase());
      if (from === to) return [];
      const known = await prefixes();
      if ((known.get(to ?? '') ?? next.id) !== next.id) throw prefixTaken();
      return [holdPrefix(next), ...(known.get(from ?? '') === before.id ? [{ put: prefixItem(before) }] : [])];
    },
    putHome: (home: HomeRecord): Write[] => [
      { put: lookItem(home) },
      { put: prefixItem(home) },
      { put: homeItem(keys, home) },
      { put: cardItem(home) },
      ...[home.slug, ...home.former_slugs].map((slug): Write => ({ put: slugItem(home, slug) })),
    ],
    createHome: (home: HomeRecord): Write[] => [
      { put: homeItem(keys, home), when: 'absent' },
      holdPrefix(home),
      { put: cardItem(home), when: 'absent' },
      { put: slugItem(home, home.slug), when: 'absent', refused: addressTaken },
    ],
    /** Writes `next` if `before` is unchanged, its card if it changed, and a new address. */
    changeHome: (before: HomeRecord, next: HomeRecord): Write[] => [
      {
        put: homeItem(keys, next),
        when: { equals: { version: before.version } },
        refused: () => new WriteConflictError(),
      },
      ...(isSame(cardOf(before), cardOf(next)) ? [] : [{ put: cardItem(next) }]),
      ...(before.slug === next.slug
        ? []
        : [
            { put: slugItem(next, next.slug), when: { absentOr: { funeral_home_id: next.id } }, refused: addressTaken },
          ]),
    ],
  };
};

export const homesReadOnly = {
  grants: ['table:home-names'],
  in: (table, keys): Pick<ReturnType<typeof createHomeRepository>, 'plainHome' | 'homeOfRecord'> =>
    createHomeRepository(table, keys),
} as const satisfies Repository;

export const homesByName = {
  grants: ['table:home-names'],
  in: (table, keys): Pick<ReturnType<typeof createHomeRepository>, 'plainHome' | 'homeNames' | 'homeZones'> =>
    createHomeRepository(table, keys),
} as const satisfies Repository;

/** Returns a row as it is answered: records store no copy of their home's name. */
export const withHomeName = <Row extends { funeral_home_id: string }>(
  row: Row,
  names: ReadonlyMap<string, string>,
) => ({
  ...row,
  funeral_home_name: names.get(row.funeral_home_id) ?? '',
});

export const cardOfHome = (table: Table, homeId: string): Promise<PublicHomeProfile | undefined> =>
  homeCardSchema.find(table, sharedKeys.homeCard(homeId), { consistent: false });

export const publicHomeProfile = async (table: Table, slug: string): Promise<PublicHomeProfile | undefined> => {
  const item = await table.get(sharedKeys.slug(slug), { consistent: false });
  return item && cardOfHome(table, slugSchema.parse(item).funeral_home_id);
};

export const publicHomeProfiles = {
  grants: ['table:home-cards'],
  shared: (table) => ({ find: (slug: string) => publicHomeProfile(table, slug) }),
} as const satisfies SharedRepository;
