import * as z from 'zod';
import type { FieldOption } from '../forms/field.ts';

export interface State {
  readonly code: string;
  readonly name: string;
}

export const invalidState = 'Please select a valid US state';

/** By name (D2 §5). */
export const usStates: readonly State[] =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming'
    .split('|')
    .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

/** Each registers its deaths. */
export const territories: readonly State[] = [
  { code: 'AS', name: 'American Samoa' },
  { code: 'DC', name: 'District of Columbia' },
  { code: 'GU', name: 'Guam' },
  { code: 'MP', name: 'Northern Mariana Islands' },
  { code: 'PR', name: 'Puerto Rico' },
  { code: 'VI', name: 'U.S. Virgin Islands' },
];

export const jurisdictions: readonly State[] = [...usStates, ...territories].sort((a, b) => (a.name < b.name ? -1 : 1));

const stateCodes = new Set(usStates.map(({ code }) => code));

const jurisdictionCodes = new Set(jurisdictions.map(({ code }) => code));

/** True for the code of one of the 50 states. */
export function isUsState(code: string): boolean {
  return stateCodes.has(code);
}

/** True for the code of a state, DC or a territory. */
export function isJurisdiction(code: string): boolean {
  return jurisdictionCodes.has(code);
}

const code = z.string(invalidState).overwrite((typed) => typed.trim().toUpperCase());

/** Addresses and places of birth and death also accept DC and the territories. */
export const jurisdictionCode: z.ZodString = code.refine(isJurisdiction, invalidState);

export const jurisdictionOptions: readonly FieldOption[] = jurisdictions.map(({ code: value, name }) => ({
  value,
  label: name,
}));

/** Returns the name of a state by its code; an unknown code unchanged. */
export const stateName = (code: string): string =>
  jurisdictions.find((jurisdiction) => jurisdiction.code === code)?.name ?? code;

const zones: readonly (readonly [zone: string, states: string])[] = [
  ['America/New_York', 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'],
  ['America/Detroit', 'MI'],
  ['America/Indiana/Indianapolis', 'IN'],
  ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
  ['America/Denver', 'CO MT NM UT WY'],
  ['America/Boise', 'ID'],
  ['America/Phoenix', 'AZ'],
  ['America/Los_Angeles', 'CA NV OR WA'],
  ['America/Anchorage', 'AK'],
  ['Pacific/Honolulu', 'HI'],
  ['America/Puerto_Rico', 'PR VI'],
  ['Pacific/Guam', 'GU MP'],
  ['Pacific/Pago_Pago', 'AS'],
];

const byState: ReadonlyMap<string, string> = new Map(
  zones.flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

/** Returns the IANA time zone of a state, DC or territory (49 CFR part 71); of two, that of most inhabitants. */
export const timeZoneOfState = (code: string): string | undefined => byState.get(code);

const withTwoZones = new Set('AK FL ID IN KS KY MI ND NE NV OR SD TN TX'.split(' '));

/** True if a state has two time zones. */
export const hasTwoZones = (code: string): boolean => withTwoZones.has(code);
