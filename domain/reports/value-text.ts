import type { Figure, Unit } from './insight.schema.ts';

/** An amount as it is answered. A sum may be more than anybody can enter as one amount. */
const moneyText = (decimal: string): string => {
  const sign = decimal.startsWith('-') ? '-' : '';
  return `${sign}$${decimal.slice(sign.length).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
};

/** A value of a figure for people: “$1,250.00”, “3.5 days”, “40%”, “1,204”. */
export const valueText = (unit: Unit, value: string): string => {
  if (unit === 'money') return moneyText(value);
  if (unit === 'days') return Number(value) === 1 ? '1 day' : `${value.replace(/\.0$/, '')} days`;
  return unit === 'percent' ? `${value}%` : Number(value).toLocaleString('en-US');
};

/** Whether there is a figure at all: a mean or a share of nothing is none. */
export const isKnown = ({ unit, of }: Pick<Figure, 'unit' | 'of'>): boolean =>
  of !== 0 || unit === 'count' || unit === 'money';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', style: 'currency', currency: 'USD' });

/** The same where there is room for a few letters alone: “$13K”. */
export const shortText = (unit: Unit, value: string): string =>
  unit === 'money' ? compact.format(Number(value)) : valueText(unit, value);
