import type { FeeLine, FeeSheet, StatementPart } from './fee-sheet.ts';
import type { StatementLine } from './statement.schema.ts';

/** Words that name a fee's subject in a package, a charge of section C or a custom line. */
const words = {
  basic_services_fee:
    'basic services?|professional services|director (?:and|&) staff|servicios (?:b[áa]sicos|profesionales)',
  embalming_fee: '(?<!(?:un|non)-)e[mn]b(?:al?|l)(?:sa)?m\\w*',
  other_preparation_fee: 'preparation of the (?:body|remains|deceased)|preparation(?! of)|dressing|cosmet\\w+',
  viewing_visitation_fee: 'viewings?|visitations?',
  funeral_ceremony_fee:
    '(?<!(?:memorial|graveside|committal) )ceremony|funeral service(?! director)|funeral mass|chapel service',
  memorial_service_fee: 'memorial (?:service|ceremony)',
  graveside_service_fee: 'graveside|committal',
  church_service_fee: 'church',
  transfer_remains_fee:
    'transfer(?! to the (?:cemetery|crematory|church))|removal (?:of|from)|local removal|first[- ]call',
  hearse_fee: 'hearse|(?<!motor )coach',
  limousine_fee: 'limousines?|limo',
  sedan_fee: 'sedan|lead car',
  utility_vehicle_fee: '(?:utility|service) vehicle|flower car',
  casket_fee: '(?<!in(?:to)? (?:the|a) )caskets?(?! (?:spray|flowers|bearers?|coach))',
  outer_burial_container_fee:
    'outer burial containers?|vaults?|(?<!casket )liners?|(?:burial|grave|concrete) (?:box(?:es)?|containers?)',
  acknowledgement_cards_fee: 'acknowledge?ment cards|thank[- ]you (?:cards|notes)',
  register_book_fee: '(?:register|registry|guest|memorial) ?book|guest register',
  memory_folders_fee: '(?:memory|memorial|service) (?:folders|programs)|prayer cards',
  cremation_urn_fee: 'urns?',
  clothing_fee: 'clothing|burial garments?',
  death_certificate_fee_each: '(?:certified|certificate) cop(?:y|ies)|cop(?:y|ies) of the (?:death )?certificate',
  clergy_fee: '(?<!for )clergy|honorarium',
  musician_fee: 'musicians?|organist|soloist',
  newspaper_notices_fee: 'newspaper|(?:death|obituary) notices?',
  cemetery_cash_advance_fee:
    'open(?:ing)?(?: and |\\s?[&/]\\s?)clos(?:e|ing)|grave opening|interment|(?:cemetery|grave|burial) (?:fees?|charges?|space|lot)',
  cremation_container: '(?<!burial |grave |concrete |temporary |urn )containers?',
} as const;
export type IncludedFee = keyof typeof words;
export const includedFees = Object.keys(words) as IncludedFee[];

/** The end of a denial: it does not apply to the words after it. */
const end = ' *(?:[.;)\\n]|,(?! *(?:but|except|unless)\\b)|$)';
const denial =
  'no(?:t includ(?:e|ing)| incluye)?|not|without|exclud(?:es?|ing)|except(?:ing| for)?|other than|(?:instead|in lieu|in place) of|rather than|sin|en (?:lugar|vez) de';
const any = '(?:(?:an?|any|the) +)?';
const anyFee = `(?:${Object.values(words).join('|')})(?!\\w)`;
const others = `${anyFee}(?:, *${any}${anyFee})*,?`;
const or = ' +(?:n?or|ni)\\b';
const deniedBefore = `(?<!\\b(?:no|not)\\b[^.,;\\n]*|\\b(?:or|if) +)\\b(?:${denial}) +${any}(?:${others}${or} +${any})?`;
const deniedAfter = ' +(?:(?:is|are|was|were) +)?(?:not (?:included|provided|required)|excluded|declined)';
/** Words between a denial and a name that leave open whether the denial applies. */
const between = '(?:(?!\\b(?:but|includ(?:es|ing)|with|plus)\\b| - )[^.;()\\n–—])*?';

/** `unclear`: a denial may or may not apply. */
export type Inclusion = 'included' | 'absent' | 'unclear';

/**
 * Returns whether a text includes a fee's subject. Only a denial next to the name (“no embalming”) makes it absent,
 * because an embalming charge without a reason breaks 16 CFR 453.5.
 */
export function inclusionOf(text: string, fee: IncludedFee): Inclusion {
  const named = `\\b(?:${words[fee]})(?!\\w)`;
  const denied = `${deniedBefore}${named}(?=${end}| +(?:and|n?or|y|o|ni)\\b)|${named}${deniedAfter}(?=${end})`;
  const listed = `\\b(?:${denial}) +${any}${others} *${any}${named}(?:, *${any}${others})?${or}`;
  const unclear = `${listed}|\\b(?:${denial})\\b${between}${named}|${named}${between}${deniedAfter}(?!, *but\\b)`;
  const isNamed = (rest: string): boolean => new RegExp(named, 'i').test(rest);
  const rest = isNamed(text) ? text.replace(new RegExp(denied, 'gi'), '') : '';
  if (!isNamed(rest)) return 'absent';
  return isNamed(rest.replace(new RegExp(unclear, 'gi'), '')) ? 'included' : 'unclear';
}

/** Returns the text of a line without the other home's name, as in “Receiving of remains from Gulf Embalming”. */
export const wordsOf = ({ key, label, description, includes }: FeeLine): string =>
  [key.endsWith('_remains_fee') ? '' : label, description, includes].join('. ');

/** Returns the contents of a package or a charge of section C. */
export const contentsOf = ({ includes, description }: FeeLine): string => includes || description;

/** Returns payee, description and contents of a line. Older charges of section C have contents in the description. */
export function detailsOf(
  { payee, description, includes }: Pick<StatementLine, 'payee' | 'description' | 'includes'>,
  part: StatementPart,
): string[] {
  const isSpecial = part === 'special';
  const contents = includes || (isSpecial ? description || 'basic services of the funeral director and staff' : '');
  return [
    payee && `Paid to ${payee}`,
    contents === description ? '' : description,
    contents && `Includes: ${contents}`,
  ].filter(Boolean);
}

/** Returns charges that bundle several things: section C and packages. */
export const bundlesIn = ({ lines }: FeeSheet): FeeLine[] =>
  [...lines.special, ...lines.adjustments].filter(({ amount }) => amount > 0);

/** The body arrived embalmed, which the receiving home does not charge for. */
const embalmedElsewhere =
  /(?<!\bnot )\bembalmed by (?:the |an)?(?:shipping|sending|forwarding|other) (?:firm|funeral home|home|mortuary)\b/gi;

/**
 * Returns the lines that charge for a fee's subject. Section C (16 CFR 453.2(b)(4)) always includes the basic services;
 * a package without contents may include them.
 */
export function linesWith(fee: IncludedFee, sheet: FeeSheet, inclusion: Inclusion = 'included'): FeeLine[] {
  const { burial: _, ...charged } = sheet.lines;
  const bundles = bundlesIn(sheet);
  return Object.values(charged)
    .flat()
    .filter((line) => {
      const { key, amount } = line;
      if (amount <= 0) return false;
      const isBasic = sheet.lines.special.includes(line) || (bundles.includes(line) && !contentsOf(line));
      if (key === fee || (fee === 'basic_services_fee' && isBasic)) return inclusion === 'included';
      const isRead = fee === 'embalming_fee' || bundles.includes(line) || key.includes('.');
      const words = wordsOf(line);
      const text = key === 'receiving_remains_fee' ? words.replace(embalmedElsewhere, '') : words;
      return isRead && inclusionOf(text, fee) === inclusion;
    });
}
