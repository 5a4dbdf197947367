import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { FuneralHomeChange, reservedSlugs } from '#domain/organizations/funeral-home.schema.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { required } from '#domain/shared/values/required.ts';
import { linkFreeName } from '#domain/shared/values/text.ts';
import { addressLooksAlike, allowedAddress, type HomeRecord } from '#functions/organizations/repository/homes.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { Write } from '#functions/platform/store/table.ts';

const { slug, time_zone } = FuneralHomeChange.shape;

/** What an operator says of a new home. */
export const NewHome = z.object({
  home: required(linkFreeName('Home', 100), 'Home is required'),
  slug: slug.unwrap(),
  time_zone: time_zone.unwrap().default('America/New_York'),
  /** The operator's yes to an address that looks like another organization's. */
  allow_look_alike: z.boolean().optional(),
});
export type NewHome = z.output<typeof NewHome>;

/**
 * Initials of the home as the prefix of its numbers: "Harbor Light Funeral Home" gives HLFH, and HLFH2 where a home of
 * the organization has that. Receipts and Statements are counted per home: under one prefix two families would have one number.
 */
const prefixOf = (home: string, taken: readonly string[]): string => {
  const initials =
    home
      .split(/[^A-Za-z0-9]+/)
      .map(([first = '']) => first.toUpperCase())
      .join('')
      .slice(0, 4) || 'C';
  let prefix = initials;
  for (let n = 2; taken.includes(prefix); n++) prefix = `${initials}${n}`;
  return prefix;
};

export const addressTaken = () => invalid({ slug: ['This public address is already taken'] });

/**
 * A home as it begins, beside homes of these prefixes; these addresses are told of new submissions. Throws a 400 for a public address that the sites
 * keep for themselves.
 */
export const newHome = (
  organizationId: string,
  { home, slug: address, time_zone: zone }: NewHome,
  notificationEmails: readonly string[],
  takenPrefixes: readonly string[] = [],
): HomeRecord => {
  if (reservedSlugs.includes(address)) throw invalid({ slug: ['This public address is reserved'] });
  return {
    id: uuid(),
    organization_id: organizationId,
    name: home,
    slug: address,
    former_slugs: [],
    logo_url: null,
    phone: null,
    emergency_phone: null,
    address: '',
    city: '',
    state: '',
    zip_code: '',
    license_number: '',
    time_zone: zone,
    sales_tax_rate: '',
    ...{ services_tax_rate: '', special_charges_tax_rate: '', packages_tax_rate: '', cash_advances_tax_rate: '' },
    ...{ tax_package_merchandise: false, contract_follows_statement: false },
    signature_reminders: 'every_three_days',
    condolence_message: null,
    include_territories: false,
    notification_emails: [...notificationEmails],
    case_numbering: { prefix: prefixOf(home, takenPrefixes), padding: 4 },
    version: 1,
  };
};

/** What a new home's address takes: its look, held for its organization, or the operator's yes where another one has it. */
export const addressWrites = (
  homes: Pick<Organizations, 'holdLook'>,
  home: HomeRecord,
  { allow_look_alike }: Pick<NewHome, 'allow_look_alike'>,
): Promise<Write[]> =>
  allow_look_alike
    ? Promise.resolve([allowedAddress(home.slug, home.organization_id)])
    : homes.holdLook(home, addressLooksAlike);
