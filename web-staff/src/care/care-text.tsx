import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CareCard, CarePlace } from '#domain/care/care.schema.ts';
import { placeKinds } from '#domain/care/care-names.ts';
import { partText } from '#domain/care/entry-text.ts';
import { tagText } from '#domain/care/tag-code.ts';
import { gateLabels } from '#domain/gates/gate-names.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { isNear } from '../gates/parts/gate-text.tsx';
import classes from './care.module.css';

/** Returns how long a person has been in a place: '35 min', '3 h 48 min', '1 day 19 h', '12 days'. */
export const stayText = (since: string | null, now: Date): string => {
  if (!since) return '';
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  const both = (larger: string, rest: number, unit: string) => (rest > 0 ? `${larger} ${rest} ${unit}` : larger);
  if (minutes < 60) return `${minutes} min`;
  if (hours < 24) return both(`${hours} h`, minutes % 60, 'min');
  if (days < 4) return both(days === 1 ? '1 day' : `${days} days`, hours % 24, 'h');
  return `${days} days`;
};

/** Returns the name to read with a tag, and the part of divided remains. */
export const nameOf = (card: Pick<CareCard, 'name' | 'kind' | 'part' | 'of'>): string =>
  [card.name || 'Name not given', partText(card).toLowerCase()].filter(Boolean).join(', ');

export const isFull = ({ capacity }: Pick<CarePlace, 'capacity'>, count: number): boolean =>
  capacity !== null && count >= capacity;

/** 'Full, 3 of 3', '4 of 6', or only the number in a place without a capacity. */
export const fillText = ({ capacity }: Pick<CarePlace, 'capacity'>, count: number): string => {
  if (capacity === null) return String(count);
  return isFull({ capacity }, count) ? `Full, ${count} of ${capacity}` : `${count} of ${capacity}`;
};

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 'Today 10:30 AM', 'Tue, Dec 1'. */
export const whenText = ({ date, time }: NonNullable<CareCard['next']>, timeZone: string): string => {
  const isToday = date === todayIn(timeZone, new Date());
  return [isToday ? 'Today' : day.format(new Date(`${date}T00:00:00Z`)), formatTime(time)].filter(Boolean).join(' ');
};

export const byKind = (a: CarePlace, b: CarePlace): number => placeKinds.indexOf(a.kind) - placeKinds.indexOf(b.kind);

export const TagCode = ({ tag }: { tag: string }) => <span className={classes.code}>{tagText(tag)}</span>;

/** A sign and words, so that nothing depends on color. */
export const GateMark = ({ card: { gate, next }, timeZone }: { card: CareCard; timeZone: string }) => {
  if (!gate) return null;
  const isLate = next !== null && isNear([next.date, next.time].filter(Boolean).join(' '), timeZone, new Date());
  const tone = gate.missing === 0 ? 'ok' : isLate ? 'danger' : 'warn';
  const Sign = { ok: IconCheck, warn: IconClock, danger: IconAlertTriangle }[tone];
  return (
    <span className={classes.gate} data-tone={tone}>
      <Sign size={14} stroke={1.8} aria-hidden /> {gateLabels[gate.gate]}:{' '}
      {gate.missing === 0 ? 'ready' : `${gate.missing} missing`}
    </span>
  );
};

/** Returns the places where someone is, with who is there. */
export const filledPlaces = (places: readonly CarePlace[], cards: readonly CareCard[]) =>
  places.flatMap((place) => {
    const here = cards.filter((card) => card.place?.id === place.id);
    return here.length > 0 ? [{ place, cards: here }] : [];
  });

interface PlaceListsProps {
  filled: ReturnType<typeof filledPlaces>;
  looks: Readonly<Record<string, string | undefined>>;
  children: (card: CareCard) => ReactNode;
}

export const PlaceLists = ({ filled, looks, children }: PlaceListsProps) =>
  filled.map(({ place, cards }) => (
    <section key={place.id} className={looks.column} aria-labelledby={`at-${place.id}`}>
      <h2 id={`at-${place.id}`} className={looks.place}>
        {place.name} <span data-full={isFull(place, cards.length) || undefined}>{fillText(place, cards.length)}</span>
      </h2>
      <ul className={looks.cards}>
        {cards.map((card) => (
          <li key={card.id} className={looks.item}>
            {children(card)}
          </li>
        ))}
      </ul>
    </section>
  ));
