import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { EnvelopeRow, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { type FieldMapping, isFillable, suggestSource } from '#domain/signatures/roles-and-fields.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { type EnvelopeRecord, envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import type { Stack } from '../stack.ts';
import { type Call, callerOf, eventually } from './live-calls.ts';
import { demoId } from './seeding.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

/** Requests to sign: form | case | signer | relationship | what became of it | days ago. */
const requests = `
Embalming Authorization|harold-lindqvist|Karin Lindqvist|spouse|signed|2
Identification of Remains|harold-lindqvist|Erik Lindqvist|son|signed|2
Embalming Authorization|maria-solis|Guadalupe Ortega Solís|daughter|signed|2
Release of Remains|maria-solis|Rafael Ortega|son|signed|2
Identification of Remains|walter-pruitt|Carolyn Pruitt-Shaw|daughter|signed|9
Release of Remains|walter-pruitt|Dale Pruitt|son|signed|9
Cremation Authorization|nguyen-van-minh|Quang Nguyễn|son|signed|0
Embalming Authorization|nguyen-van-minh|Thị Lan Trần|spouse|signed|0
Release of Remains|jamal-whitfield|Yolanda Whitfield|parent|signed|7
Identification of Remains|jamal-whitfield|Anthony Whitfield|parent|waiting|3
Release of Remains|earl-boudreaux|Yvonne Boudreaux|executor|waiting|3
Embalming Authorization|jamal-whitfield|Yolanda Whitfield|parent|declined|6
Cremation Authorization|earl-boudreaux|Yvonne Boudreaux|executor|void|9
Cremation Authorization|dorothy-briggs|Kathleen Briggs|daughter|draft|0
`;
const path = '/api/signatures/';

/** Returns what a case fills in; the rest is the signer's. */
export const demoMapping = (fields: SignatureTemplate['fields']): FieldMapping =>
  Object.fromEntries(
    fields
      .filter(isFillable)
      .map((field) => [
        field.name,
        field.name === 'Held At' ? 'deceased.current_body_location' : (suggestSource(field) ?? ''),
      ]),
  );

/** Adds the forms of the signing service, and the Statement as the fifth. */
const templatesBy = async (call: Call): Promise<ReadonlyMap<string, string>> => {
  await call('POST', `${path}templates/sync-from-docuseal/`, {});
  await call('POST', `${path}templates/ready_made/`, { template_type: 'statement' }).catch(() => {});
  const { results } = await call<{ results: SignatureTemplate[] }>('GET', `${path}templates/`);
  for (const { id, is_active, fields } of results)
    if (!is_active) await call('POST', `${path}templates/${id}/activate/`, { mapping: demoMapping(fields) });
  return new Map(results.map(({ name, id }) => [name, id]));
};

const send = async (call: Call, templates: ReadonlyMap<string, string>, line: string) => {
  const [form = '', name = '', signer = '', relationship = '', outcome = '', days] = line.split('|');
  const email = `${signer
    .normalize('NFKD')
    .replace(/[^a-z ]/gi, '')
    .replaceAll(' ', '.')
    .toLowerCase()}@example.com`;
  const recipients = [
    { name: signer, email, relationship, part: 'authorizing_agent' },
    { name: 'Marcus Ames', part: 'funeral_director', delivery: 'in_person' },
  ];
  const sent = { case_id: demoId('case', name), documents: [{ template_id: templates.get(form) }], recipients };
  const body = { ...sent, in_order: true, send_now: outcome !== 'draft' };
  const { id } = await call<SignatureEnvelope>('POST', `${path}envelopes/create-multi-document/`, body);
  return { id, outcome, days: Number(days) };
};
type Sent = Awaited<ReturnType<typeof send>>;

/** Does what a family does on the signing pages, and voids what was sent by mistake. */
const act = async ({ services: { docuseal } }: Stack, call: Call, outcome: string, row: EnvelopeRow): Promise<void> => {
  if (outcome === 'void')
    await call('POST', `${path}envelopes/${row.id}/void/`, { reason: 'Sent for the wrong disposition' });
  const answer = (slug: string, action: 'complete' | 'decline', form: Record<string, string>) =>
    fetch(`${docuseal.url}/s/${slug}/${action}`, { method: 'POST', body: new URLSearchParams(form) });
  const { submitters = [] } = docuseal.submissions().find(({ id }) => row.submission_ids.includes(id)) ?? {};
  if (outcome === 'declined') await answer(submitters[0]?.slug ?? '', 'decline', { reason: 'We want no embalming' });
  if (outcome === 'signed')
    for (const { slug, name } of submitters)
      await answer(slug, 'complete', {
        'typed:Signature': name ?? '',
        'typed:Director Signature': name ?? '',
        'value:No implants': 'true',
        'value:Irreversible': 'true',
      });
};

const statuses: Readonly<Record<string, string>> = { signed: 'completed', declined: 'declined', void: 'voided' };

/** Acts on each request once it is sent; resolves when the product shows what became of all. */
const actOnAll = (stack: Stack, call: Call, sent: readonly Sent[]): Promise<unknown> => {
  const open = new Set(sent.filter(({ outcome }) => outcome !== 'draft'));
  const acted = new Set<Sent>();
  return eventually(async () => {
    const { results } = await call<{ results: EnvelopeRow[] }>('GET', `${path}envelopes/?page_size=50`);
    for (const one of open) {
      const row = results.find(({ id }) => id === one.id);
      if (!row?.sent_at) continue;
      if (!acted.has(one)) await act(stack, call, one.outcome, row);
      acted.add(one);
      if (!statuses[one.outcome] || row.status === statuses[one.outcome]) open.delete(one);
    }
    return open.size === 0 || undefined;
  });
};

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z$/;

/** Moves an envelope to the day on which the story has it. */
const backdate = (table: Table, { id, days }: Sent): Promise<void> => {
  const envelopes = envelopesOf(table, demoId('organization', whitcombAmes.name));
  const earlier = (_: string, value: unknown) =>
    typeof value === 'string' && instant.test(value)
      ? new Date(Date.parse(value) - days * 86_400_000).toISOString()
      : value;
  return retryOnConflict(
    () => envelopes.require(id),
    (record) => {
      const next = JSON.parse(JSON.stringify(record), earlier) as EnvelopeRecord;
      // It is still open at the signing service.
      return table.transact([
        envelopes.change(record, { ...next, expires_at: record.expires_at, check_at: record.check_at }),
      ]);
    },
  );
};

/** Sends and signs the demo's forms in the running product, once. Returns how many were sent. */
export const signForms = async (stack: Stack): Promise<number> => {
  const call = await callerOf(stack, 'admin@whitcomb-ames.example');
  const { count } = await call<{ count: number }>('GET', `${path}envelopes/`);
  if (count > 0) return 0;
  const templates = await templatesBy(call);
  const lines = requests.split('\n').filter(Boolean);
  const sent = await Promise.all(lines.map((line) => send(call, templates, line)));
  await actOnAll(stack, call, sent);
  const dynamo = new DynamoDBClient({});
  for (const one of sent) if (one.days) await backdate(new Table(dynamo, setting('TABLE_NAME')), one);
  dynamo.destroy();
  return sent.length;
};
