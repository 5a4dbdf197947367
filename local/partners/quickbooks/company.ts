import { timeOf } from './answers.ts';
import type { EntityType } from './model.ts';
import type { Store } from './store.ts';

/** A chart of accounts as QuickBooks gives a new company, with what a funeral home's bookkeeper adds to it. */
const accounts: [name: string, type: string, subType: string, classification: string, number?: string][] = [
  ['Checking', 'Bank', 'Checking', 'Asset', '1000'],
  ['Savings', 'Bank', 'Savings', 'Asset', '1010'],
  ['Accounts Receivable (A/R)', 'Accounts Receivable', 'AccountsReceivable', 'Asset', '1100'],
  ['Undeposited Funds', 'Other Current Asset', 'UndepositedFunds', 'Asset', '1200'],
  ['Inventory Asset', 'Other Current Asset', 'Inventory', 'Asset', '1300'],
  ['Accounts Payable (A/P)', 'Accounts Payable', 'AccountsPayable', 'Liability', '2000'],
  ['Sales Tax Payable', 'Other Current Liability', 'SalesTaxPayable', 'Liability', '2100'],
  ['Cash Advances Payable', 'Other Current Liability', 'OtherCurrentLiabilities', 'Liability', '2200'],
  ['Opening Balance Equity', 'Equity', 'OpeningBalanceEquity', 'Equity', '3000'],
  ['Services', 'Income', 'ServiceFeeIncome', 'Revenue', '4000'],
  ['Merchandise Sales', 'Income', 'SalesOfProductIncome', 'Revenue', '4100'],
  ['Discounts given', 'Income', 'DiscountsRefundsGiven', 'Revenue', '4900'],
  ['Cost of Goods Sold', 'Cost of Goods Sold', 'SuppliesMaterialsCogs', 'Expense', '5000'],
  ['Office Expenses', 'Expense', 'OfficeGeneralAdministrativeExpenses', 'Expense', '6000'],
];

/** Makes a company with its chart of accounts, ways of payment and tax codes. Its number is taken, so that twice is once. */
export const createCompany = (store: Store, realm: string, name: string, now: Date): void => {
  if (store.company(realm)) return;
  const time = timeOf(now);
  const add = (type: EntityType, values: Record<string, unknown>, id = store.nextId(realm)): void =>
    store.putEntity(realm, type, {
      ...values,
      Active: true,
      Id: id,
      SyncToken: '0',
      MetaData: { CreateTime: time, LastUpdatedTime: time },
    });
  store.atomically(() => {
    store.putCompany({ realm, name, booksClosedTo: null });
    for (const [Name, AccountType, AccountSubType, Classification, AcctNum] of accounts)
      add('Account', { Name, AccountType, AccountSubType, Classification, AcctNum, SubAccount: false });
    for (const Name of ['Cash', 'Check']) add('PaymentMethod', { Name, Type: 'NON_CREDIT_CARD' });
    add('PaymentMethod', { Name: 'Visa', Type: 'CREDIT_CARD' });
    for (const code of ['TAX', 'NON']) add('TaxCode', { Name: code }, code);
    const income = store.entities(realm, 'Account').find(({ Name }) => Name === 'Services');
    for (const Name of ['Services', 'Hours'])
      add('Item', { Name, Type: 'Service', IncomeAccountRef: { value: income?.Id, name: 'Services' }, Taxable: false });
    add('Vendor', { DisplayName: 'Miami Casket Supply' });
  });
};
