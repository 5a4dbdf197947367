import { jurisdictions, type State, usStates } from '#domain/shared/values/us-state.ts';
import { findCountry } from './countries.ts';

const canada =
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon';

const mexico =
  'AGU Aguascalientes|BCN Baja California|BCS Baja California Sur|CAM Campeche|CHP Chiapas|CHH Chihuahua|CMX Ciudad de México|COA Coahuila|COL Colima|DUR Durango|GUA Guanajuato|GRO Guerrero|HID Hidalgo|JAL Jalisco|MEX México|MIC Michoacán|MOR Morelos|NAY Nayarit|NLE Nuevo León|OAX Oaxaca|PUE Puebla|QUE Querétaro|ROO Quintana Roo|SLP San Luis Potosí|SIN Sinaloa|SON Sonora|TAB Tabasco|TAM Tamaulipas|TLA Tlaxcala|VER Veracruz|YUC Yucatán|ZAC Zacatecas';

/** ISO 3166-2 subdivisions of “code name” entries. */
function statesIn(table: string): State[] {
  return table.split('|').map((entry) => {
    const space = entry.indexOf(' ');
    return { code: entry.slice(0, space), name: entry.slice(space + 1) };
  });
}

const elsewhere: Readonly<Record<string, readonly State[]>> = { CA: statesIn(canada), MX: statesIn(mexico) };

/**
 * The states or provinces of a country (code or name), by name; empty for countries without a list. US gives the 50
 * states (D2 §5), and with `includeTerritories` also DC and the territories that register deaths.
 */
export function statesOf(country: string, options: { includeTerritories?: boolean } = {}): readonly State[] {
  const code = findCountry(country)?.code ?? '';
  if (code === 'US') return options.includeTerritories ? jurisdictions : usStates;
  return elsewhere[code] ?? [];
}
