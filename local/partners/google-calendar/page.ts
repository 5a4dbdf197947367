import { consentForm, escaped, faultForm, sandboxPage } from '#local/partners/sandbox-page.ts';
import type { Faults } from './faults.ts';
import type { Account, Calendar, Stored } from './model.ts';
import type { Asked } from './oauth.ts';
import type { Store } from './store.ts';

const page = sandboxPage({
  ...{ name: 'Google', plays: 'Google Calendar' },
  ...{ styles: '/google.css', home: 'All calendars' },
});

const scopeTexts: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  email: 'See your e-mail address',
  'calendar.app.created': 'Make secondary calendars, and see, create, change and delete events on them',
  'calendar.events': 'View and edit events on all your calendars',
  'calendar.calendarlist.readonly': 'See the list of calendars that you are subscribed to',
};
const shortScope = (scope: string): string => scope.replace('https://www.googleapis.com/auth/', '');

/** What an app is let do: whose account, and which of the things it asks for. */
export const renderConsent = (accounts: readonly Account[], asked: Asked, query: URLSearchParams): string => {
  const scopes = asked.scopes.map(
    (scope) =>
      `<label class="choice"><input type="checkbox" name="granted" value="${escaped(scope)}" checked> ${escaped(scopeTexts[shortScope(scope)] ?? shortScope(scope))}</label>`,
  );
  const from = accounts.map(({ email, name }) => ({ value: email, label: name, about: email }));
  return page(
    'Stillwater wants access to your Google Account',
    consentForm({
      ...{ action: '/o/oauth2/v2/auth', asked: query, yes: 'Allow' },
      choose: { legend: 'Account', name: 'account', from },
      about: `<fieldset><legend>What Stillwater can do</legend>${scopes.join('')}</fieldset>`,
    }),
  );
};

export const renderProblem = (problem: string): string => page('Access blocked', `<p>${escaped(problem)}</p>`);

export const renderAccounts = (store: Store, faults: Faults): string =>
  page(
    'Google sandbox',
    `${store.accounts
      .all()
      .map(
        ({ email, name }) => `<section><h2>${escaped(name)} <span class="soft">${escaped(email)}</span></h2>
<p class="soft">${store.grants.all().some((grant) => grant.email === email) ? 'Stillwater has access to this account.' : 'No app has access to this account.'}</p>
<ul>${store.calendars
          .all()
          .filter(({ owner }) => owner === email)
          .map(({ id, summary }) => `<li><a href="/calendars/${encodeURIComponent(id)}">${escaped(summary)}</a></li>`)
          .join('')}</ul></section>`,
      )
      .join('')}${faultForm(faults)}`,
  );

interface When {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}
const shown = (when: When): string => when.date ?? (when.dateTime ?? '').slice(0, 16);

const row = (calendar: Calendar, { id, resource }: Stored): string => {
  const [start, end] = [resource.start as When, resource.end as When];
  const type = start.date ? 'date' : 'datetime-local';
  const input = (name: string, label: string, when: When) =>
    `<label>${label} <input type="${type}" name="${name}" value="${escaped(shown(when))}"></label>`;
  return `<li><h3>${escaped(resource.summary)}</h3>
<p>${escaped(shown(start).replace('T', ' '))} – ${escaped(shown(end).replace('T', ' '))} <span class="soft">${escaped(start.timeZone)}</span></p>
<p>${escaped(resource.location)}</p><p class="soft">${escaped(resource.description)}</p>
<form method="post" action="/calendars/${encodeURIComponent(calendar.id)}/events/${escaped(id)}" class="row">
<input type="hidden" name="timeZone" value="${escaped(start.timeZone)}">${input('start', 'From', start)} ${input('end', 'to', end)}
<button name="do" value="move">Move</button> <button name="do" value="delete" class="plain">Delete</button></form></li>`;
};

const removal = ({ id }: Calendar): string =>
  `<form method="post" action="/calendars/${encodeURIComponent(id)}"><button name="do" value="delete-calendar" class="plain">Delete this calendar</button></form>`;

/** The events of a calendar in the order of time, each with what its owner does with it. */
export const renderCalendar = (store: Store, calendar: Calendar): string => {
  const events = store.events
    .all()
    .filter((one) => one.calendar === calendar.id && one.resource.status !== 'cancelled')
    .sort((a, b) => (shown(a.resource.start as When) < shown(b.resource.start as When) ? -1 : 1));
  return page(
    calendar.summary,
    `${
      events.length
        ? `<ul class="events">${events.map((event) => row(calendar, event)).join('')}</ul>`
        : '<p class="soft">No events yet.</p>'
    }${calendar.ofApp ? removal(calendar) : ''}`,
  );
};

export const STYLES = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #202124; background: #f6f8fc; }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem 1rem 4rem; }
header p, .soft { color: #5f6368; font-size: 0.9rem; }
h1 { margin: 0; font-size: 1.6rem; font-weight: 500; }
h2 { margin: 0 0 0.5rem; font-size: 1.15rem; font-weight: 500; }
h3 { margin: 0; font-size: 1.05rem; font-weight: 500; }
section, form, .events > li { background: #fff; border: 1px solid #dadce0; border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0; }
section form, li form { border: 0; padding: 0; margin: 0.5rem 0 0; }
.events { list-style: none; margin: 0; padding: 0; }
.events p { margin: 0.15rem 0; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
legend { font-weight: 500; margin-bottom: 0.25rem; }
.choice { display: flex; gap: 0.6rem; align-items: center; min-height: 44px; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
textarea { width: 100%; box-sizing: border-box; font: 0.9rem/1.4 ui-monospace, monospace; }
input, textarea { font-size: 1rem; padding: 0.4rem; border: 1px solid #80868b; border-radius: 6px; }
button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 22px; background: #0b57d0; color: #fff; font: inherit; cursor: pointer; }
button.plain { background: #fff; color: #0b57d0; border: 1px solid #747775; }
a { color: #0b57d0; }
`;
