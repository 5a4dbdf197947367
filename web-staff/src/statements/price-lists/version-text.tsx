import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import type { PriceItem, PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import type { VersionStatus } from '#domain/statements/price-lists/price-list-rules.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';

const statuses: Record<VersionStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Takes effect later', tone: 'info' },
  in_force: { label: 'In force', tone: 'ok' },
  past: { label: 'Past', tone: 'neutral' },
};

export const VersionChip = ({ status }: { status: VersionStatus }) => (
  <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>
);

/** 'Effective Mar 5, 2026', or whose draft it is. */
export const versionName = ({ effective_from, updated_at, updated_by_name }: PriceListVersion): string =>
  effective_from
    ? `Effective ${formatDate(effective_from)}`
    : `Draft of ${formatDate(updated_at.slice(0, 10))}${updated_by_name ? ` by ${updated_by_name}` : ''}`;

const written = (amount: string): string => formatMoney(parseMoney(amount) ?? 0);
/** '$375.00', or '$160.00 to $9,500.00'. */
export const priceText = ({ price, price_to }: Pick<PriceItem, 'price' | 'price_to'>): string =>
  price_to === null ? written(price) : `${written(price)} to ${written(price_to)}`;

/** Where one of a home's lists is shown. */
export const versionLink = (id: string): string => `?tab=prices&list=${id}`;
export const allVersionsLink = '?tab=prices';
