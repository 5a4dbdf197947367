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
