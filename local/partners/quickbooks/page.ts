import { formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import { consentForm, escaped, faultForm, sandboxPage } from '#local/partners/mailbox-page.ts';
import { presented } from './books.ts';
import { accountsOf, customersOf } from './company-api.ts';
import type { Faults } from './oauth.ts';
import { type AccountLine, type Company, centsOf, type Entity, type Ref, type Store } from './store.ts';

const money = (dollars: unknown): string => formatMoney(centsOf(dollars));

const page = sandboxPage({
  ...{ name: 'QuickBooks', plays: 'QuickBooks Online' },
  ...{ styles: '/quickbooks.css', home: 'All companies' },
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

export const STYLES = `
:root { color-scheme: light; --ink: #1d2b25; --soft: #56655e; --line: #d5ded9; --ground: #f4f7f5; --accent: #2a6b45; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header { padding: 1rem 1.25rem; background: #fff; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.25rem; }
header p { margin: 0; font-size: .875rem; }
h2 { margin: 0 0 .5rem; font-size: 1.05rem; }
.soft, header p { color: var(--soft); }
h2 .soft { font-weight: 400; }
main { max-width: 80rem; margin: 0 auto; padding: 1.25rem; }
section, main > form { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-bottom: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; white-space: nowrap; }
fieldset { border: 0; margin: 0; padding: 0; }
.choice { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; }
.row { display: flex; gap: .75rem; }
button, input, textarea { font: inherit; }
button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: #fff; }
button.plain { background: #fff; color: var(--accent); }
input:not([type=radio]) { min-height: 2.75rem; padding: 0 .5rem; border: 1px solid #7b8992; border-radius: 6px; }
textarea { display: block; width: 100%; font-family: ui-monospace, monospace; font-size: .875rem; }
li { min-height: 2.75rem; }
`;
