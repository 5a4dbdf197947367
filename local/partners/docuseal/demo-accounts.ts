import { createHash } from 'node:crypto';
import { areaOfLine, type FormLine, formPdf } from './pdf.ts';
import type { Sandbox } from './sandbox.ts';
import type { Account } from './store.ts';
import { addTemplate, takenIn } from './templates.ts';

export type DemoAccount = Pick<Account, 'key' | 'name' | 'email' | 'webhook'>;

const family = 'Authorizing Agent';
const director = 'Funeral Director';
const text = (line: string, name: string, role = family): FormLine => ({
  text: line,
  field: { name, type: 'text', role, required: false },
});
const agentName: FormLine = { text: 'Your name', field: { name: 'Agent Name', type: 'text', role: family } };
const box = (line: string, name: string): FormLine => ({
  text: line,
  field: { name, type: 'checkbox', role: family, required: true },
});
const signature = (line: string, name: string, role: string): FormLine => ({
  text: line,
  field: { name, type: 'signature', role, required: true },
});
const date = (name: string, role: string): FormLine => ({ text: 'Date', field: { name, type: 'date', role } });

const decedent = text('Name of deceased', 'Decedent Name');
const endings = [
  signature("Authorizing agent's signature", 'Signature', family),
  date('Date', family),
  signature("Funeral director's signature", 'Director Signature', director),
  date('Director Date', director),
];

const forms: readonly { name: string; introduction: string; lines: readonly FormLine[] }[] = [
  {
    name: 'Cremation Authorization',
    introduction: 'I have the right to decide on the disposition of the person named below and ask for cremation.',
    lines: [
      decedent,
      text('Date of death', 'Date of Death'),
      agentName,
      text('Your relationship', 'Relationship'),
      box('I know of no pacemaker or other implant that was not named to the funeral home.', 'No implants'),
      box('I know that cremation cannot be undone.', 'Irreversible'),
      ...endings,
    ],
  },
  {
    name: 'Embalming Authorization',
    introduction: 'I permit the funeral home to embalm the person named below.',
    lines: [decedent, agentName, text('Your relationship', 'Relationship'), ...endings],
  },
  {
    name: 'Identification of Remains',
    introduction: 'I have seen the person named below and know who it is.',
    lines: [decedent, text('Place', 'Place'), agentName, ...endings],
  },
  {
    name: 'Release of Remains',
    introduction: 'I ask whoever holds the remains of the person named below to give them to the funeral home.',
    lines: [decedent, text('Held at', 'Held At'), agentName, ...endings],
  },
];

const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
const pdfOfForm = ({ name, introduction, lines }: (typeof forms)[number]) => {
  const known = made.get(name) ?? formPdf(name, introduction, lines);
  made.set(name, known);
  return known;
};

const addForm = async (sandbox: Sandbox, account: Account, form: (typeof forms)[number]) => {
  const { name, lines } = form;
  const bytes = await pdfOfForm(form);
  const fields = lines.flatMap(({ field }, n) =>
    field
      ? [
          {
            ...field,
            required: field.required ?? true,
            options: field.options ?? [],
            areas: [{ ...areaOfLine(n, field), page: 1 }],
          },
        ]
      : [],
  );
  const document = { name, file: Buffer.from(bytes).toString('base64'), fields };
  addTemplate(sandbox, account, {
    ...(await takenIn(sandbox, [document])),
    name,
    external_id: null,
    folder_name: 'Default',
    source: 'native',
  });
};

/** Creates the account with its templates once; its webhook address is updated at every start. */
export const prepareAccount = async (sandbox: Sandbox, wanted: DemoAccount): Promise<void> => {
  const { store } = sandbox;
  const known = store.account(wanted.key);
  if (known) {
    if (wanted.webhook) store.putAccount({ ...known, webhook: wanted.webhook });
    return;
  }
  const account: Account = { ...wanted, id: store.number('account', 1), pro: true };
  for (const form of forms) await addForm(sandbox, account, form);
  store.putAccount(account);
};

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns an organization's demo credentials at the sandbox; none is a real secret. */
export const demoSigning = (organization: string) => {
  const name = organization.replace(' (Demonstration)', '');
  const slug = name.toLowerCase().replace(/[^a-z\d]+/g, '-');
  return {
    key: `local-docuseal-${slug}`,
    account: `${slug}@docuseal.example`,
    secret: `whsec_local_${slug}`,
    webhookToken: digest(`docuseal webhook ${slug}`),
  };
};

/** Returns the account of an organization, whose webhooks go to this address. */
export const demoSigningAccount = (staffUrl: string, organization: string): DemoAccount => {
  const { key, account, secret, webhookToken } = demoSigning(organization);
  return {
    key,
    name: organization.replace(' (Demonstration)', ''),
    email: account,
    webhook: { url: `${staffUrl}/api/webhooks/docuseal/${webhookToken}/`, secret },
  };
};
