import { forgetSubject, SubjectToForget } from '#functions/organizations/create-organization.ts';
import { command, text } from '../command.ts';
import { localTable } from '../local-product.ts';

export const forgetCommand = command({
  name: 'forget',
  options: { slug: text, kind: text, id: text },
  schema: SubjectToForget,
  usage: `forget --slug ADDRESS --kind customer|submission|first-call|case --id ID
  Forgets what the history of a deleted record says of people, for good: the home has asked for it in writing. Who did
  what and when stays, and so does the proof of it. A case that was arranged is kept for a year (16 CFR 453.6). Backups
  hold what was there for 35 days more.`,
  async run(wanted) {
    const { organization, forgotten, inClear } = await forgetSubject(localTable(), wanted, new Date());
    const left = inClear ? ` ${inClear} entries of an earlier release say something in clear and stay.` : '';
    return `What ${forgotten} entries of ${organization} said of people is forgotten.${left}`;
  },
});
