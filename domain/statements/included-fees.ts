import { documentedFees } from './fee-names.ts';
import type { FeeLine, FeeSheet, StatementPart } from './fee-sheet.ts';
import type { StatementLine } from './statement.schema.ts';

/** The words by which a package, a charge of section C or a typed line names what a documented fee is for. */
const words = {
  basic_services_fee: 'basic services?|professional services',
  embalming_fee: 'embalm\\w*',
  other_preparation_fee: 'preparation of the (?:body|remains|deceased)|preparation(?! of)|dressing|cosmet\\w+',
  viewing_visitation_fee: 'viewings?|visitations?',
  funeral_ceremony_fee: '(?<!(?:memorial|graveside|committal) )ceremony|funeral service(?! director)',
  memorial_service_fee: 'memorial (?:service|ceremony)',
  graveside_service_fee: 'graveside|committal',
  church_service_fee: 'church',
  transfer_remains_fee: 'transfer(?! to the (?:cemetery|crematory|church))|removal (?:of|from)',
  hearse_fee: 'hearse|(?:funeral|casket) coach',
  limousine_fee: 'limousines?|limo',
  sedan_fee: 'sedan|lead car',
  utility_vehicle_fee: '(?:utility|service) vehicle|flower car',
  casket_fee: '(?<!in(?:to)? (?:the|a) )caskets?(?! (?:spray|flowers|bearers?|coach))',
  outer_burial_container_fee: 'outer burial containers?|vault|grave liner',
  acknowledgement_cards_fee: 'acknowledge?ment cards|thank[- ]you cards',
  register_book_fee: '(?:register|registry|guest|memorial) ?book',
  memory_folders_fee: '(?:memory|memorial|service) folders|prayer cards',
  cremation_urn_fee: 'urns?',
  clothing_fee: 'clothing|burial garments?',
  death_certificate_fee_each: '(?:certified|certificate) cop(?:y|ies)|cop(?:y|ies) of the (?:death )?certificate',
  clergy_fee: '(?<!for )clergy|honorarium',
  musician_fee: 'musicians?|organist|soloist',
  newspaper_notices_fee: 'newspaper|(?:death|obituary) notices?',
  cemetery_cash_advance_fee:
    'opening and closing|grave opening|interment|(?:cemetery|grave|burial) (?:fees?|charges?|space|lot)',
  cremation_container: '(?:alternative|cremation) containers?',
} as const;
export type IncludedFee = keyof typeof words;
export const includedFees = Object.keys(words) as IncludedFee[];

const any = '(?:(?:an?|any|the|our|be|been|have|need|require|requiring|charges? for)\\s+)*';
const denial =
  "(?:no|not|\\w+n['’]t|without|excluding|except(?: for)?|instead of|in lieu of|in place of|rather than|alternatives? to|declin\\w+)";
const leftOut = [
  "(?:not|\\w+n['’]t) (?:included|part|required|necessary|needed|provided|charged|selected|chosen|covered|offered)",
  'excluded|declined|waived|refused|omitted|optional|(?:billed |charged )?separately',
  'extra(?=\\s*(?:[,.;)]|$|charge|cost|fee))|(?:an )?additional (?:charge|cost|fee)',
  '(?:available )?(?:at|for) (?:an )?(?:additional|extra)|(?:that )?you provide|provided by (?:you|the family)',
].join('|');
/** “Does not include:” denies everything up to the end of the sentence, not only what comes next. */
const denialOfList =
  /(?:\w*n['’]t|\bnot) includ(?:e|ing)\b(?:(?!\bbut\b)[^.;])*|\bnot included[^,.;:]*:[^.;]*|\bexcludes\b(?:(?!\bbut\b)[^.;])*/gi;

/**
 * Whether a text says that what a fee is for is included. What it expressly leaves out is not; what can be read either way
 * is, because a reason too many for embalming does no harm and one too few breaks 16 CFR 453.5.
 */
export function saysIncluded(text: string, fee: IncludedFee): boolean {
  const named = `\\b(?:${words[fee]})(?!\\w)`;
  if (!new RegExp(named, 'i').test(text)) return false;
  const after = `${named}(?: (?:services?|fees?|charges?))?\\s*[-–—:(]?\\s*(?:(?:is|are|was|were|will be) )?(?:${leftOut})`;
  const before = `\\b(?:${denial}\\s+(?:(?:(?!\\band\\b)[^,.;])*\\b(?:or|nor)\\s+)?${any}|(?:un|non)-)${named}`;
  const left = text
    .replace(new RegExp(after, 'gi'), '')
    .replace(denialOfList, '')
    .replace(new RegExp(before, 'gi'), '');
  return new RegExp(named, 'i').test(left);
}

/** What a package or a charge of section C contains, in its own words. */
export const contentsOf = ({ includes, description }: FeeLine): string => includes || description;

/**
 * What a Statement says under a line: who is paid, what exactly, and what it includes. What was entered in one text for a
 * charge of section C is what it includes.
 */
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

/** The charges that bundle several things: those of section C, and packages. */
export const bundlesIn = ({ lines }: FeeSheet): FeeLine[] =>
  [...lines.special, ...lines.adjustments].filter(({ amount }) => amount > 0);

const special: ReadonlySet<string> = new Set(documentedFees.special);

/**
 * The lines of a Statement that charge for what a fee is for: the fee itself, packages and charges of section C that say
 * so, and typed lines that are named so. Section C includes the basic services without saying so (16 CFR 453.2(b)(4)).
 */
export function linesWith(fee: IncludedFee, { lines }: FeeSheet): FeeLine[] {
  const { burial: _, ...charged } = lines;
  return Object.values(charged)
    .flat()
    .filter((line) => {
      const isSpecial = special.has(line.key);
      if (line.amount <= 0) return false;
      if (line.key === fee || (isSpecial && fee === 'basic_services_fee')) return true;
      const isRead =
        isSpecial || line.key.includes('.') || (fee === 'embalming_fee' && line.key === 'other_preparation_fee');
      return isRead && saysIncluded([line.label, line.description, line.includes].join('. '), fee);
    });
}
