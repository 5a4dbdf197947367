/** What the operator’s command says of itself. */
export const usage = `Usage: npm run operator -- COMMAND …

create-organization --name NAME --home NAME --slug ADDRESS --email OWNER [--time-zone ZONE]
                    [--second-factor optional|administrators|everybody] [--allow-look-alike]
  Creates an organization with its first funeral home, and invites its first owner by mail. Whether owners and
  administrators need an authenticator app at sign-in: in AWS they do unless told otherwise, here they do not. An address
  that looks like another organization's is refused, unless --allow-look-alike says that this is meant.

invite-owner --slug ADDRESS --email OWNER [--show-link]
  Invites an owner of the organization whose home has this public address; sends an open invitation again. With
  --show-link no mail is sent and the link is shown here, once: for a stage whose mail does not go out yet. Whoever has
  it becomes an owner; in AWS STAFF_SITE_URL says where it leads.

add-home --beside ADDRESS --home NAME --slug ADDRESS [--time-zone ZONE] [--allow-look-alike]
  Adds a funeral home to the organization of the one beside it.

forget --slug ADDRESS --kind customer|submission|first-call|case --id ID
  Forgets what the history of a deleted record says of people, for good: the home has asked for it in writing. Who did
  what and when stays, and so does the proof of it. A case that was arranged is kept for a year (16 CFR 453.6). Backups
  hold what was there for 35 days more.

allow-address --beside ADDRESS --slug ADDRESS
  Lets the organization of the home beside it give one of its homes this address, although it looks like another
  organization's: for whoever has shown that the name is theirs.

reindex [LIST]
  Writes anew what lists, search and totals show, of all lists or of one (submissions, cases, customers …), beside
  the running product. Needed after a release that changes what a list shows, and when something broken left traces. One
  that was cut off goes on when it is called again. A sum that somebody writes all the while is named and left to
  another time; the command fails then.

restore --from TABLE --slug ADDRESS [--about TEXT] [--overwrite] [--write]
  Brings records of the organization back from a table that was restored aside (docs/deployment.md), beside the running
  product: what is missing, and with --overwrite also what differs. --about takes those alone whose key holds this text,
  such as the id of a case. Without --write it says what it would do.

queues [QUEUE] [--stage STAGE] [--send-again]
  Says what work was given up: how many messages wait in each dead-letter queue; of one queue, what its first ten are.
  With --send-again its messages go back to their worker: once what stopped them is mended. In AWS with --stage.

circuits --slug ADDRESS [--close PARTNER]
  Says which partners of the organization are asked as usual, and which are paused because they failed. --close has one
  asked again at once: once it is known to be back.

effects --slug ADDRESS [--event ID --name NAME --happened|--not-happened]
  Says what of the organization was to be done at partners and is not known to be done, the oldest first: reads the whole
  table. With --event and --name it ends one of which somebody has looked up at the partner whether it has happened: what
  has is never tried again, what has not is with its message's next coming. It is on record.

organization ADDRESS
  Says how an organization stands, without anything that its families or people have entered: set-up, homes, members by
  role, connections, partners, work under way, limits in use, the audit trail. That it was looked at is on record.

import FILE --slug ADDRESS --kind customers|cases [--match HEADING=FIELD …] [--lines FILE] [--go [--doubtful]]
import --slug ADDRESS [--id ID [--go [--doubtful]|--undo|--discard] [--lines FILE]]
  Brings customers or cases of another system in from a CSV or XLSX file, as the page of imports does: says how columns
  are matched and what would become of the lines; with --go brings in what is new, with --doubtful also what is doubtful.
  --match puts a column to a field, or to none. --lines writes what every line is, and why. What was cut off goes on with
  the same file, or --id. --undo takes back, for 30 days, what nobody has touched. Without FILE and --id: the imports so far.

backup FOLDER
  Copies the data of the product on this machine, which is stopped, into a new folder, with a digest of each file.

restore-backup FOLDER [--overwrite]
  Puts such a folder where the data is, of a product that is stopped, after everything in it was looked at. With
  --overwrite also where data is: that is kept beside it.

Works on the product that runs on DATA_DIR, or in AWS when TABLE_NAME names the table and the usual AWS credentials are
there.`;

const blocks = usage.split('\n\n');
/** How a command is called, and after that what it does, which is set in. */
const isCall = (line: string): boolean => !/^ {2}\S/.test(line);
const blockOf = (command: string): string | undefined => blocks.find((block) => block.split(/\s/, 1)[0] === command);

/** What one command says of itself; of a word that is none, what all say. */
export const usageOf = (command: string): string => {
  const block = blockOf(command);
  return block ? `Usage: npm run operator -- ${block}` : usage;
};

/** What a command takes, as its usage says: its options, and whether a word stands beside them. Undefined where there is none such. */
export const takenBy = (command: string): { options: ReadonlySet<string>; word: boolean } | undefined => {
  const calls = blockOf(command)?.split('\n').filter(isCall);
  if (!calls) return undefined;
  return {
    options: new Set(calls.flatMap((line) => [...line.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option))),
    word: /^\S+ \[?[A-Z]/.test(calls[0] ?? ''),
  };
};
