import { type AccountingPart, type AccountPurpose, accountingParts, accountPurposes } from './accounting-parts.ts';
import type { QuickBooksRecord } from './quickbooks-records.ts';

type Account = Pick<QuickBooksRecord<'Account'>, 'Id' | 'Name' | 'AccountType' | 'AccountSubType' | 'Active'>;

/** Which accounts a company's books are kept with, by their ids; null where nobody has chosen and nothing fits. */
export interface AccountChoices extends Record<AccountPurpose, string | null> {
  parts: Record<AccountingPart, string | null>;
}

const income = ['Income', 'Other Income'];
const liability = ['Other Current Liability'];

/** Kinds of accounts that each choice may take: what a bookkeeper would never book there is not offered. */
const partTypes: Record<AccountingPart, readonly string[]> = {
  services: income,
  merchandise: income,
  special: income,
  packages: income,
  adjustments: income,
  burial: [...income, ...liability],
  advances: [...income, ...liability],
  sales_tax: liability,
};
const purposeTypes: Record<AccountPurpose, readonly string[]> = {
  deposit: ['Bank', 'Other Current Asset'],
  receivable: ['Accounts Receivable'],
  refund: ['Bank'],
};
/** Nothing can be sent before an account was chosen for these; QuickBooks itself says where money received goes. */
const isRequired: Record<AccountPurpose, boolean> = { deposit: false, receivable: true, refund: true };

/** Words that the fitting account of a part has in its name, the best first. */
const words: Record<AccountingPart, readonly RegExp[]> = {
  services: [/professional|funeral service/i, /service/i, /sales|income|revenue/i],
  merchandise: [/casket|merchandise/i, /product|sales/i, /income|revenue/i],
  special: [/cremation|direct|forward/i, /service/i, /sales|income|revenue/i],
  packages: [/package/i, /professional|funeral service/i, /service/i, /sales|income|revenue/i],
  adjustments: [/discount/i, /allowance|adjust/i, /service/i],
  burial: [/burial|cemeter/i, /advance/i, /service/i],
  advances: [/cash advance/i, /advance|pass.?through/i, /service/i],
  sales_tax: [/sales tax/i, /tax/i],
};

const isActive = ({ Active }: Account): boolean => Active !== false;

/** The accounts that may be chosen for a part or a purpose. */
export function offeredAccounts<A extends Account>(of: AccountingPart | AccountPurpose, accounts: readonly A[]): A[] {
  const types = { ...partTypes, ...purposeTypes }[of];
  return accounts.filter((one) => isActive(one) && types.includes(one.AccountType));
}

/**
 * What a company's chart of accounts proposes: the account whose kind fits and whose name says most, the first one where
 * several do. Money received waits in QuickBooks' own Undeposited Funds where there is such an account, as it does when
 * nobody says anything there.
 */
export function proposedAccounts(accounts: readonly Account[]): AccountChoices {
  const named = (part: AccountingPart): string | null => {
    // What is taken off the income, such as discounts given, is no account of what is sold.
    const offered = offeredAccounts(part, accounts).filter(
      ({ Name, AccountSubType }) =>
        part === 'adjustments' || !(AccountSubType === 'DiscountsRefundsGiven' || /discount|allowance/i.test(Name)),
    );
    for (const word of words[part]) {
      const found = offered.find(({ Name }) => word.test(Name));
      if (found) return found.Id;
    }
    return null;
  };
  const bank = offeredAccounts('refund', accounts);
  const undeposited = accounts.find((one) => isActive(one) && one.AccountSubType === 'UndepositedFunds');
  return {
    parts: Object.fromEntries(accountingParts.map((part) => [part, named(part)])) as AccountChoices['parts'],
    deposit: undeposited?.Id ?? bank[0]?.Id ?? null,
    receivable: offeredAccounts('receivable', accounts)[0]?.Id ?? null,
    refund: (bank.find(({ AccountSubType }) => AccountSubType === 'Checking') ?? bank[0])?.Id ?? null,
  };
}

/** What still has to be chosen before anything can be sent. */
export function missingChoices({ parts, ...purposes }: AccountChoices): (AccountingPart | AccountPurpose)[] {
  return [
    ...accountingParts.filter((part) => parts[part] === null),
    ...accountPurposes.filter((purpose) => isRequired[purpose] && purposes[purpose] === null),
  ];
}
