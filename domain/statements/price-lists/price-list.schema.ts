import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { moneyInput, parseMoney, toCents } from '#domain/shared/values/money.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { isStatementTarget, priceListKinds, versionStatuses } from './price-list-rules.ts';

/** The largest showrooms have half of it. */
export const maxItems = 200;
/** Cents: $1,000,000. */
const maxPrice = 100_000_000;

const kind = z.enum(priceListKinds, 'Choose a price list');
const amount = z.string().regex(/^\d+\.\d{2}$/);
const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD').meta({ format: 'date' });

export const PriceListVersion = z.object({
  id: z.uuid(),
  version,
  funeral_home_id: z.uuid(),
  kind,
  caption: z.string(),
  /** As of today at the home; a published version never changes. */
  status: z.enum(versionStatuses),
  effective_from: z.iso.date().nullable(),
  item_count: z.number().int(),
  copy_of: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  updated_by_name: z.string().nullable(),
  published_at: Instant.nullable(),
  published_by_name: z.string().nullable(),
});
export type PriceListVersion = z.output<typeof PriceListVersion>;

export const PriceItem = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string(),
  includes: z.string(),
  fills: z.string(),
  price: amount,
  /** The end of a range; null for a price. */
  price_to: amount.nullable(),
});
export type PriceItem = z.output<typeof PriceItem>;

/** A version with its disclosures and the reasons that it cannot be published. */
export const PriceList = PriceListVersion.extend({
  items: z.array(PriceItem),
  /** Containers provided for direct cremation (16 CFR 453.3(b)(2)). */
  containers: z.string(),
  issuer: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
  disclosures: z.array(z.object({ id: z.string(), cite: z.string(), text: z.string(), beside: z.string().nullable() })),
  problems: z.array(z.string()),
  not_listed: z.array(z.string()),
});
export type PriceList = z.output<typeof PriceList>;

const price = moneyInput.refine((typed) => {
  const cents = parseMoney(typed);
  return cents !== null && cents >= 0 && cents <= maxPrice;
}, 'A price is from $0.00 to $1,000,000');

const SentItem = z
  .object({
    /** Omitted for a new item. */
    id: z.string().max(64).nullish(),
    code: singleLineText('Code', 20).min(1, 'Code is required'),
    description: singleLineText('Description', 200).min(1, 'Description is required'),
    includes: singleLineText('Includes', 500).default(''),
    fills: z.string().refine(isStatementTarget, 'Choose a Statement line'),
    price,
    price_to: price.nullish(),
  })
  .refine(({ price: from, price_to: to }) => to === undefined || to === null || toCents(to) > toCents(from), {
    message: '“To” must be higher than the price',
    path: ['price_to'],
  });
export type SentPriceItem = z.input<typeof SentItem>;

export const NewPriceList = z.object({
  kind,
  copy_of: idSchema('price-list').nullish(),
});

/** Omitted fields stay unchanged; items are sent completely, in order. */
export const PriceListPatch = z.object({
  version: version.optional(),
  containers: singleLineText('Containers', 300).optional(),
  items: z
    .array(SentItem)
    .max(maxItems, `A price list holds at most ${maxItems} items`)
    .superRefine((items, context) => {
      const codes = new Map<string, number>();
      for (const [at, { code }] of items.entries()) {
        const folded = code.toUpperCase();
        if (codes.has(folded))
          context.addIssue({ code: 'custom', path: [at, 'code'], message: 'Another item has this code' });
        codes.set(folded, at);
      }
    })
    .optional(),
});
export type PriceListPatch = z.output<typeof PriceListPatch>;

export const PublishPriceList = z.object({ effective_from: day, version: version.optional() });
export const PriceListQuery = z.object({ kind: kind.optional() });
/** A day of the home; today by default. */
export const InForceQuery = z.object({ date: day.optional() });
