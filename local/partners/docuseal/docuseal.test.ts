import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocusealApi } from '@docuseal/api';
import { extractText } from 'unpdf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, readBody } from '#local/aws/http-listener.ts';
import { type RunningDocuSeal, startDocuSeal } from './docuseal.ts';
import { drawn } from './pdf.ts';

const account = { key: 'key-one', name: 'One', email: 'one@docuseal.example', webhook: null };
const other = { key: 'key-two', name: 'Two', email: 'two@docuseal.example', webhook: null };

let dataDir: string;
let docuseal: RunningDocuSeal;
let api: DocusealApi;
let now: number;
const mails: { to: string; text: string }[] = [];

const start = async () => {
  docuseal = await startDocuSeal({
    port: 0,
    dataDir,
    accounts: [account, other],
    mail: async (mail) => void mails.push(mail),
    now: () => new Date(now),
    minuteMs: 5,
  });
  api = new DocusealApi({ key: account.key, url: docuseal.url });
};
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'docuseal-'));
  now = Date.parse('2026-11-20T10:00:00.000Z');
  mails.length = 0;
  await start();
});
afterEach(async () => {
  await docuseal.close();
  rmSync(dataDir, { recursive: true });
});

const cremation = async () => {
  const { data } = await api.listTemplates();
  const template = data.find(({ name }) => name === 'Cremation Authorization');
  if (!template) throw new Error('no template');
  return template;
};
const family = {
  role: 'Authorizing Agent',
  name: 'Añà Nguyễn Thị',
  email: 'ana@family.example',
  external_id: 'e1:s1:r1',
};
const director = { role: 'Funeral Director', name: 'Dana Ames', email: 'dana@home.example', external_id: 'e1:s1:r2' };
const sent = async (more: object = {}) =>
  api.createSubmission({
    template_id: (await cremation()).id,
    submitters: [
      { ...family, values: { 'Decedent Name': 'Łukasz Ö’Brien' }, metadata: { envelope_id: 'e1' } },
      director,
    ],
    ...more,
  } as Parameters<DocusealApi['createSubmission']>[0]);

const form = (slug: string, path: string, fields: Record<string, string>) =>
  fetch(`${docuseal.url}/s/${slug}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
const refusal = (request: Promise<unknown>) => request.then(() => 'accepted').catch((error: Error) => error.message);

describe('DocuSeal client', () => {
  it('identifies itself, pages templates newest first, and sees no other account', async () => {
    const { data, pagination } = await api.listTemplates({ limit: 2 });
    expect(data.map(({ name }) => name)).toEqual(['Release of Remains', 'Identification of Remains']);
    const rest = await api.listTemplates({ limit: 2, after: pagination.next ?? 0 });
    expect(rest.data.map(({ name }) => name)).toEqual(['Embalming Authorization', 'Cremation Authorization']);
    const strangers = new DocusealApi({ key: other.key, url: docuseal.url });
    expect(await refusal(strangers.getTemplate(data[0]?.id ?? 0))).toBe('HTTP Error: 403 - {"error":"Not authorized"}');
    expect(await refusal(api.getTemplate(4_999))).toBe('HTTP Error: 404 - {"status":404}');
    const nobody = new DocusealApi({ key: 'wrong', url: docuseal.url });
    expect(await refusal(nobody.listTemplates())).toBe('HTTP Error: 401 - {"error":"Not authenticated"}');
  });

  it.each([
    ['Template not found', { template_id: 1 }],
    ['email is invalid in `submitters[0]`.', { submitters: [{ ...family, email: 'ana' }] }],
    ['role must be unique in `submitters`.', { submitters: [family, family] }],
    ['Defined more signing parties than in template', { submitters: [family, director, { name: 'X' }] }],
    ['Unknown field: Nope', { submitters: [{ ...family, values: { Nope: '1' } }] }],
    ['body is required in `message`.', { message: { subject: 'x' } }],
    ...['_rosa', '-rosa', 'tom&jerry', 'x#1', 'rosa+', 'ana/rosa'].map((name): [string, object] => [
      'email is invalid in `submitters[0]`.',
      { submitters: [{ ...family, email: `${name}@family.example` }] },
    ]),
  ])('rejects with 422: %s', async (sentence, more) => {
    expect(await refusal(sent(more))).toBe(`HTTP Error: 422 - ${JSON.stringify({ error: sentence })}`);
  });

  it('creates a template from HTML tags, once per external id', async () => {
    const html =
      '<h1>Release</h1><p>I ask for it &amp; sign.</p><p>Name: <text-field name="Decedent Name" role="Agent" required="false" style="width: 200px; height: 20px"></text-field></p><p><signature-field name="Signature" role="Agent"></signature-field></p>';
    const made = await api.createTemplateFromHtml({ name: 'Release', html, external_id: 'x:release' });
    expect(made).toMatchObject({ name: 'Release', external_id: 'x:release', submitters: [{ name: 'Agent' }] });
    expect(made.fields).toMatchObject([
      { name: 'Decedent Name', type: 'text', required: false, areas: [{ page: 0 }] },
      { name: 'Signature', type: 'signature', required: true },
    ]);
    const [first, second] = made.fields.map(({ areas }) => areas?.[0]?.y ?? 0);
    expect(second).toBeGreaterThan(first ?? 1);
    const { text } = await extractText(
      new Uint8Array(await (await fetch(made.documents[0]?.url ?? '')).arrayBuffer()),
      { mergePages: true },
    );
    expect(text).toContain('I ask for it & sign.');
    const again = await api.createTemplateFromHtml({ name: 'Release again', html, external_id: 'x:release' });
    expect([again.id, again.name]).toEqual([made.id, 'Release again']);
    docuseal.setPro(account.key, false);
    expect(await refusal(api.createTemplateFromHtml({ name: 'Release', html }))).toContain('Pro Edition');
  });

  it('refuses to sign with a blank name or signature', async () => {
    const [{ slug = '' } = {}] = (await sent()).submitters;
    const ticks = { 'value:No implants': 'true', 'value:Irreversible': 'true' };
    const page = async (name: string, signature: string) => {
      const answer = await form(slug, '/complete', {
        ...ticks,
        'value:Agent Name': name,
        'typed:Signature': signature,
      });
      return { status: answer.status, text: await answer.text() };
    };
    const refused = await page(' ', '  ');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Please fill in: Agent Name, Signature');
    expect((await page('Ana', 'Ana')).status).toBe(200);
  });

  const area = { x: 0.1, y: 0.1, w: 0.2, h: 0.05, page: 1 };
  const agent = { role: 'Agent', areas: [area] };
  const fromPdf = (bytes: Uint8Array, fields: object[], more: object = {}) =>
    api.createSubmissionFromPdf({
      documents: [{ name: 'Order', file: Buffer.from(bytes).toString('base64'), fields }],
      submitters: [{ role: 'Agent', name: 'Ana' }],
      ...more,
    });

  it('rejects encrypted or truncated PDFs, but accepts those protected against changes', async () => {
    const made = (options = {}) => drawn((doc) => void doc.text('For the family'), options);
    const asks = await made({ userPassword: 'secret', ownerPassword: 'owner' });
    const send = (bytes: Uint8Array, merge_documents: boolean) =>
      refusal(fromPdf(bytes, [{ ...agent, name: 'Signature', type: 'signature' }], { merge_documents }));
    const encrypted = 'HTTP Error: 422 - {"error":"PDF encrypted","status":"pdf_encrypted"}';
    expect([await send(asks, false), await send(asks, true)]).toEqual([encrypted, encrypted]);
    expect(await send(await made({ ownerPassword: 'owner' }), true)).toBe('accepted');
    expect(await send((await made()).subarray(0, 60), false)).toContain('HTTP Error: 422');
  });
});

describe('DocuSeal webhooks', () => {
  it('signs webhooks over their bytes, and retries until accepted', async () => {
    const received: { body: string; signature: string }[] = [];
    let refusals = 2;
    const taker = await listen(async (request, response) => {
      const body = (await readBody(request, 1_000_000)).toString();
      received.push({ body, signature: String(request.headers['x-docuseal-signature']) });
      response.writeHead(refusals-- > 0 ? 500 : 200).end();
    }, 0);
    docuseal.connect(account.key, { url: taker.url, secret: 'whsec_x' });
    const made = await sent();
    for (let n = 0; n < 3; n++) {
      await docuseal.flush();
      now += 60_000;
    }
    expect(received).toHaveLength(3);
    const { body, signature } = received[0] ?? { body: '', signature: '' };
    const [seconds] = signature.split('.');
    expect(signature).toBe(`${seconds}.${createHmac('sha256', 'whsec_x').update(`${seconds}.${body}`).digest('hex')}`);
    expect(JSON.parse(body)).toMatchObject({ event_type: 'submission.created', data: { id: made.id } });
    expect(docuseal.waiting()).toBe(0);
    await form(made.submitters[0]?.slug ?? '', '/decline', { reason: 'No' });
    await docuseal.flush();
    expect(received.slice(3).map(({ body }) => JSON.parse(body).event_type)).toEqual(['form.declined']);
    await taker.close();
  });
});
