import { formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import { consentForm, escaped, faultForm, sandboxPage } from '#local/partners/mailbox-page.ts';
import { presented } from './books.ts';
import { accountsOf, customersOf } from './company-api.ts';
import type { Faults } from './oauth.ts';
import { type AccountLine, type Company, centsOf, type Entity, type Ref, type Store } from './store.ts';

const money = (dollars: unknown): string => formatMoney(centsOf(dollars));

const page = sandboxPage({
  ...{ name: 'QuickBooks', plays: 'QuickBooks Online', home: 'All companies' },
});

export const renderConsent = (companies: readonly Company[], query: URLSearchParams): string =>
  page(
    'Connect Stillwater to QuickBooks',
    consentForm({
      ...{ action: '/connect/oauth2', asked: query, yes: 'Connect' },
      choose: {
        ...{ legend: 'Company', name: 'realm' },
        from: companies.map(({ realm, name }) => ({ value: realm, label: name })),
      },
      about:
        '<p>Stillwater will be able to read and change customers, invoices, payments and the chart of accounts of this company.</p>',
    }),
  );

export const renderProblem = (problem: string): string =>
  page('This app cannot be connected', `<p>${escaped(problem)}</p>`);

export const renderCompanies = (companies: readonly Company[], faults: Faults): string =>
  page(
    'QuickBooks sandbox',
    `<section><h2>Companies</h2><ul>${companies
      .map(
        ({ realm, name }) =>
          `<li><a href="/companies/${escaped(realm)}">${escaped(name)}</a> <span class="soft">${escaped(realm)}</span></li>`,
      )
      .join('')}</ul></section>${faultForm(faults)}`,
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
    .map((one) => presented(store, realm, type, one));

/** The books of a company, with manual changes a bookkeeper may make. */
export const renderCompany = (store: Store, { realm, name, booksClosedTo }: Company): string => {
  const invoices = newest(store, realm, 'Invoice').map((one) => [
    escaped(one.DocNumber),
    escaped(one.TxnDate),
    nameOf(store, realm, one.CustomerRef),
    money(one.TotalAmt),
    money(one.Balance),
  ]);
  const payments = newest(store, realm, 'Payment').map((one) => [
    escaped(one.PaymentRefNum),
    escaped(one.TxnDate),
    nameOf(store, realm, one.CustomerRef),
    money(one.TotalAmt),
    money(one.UnappliedAmt),
    escaped(one.PrivateNote),
    changePayment(realm, one),
  ]);
  const back = newest(store, realm, 'Purchase').map((one) => [
    escaped(one.DocNumber),
    escaped(one.TxnDate),
    nameOf(store, realm, one.EntityRef),
    money(one.TotalAmt),
    escaped((one.Line as AccountLine[]).map(({ Description }) => Description).join(', ')),
  ]);
  const customers = customersOf(store, realm).map((one) => [
    escaped(one.DisplayName),
    money(one.Balance),
    escaped(one.Notes),
  ]);
  const accounts = accountsOf(store, realm).map((one) => [
    escaped(one.AcctNum),
    escaped(one.Name),
    escaped(one.AccountType),
    money(one.CurrentBalance),
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
