import { isUsZip } from '#domain/shared/values/address.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { jurisdictions, type State, usStates } from '#domain/shared/values/us-state.ts';
import type { FieldOption } from '../forms/field.ts';

interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** ISO 3166-1 alpha-3, the value in forms and on the wire. */
  readonly code3: string;
  readonly name: string;
}

export const defaultCountry = 'USA';

/** ISO 3166-1: alpha-2, alpha-3, English name; in the order of `countries`, so that a cold start need not sort. */
const table = `
US USA United States|CA CAN Canada|MX MEX Mexico|AF AFG Afghanistan|AX ALA Åland Islands|AL ALB Albania
DZ DZA Algeria|AS ASM American Samoa|AD AND Andorra|AO AGO Angola|AI AIA Anguilla|AQ ATA Antarctica
AG ATG Antigua and Barbuda|AR ARG Argentina|AM ARM Armenia|AW ABW Aruba|AU AUS Australia|AT AUT Austria
AZ AZE Azerbaijan|BS BHS Bahamas|BH BHR Bahrain|BD BGD Bangladesh|BB BRB Barbados|BY BLR Belarus|BE BEL Belgium
BZ BLZ Belize|BJ BEN Benin|BM BMU Bermuda|BT BTN Bhutan|BO BOL Bolivia|BA BIH Bosnia and Herzegovina|BW BWA Botswana
BV BVT Bouvet Island|BR BRA Brazil|IO IOT British Indian Ocean Territory|VG VGB British Virgin Islands|BN BRN Brunei
BG BGR Bulgaria|BF BFA Burkina Faso|BI BDI Burundi|KH KHM Cambodia|CM CMR Cameroon|CV CPV Cape Verde
BQ BES Caribbean Netherlands|KY CYM Cayman Islands|CF CAF Central African Republic|TD TCD Chad|CL CHL Chile
CN CHN China|CX CXR Christmas Island|CC CCK Cocos (Keeling) Islands|CO COL Colombia|KM COM Comoros
CD COD Congo (Democratic Republic)|CG COG Congo (Republic)|CK COK Cook Islands|CR CRI Costa Rica
CI CIV Côte d’Ivoire|HR HRV Croatia|CU CUB Cuba|CW CUW Curaçao|CY CYP Cyprus|CZ CZE Czechia|DK DNK Denmark
DJ DJI Djibouti|DM DMA Dominica|DO DOM Dominican Republic|EC ECU Ecuador|EG EGY Egypt|SV SLV El Salvador
GQ GNQ Equatorial Guinea|ER ERI Eritrea|EE EST Estonia|SZ SWZ Eswatini|ET ETH Ethiopia|FK FLK Falkland Islands
FO FRO Faroe Islands|FJ FJI Fiji|FI FIN Finland|FR FRA France|GF GUF French Guiana|PF PYF French Polynesia
TF ATF French Southern Territories|GA GAB Gabon|GM GMB Gambia|GE GEO Georgia|DE DEU Germany|GH GHA Ghana
GI GIB Gibraltar|GR GRC Greece|GL GRL Greenland|GD GRD Grenada|GP GLP Guadeloupe|GU GUM Guam|GT GTM Guatemala
GG GGY Guernsey|GN GIN Guinea|GW GNB Guinea-Bissau|GY GUY Guyana|HT HTI Haiti|HM HMD Heard and McDonald Islands
HN HND Honduras|HK HKG Hong Kong|HU HUN Hungary|IS ISL Iceland|IN IND India|ID IDN Indonesia|IR IRN Iran|IQ IRQ Iraq
IE IRL Ireland|IM IMN Isle of Man|IL ISR Israel|IT ITA Italy|JM JAM Jamaica|JP JPN Japan|JE JEY Jersey|JO JOR Jordan
KZ KAZ Kazakhstan|KE KEN Kenya|KI KIR Kiribati|KW KWT Kuwait|KG KGZ Kyrgyzstan|LA LAO Laos|LV LVA Latvia
LB LBN Lebanon|LS LSO Lesotho|LR LBR Liberia|LY LBY Libya|LI LIE Liechtenstein|LT LTU Lithuania|LU LUX Luxembourg
MO MAC Macao|MG MDG Madagascar|MW MWI Malawi|MY MYS Malaysia|MV MDV Maldives|ML MLI Mali|MT MLT Malta
MH MHL Marshall Islands|MQ MTQ Martinique|MR MRT Mauritania|MU MUS Mauritius|YT MYT Mayotte|FM FSM Micronesia
MD MDA Moldova|MC MCO Monaco|MN MNG Mongolia|ME MNE Montenegro|MS MSR Montserrat|MA MAR Morocco|MZ MOZ Mozambique
MM MMR Myanmar|NA NAM Namibia|NR NRU Nauru|NP NPL Nepal|NL NLD Netherlands|NC NCL New Caledonia|NZ NZL New Zealand
NI NIC Nicaragua|NE NER Niger|NG NGA Nigeria|NU NIU Niue|NF NFK Norfolk Island|KP PRK North Korea
MK MKD North Macedonia|MP MNP Northern Mariana Islands|NO NOR Norway|OM OMN Oman|PK PAK Pakistan|PW PLW Palau
PS PSE Palestine|PA PAN Panama|PG PNG Papua New Guinea|PY PRY Paraguay|PE PER Peru|PH PHL Philippines
PN PCN Pitcairn Islands|PL POL Poland|PT PRT Portugal|PR PRI Puerto Rico|QA QAT Qatar|RE REU Réunion|RO ROU Romania
RU RUS Russia|RW RWA Rwanda|BL BLM Saint Barthélemy|SH SHN Saint Helena|KN KNA Saint Kitts and Nevis
LC LCA Saint Lucia|MF MAF Saint Martin|PM SPM Saint Pierre and Miquelon|VC VCT Saint Vincent and Grenadines
WS WSM Samoa|SM SMR San Marino|ST STP São Tomé and Príncipe|SA SAU Saudi Arabia|SN SEN Senegal|RS SRB Serbia
SC SYC Seychelles|SL SLE Sierra Leone|SG SGP Singapore|SX SXM Sint Maarten|SK SVK Slovakia|SI SVN Slovenia
SB SLB Solomon Islands|SO SOM Somalia|ZA ZAF South Africa|GS SGS South Georgia and South Sandwich Islands
KR KOR South Korea|SS SSD South Sudan|ES ESP Spain|LK LKA Sri Lanka|SD SDN Sudan|SR SUR Suriname
SJ SJM Svalbard and Jan Mayen|SE SWE Sweden|CH CHE Switzerland|SY SYR Syria|TW TWN Taiwan|TJ TJK Tajikistan
TZ TZA Tanzania|TH THA Thailand|TL TLS Timor-Leste|TG TGO Togo|TK TKL Tokelau|TO TON Tonga
TT TTO Trinidad and Tobago|TN TUN Tunisia|TR TUR Türkiye|TM TKM Turkmenistan|TC TCA Turks and Caicos Islands
TV TUV Tuvalu|UM UMI U.S. Outlying Islands|VI VIR U.S. Virgin Islands|UG UGA Uganda|UA UKR Ukraine
AE ARE United Arab Emirates|GB GBR United Kingdom|UY URY Uruguay|UZ UZB Uzbekistan|VU VUT Vanuatu
VA VAT Vatican City|VE VEN Venezuela|VN VNM Vietnam|WF WLF Wallis and Futuna|EH ESH Western Sahara|YE YEM Yemen
ZM ZMB Zambia|ZW ZWE Zimbabwe
`;

/** Countries without postal codes; an extra entry only makes the field optional. */
const withoutPostalCodes = new Set(
  'AO AG AW BS BZ BJ BW BF BI CM CF KM CG CD CK CI DJ DM GQ ER FJ GM GH GD GY HK JM KI KP LY MO MW ML MR NR NU QA RW KN LC ST SC SB SR SY SL SO TL TK TG TO TT TV UG AE VU YE ZW'.split(
    ' ',
  ),
);

/** US, CA and MX first, then by name (D1 §9). */
export const countries: readonly Country[] = table
  .trim()
  .split(/[|\n]/)
  .map((entry) => ({ code: entry.slice(0, 2), code3: entry.slice(3, 6), name: entry.slice(7) }));

/** Used by clients when the list cannot be loaded (D1 §9). */
export const fallbackCountries: readonly Country[] = countries.slice(0, 3);

export const countryOptions: readonly FieldOption[] = countries.map(({ code3, name }) => ({
  value: code3,
  label: name,
}));

let byText: ReadonlyMap<string, Country> | undefined;

/** Returns the country of an alpha-2 or alpha-3 code or an English name, in any letter case. */
export function findCountry(text: string): Country | undefined {
  byText ??= new Map(
    countries.flatMap((country) =>
      [country.code, country.code3, country.name].map((key) => [foldForSearch(key), country]),
    ),
  );
  return byText.get(foldForSearch(text.trim()));
}

/** True for the United States; an address without a country is there (the default, D1 §9). */
export function isUnitedStates(country: string): boolean {
  return country.trim() === '' || findCountry(country)?.code === 'US';
}

export function hasPostalCodes(country: string): boolean {
  return !withoutPostalCodes.has(findCountry(country)?.code ?? '');
}

const canada =
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon';

const mexico =
  'AGU Aguascalientes|BCN Baja California|BCS Baja California Sur|CAM Campeche|CHP Chiapas|CHH Chihuahua|CMX Ciudad de México|COA Coahuila|COL Colima|DUR Durango|GUA Guanajuato|GRO Guerrero|HID Hidalgo|JAL Jalisco|MEX México|MIC Michoacán|MOR Morelos|NAY Nayarit|NLE Nuevo León|OAX Oaxaca|PUE Puebla|QUE Querétaro|ROO Quintana Roo|SLP San Luis Potosí|SIN Sinaloa|SON Sonora|TAB Tabasco|TAM Tamaulipas|TLA Tlaxcala|VER Veracruz|YUC Yucatán|ZAC Zacatecas';

function statesIn(table: string): State[] {
  return table.split('|').map((entry) => {
    const space = entry.indexOf(' ');
    return { code: entry.slice(0, space), name: entry.slice(space + 1) };
  });
}

const elsewhere: Readonly<Record<string, readonly State[]>> = { CA: statesIn(canada), MX: statesIn(mexico) };

/** Returns a country's states by name; the 50 of the US (D2 §5). */
export function statesOf(country: string): readonly State[] {
  const code = findCountry(country)?.code ?? '';
  return code === 'US' ? usStates : (elsewhere[code] ?? []);
}

export interface SplitAddress {
  street: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

const stateOf = (text: string): string | undefined =>
  jurisdictions.find(({ code, name }) => [code, name].some((known) => foldForSearch(known) === foldForSearch(text)))
    ?.code;

/** Two letters that are a state mean the state: 'GA' is Georgia, not Gabon. */
const countryOf = (text: string) =>
  jurisdictions.some(({ code }) => code === text.toUpperCase()) ? undefined : findCountry(text);

/** Returns state and ZIP code at the end, in one part or two, and the parts before. */
const stateAndZip = (parts: readonly string[]) => {
  const last = parts.at(-1) ?? '';
  const [, named = '', together = ''] = /^(.*\S)\s+(\S+)$/.exec(last) ?? [];
  const inOne = { state: stateOf(named), zip: together, before: parts.slice(0, -1) };
  const inTwo = { state: stateOf(parts.at(-2) ?? ''), zip: last, before: parts.slice(0, -2) };
  const { state, zip, before } = isUsZip(last) ? inTwo : inOne;
  return state !== undefined && isUsZip(zip) ? { state, zip, before } : undefined;
};

/** Some countries have no states. */
const splitAbroad = (parts: readonly string[], country: string): SplitAddress | undefined => {
  const [street = '', city = '', ...rest] = parts;
  const [zip = '', state = '', ...more] = rest.toReversed();
  return /\d/.test(zip) && more.length === 0 ? { street, city, state, zip, country } : undefined;
};

/** Splits a joined address from its end, so that a suite stays in the street (D2 §3, §5); undefined if ambiguous. */
export function splitAddress(joined: string): SplitAddress | undefined {
  const parts = joined
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length < 4) return undefined;
  const named = parts.at(-1) ?? '';
  const found = countryOf(named);
  const country = found ? named : defaultCountry;
  const local = found ? parts.slice(0, -1) : parts;
  const end = stateAndZip(local);
  if (!end) return found && found.code3 !== defaultCountry ? splitAbroad(local, country) : undefined;
  const city = end.before.at(-1) ?? '';
  const street = end.before.slice(0, -1).join(' ');
  return street ? { street, city, state: end.state, zip: end.zip, country } : undefined;
}
