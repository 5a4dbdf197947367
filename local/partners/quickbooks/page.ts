import { formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import { consentForm, escaped, sandboxPage } from '#local/partners/mailbox-page.ts';
import { presented } from './books.ts';
import { accountsOf, customersOf } from './company-api.ts';
import { type AccountLine, type Company, centsOf, type Entity, type Ref, type Store } from './store.ts';

const money = (dollars: unknown): string => formatMoney(centsOf(dollars));

const page = sandboxPage({
  name: 'QuickBooks',
  plays: 'QuickBooks Online',
  home: 'All companies',
});

export const renderConsent = (companies: readonly Company[], query: URLSearchParams): string =>
  page(
    'Connect Stillwater to QuickBooks',
    consentForm({
      action: '/connect/oauth2',
      asked: query,
      yes: 'Connect',
      choose: {
        legend: 'Company',
        name: 'realm',
        from: companies.map(({ realm, name }) => ({ value: realm, label: name })),
      },
      about:
        '<p>Stillwater will be able to read and change customers, invoices, payments and the chart of accounts of this company.</p>',
    }),
  );

export const renderProblem = (problem: string): string =>
  page('This app cannot be connected', `<p>${escaped(problem)}</p>`);

export const renderCompanies = (companies: readonly Company[]): string =>
  page(
    'QuickBooks sandbox',
    `<section><h2>Companies</h2><ul>${companies
      .map(
        ({ realm, name }) =>
          `<li><a href="/companies/${escaped(realm)}">${escaped(name)}</a> <span class="soft">${escaped(realm)}</span></li>`,
      )
      .join('')}</ul></section>`,
  );

const table = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string => `<section>
<h2>${title} <span class="soft">${rows.length}</span></h2>
${
  rows.length
    ? `<div class="wide" role="region" tabindex="0" aria-label="${title}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
    : '<p class="soft">None yet.</p>'
}
</section>`;

const nameOf = (store: Store, realm: string, ref: unknown): string =>
  escaped(store.entity(realm, 'Customer', (ref as Ref | undefined)?.value ?? '')?.DisplayName);

const newest = (store: Store, realm: string, type: 'Invoice' | 'Payment' | 'Purchase'): Entity[] =>
  store
    .entities(realm, type)
    .sort((a, b) => Number(b.Id) - Number(a.Id))
    .map((entity) => presented(store, realm, type, entity));

/** The books of a company, with manual changes a bookkeeper may make. */
export const renderCompany = (store: Store, { realm, name, booksClosedTo }: Company): string => {
  const invoices = newest(store, realm, 'Invoice').map((entity) => [
    escaped(entity.DocNumber),
    escaped(entity.TxnDate),
    nameOf(store, realm, entity.CustomerRef),
    money(entity.TotalAmt),
    money(entity.Balance),
  ]);
  const payments = newest(store, realm, 'Payment').map((entity) => [
    escaped(entity.PaymentRefNum),
    escaped(entity.TxnDate),
    nameOf(store, realm, entity.CustomerRef),
    money(entity.TotalAmt),
    money(entity.UnappliedAmt),
    escaped(entity.PrivateNote),
    changePayment(realm, entity),
  ]);
  const back = newest(store, realm, 'Purchase').map((refunds) => [
    escaped(refunds.DocNumber),
    escaped(refunds.TxnDate),
    nameOf(store, realm, refunds.EntityRef),
    money(refunds.TotalAmt),
    escaped((refunds.Line as AccountLine[]).map(({ Description }) => Description).join(', ')),
  ]);
  const customers = customersOf(store, realm).map((customer) => [
    escaped(customer.DisplayName),
    money(customer.Balance),
    escaped(customer.Notes),
  ]);
  const accounts = accountsOf(store, realm).map((account) => [
    escaped(account.AcctNum),
    escaped(account.Name),
    escaped(account.AccountType),
    money(account.CurrentBalance),
  ]);
  return page(
    name,
    [
      table('Customers', ['Name', 'Balance', 'Notes'], customers),
      table('Invoices', ['Number', 'Date', 'Customer', 'Total', 'Open'], invoices),
      table('Payments', ['Reference', 'Date', 'Customer', 'Amount', 'Not applied', 'Note', 'Manual'], payments),
      table('Refunds', ['Number', 'Date', 'Customer', 'Amount', 'For'], back),
      table('Accounts', ['Number', 'Name', 'Type', 'Balance'], accounts),
      `<section><h2>Closing date</h2><form method="post" action="/companies/${realm}/close"><label for="closed">Books are closed up to</label>
<input id="closed" type="date" name="day" value="${escaped(booksClosedTo)}"> <button>Set</button></form></section>`,
    ].join(''),
  );
};

const changePayment = (realm: string, { Id, TotalAmt, PaymentRefNum }: Entity): string => {
  const about = `payment ${escaped(PaymentRefNum ?? Id)}`;
  return `<form method="post" action="/companies/${realm}/payments/${Id}">
<input name="dollars" inputmode="decimal" aria-label="Amount of ${about}" value="${toDecimal(centsOf(TotalAmt))}" size="9">
<button name="do" value="change" aria-label="Change ${about}">Change</button>
<button name="do" value="delete" class="plain" aria-label="Delete ${about}">Delete</button></form>`;
};
