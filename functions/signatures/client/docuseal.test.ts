import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocusealApi } from '@docuseal/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutcomeUnknownError, PermanentError, RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { listen } from '#local/aws/http-listener.ts';
import { type RunningDocuSeal, startDocuSeal } from '#local/partners/docuseal/docuseal.ts';
import { type DocuSeal, docusealAccount, type SigningService, signingServices } from './docuseal.ts';

const key = 'key-one';
let dataDir: string;
let docuseal: RunningDocuSeal;
let service: SigningService;
let account: DocuSeal;
let client: DocusealApi;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'docuseal-'));
  docuseal = await startDocuSeal({
    port: 0,
    dataDir,
    accounts: [{ key, name: 'One', email: 'one@docuseal.example', webhook: null }],
  });
  service = { id: 'local', label: 'Local', api: docuseal.url, hosts: [] };
  account = docusealAccount(service, key, 2_000);
  client = new DocusealApi({ key, url: docuseal.url });
});
afterAll(async () => {
  await docuseal.close();
  rmSync(dataDir, { recursive: true });
});

const submission = async (externalId: string, more: object = {}) => {
  const { data } = await account.listTemplates();
  const template = data.find(({ name }) => name === 'Release of Remains');
  return {
    template_id: template?.id ?? 0,
    submitters: [
      { role: 'Authorizing Agent', name: 'Thị Nguyễn', email: 'thi@family.example', external_id: externalId },
    ],
    ...more,
  };
};
const failure = async (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

describe('docusealAccount', () => {
  it('sends the same requests as DocuSeal’s own client', async () => {
    const requests = async (run: () => Promise<unknown>) => {
      const from = docuseal.asked.length;
      await run();
      return docuseal.asked.slice(from);
    };
    const body = await submission('pair');
    const made = await account.createSubmission(body);
    const submitter = made.submitters[0]?.id ?? 0;
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => account.listTemplates({ limit: 10 }), () => client.listTemplates({ limit: 10 })],
      [() => account.getTemplate(body.template_id), () => client.getTemplate(body.template_id)],
      [() => account.createSubmission(body), () => client.createSubmission(body)],
      [() => account.getSubmission(made.id), () => client.getSubmission(made.id)],
      [() => account.listSubmissions({ limit: 5 }), () => client.listSubmissions({ limit: 5 })],
      [() => account.findSubmitters('pair'), () => client.listSubmitters({ external_id: 'pair' })],
      [
        () => account.makeTemplate({ name: 'Y', html: '<p>Y</p>', size: 'Letter', external_id: 'y' }),
        () => client.createTemplateFromHtml({ name: 'Y', html: '<p>Y</p>', size: 'Letter', external_id: 'y' }),
      ],
      [
        () => account.updateSubmitter(submitter, { send_email: true }),
        () => client.updateSubmitter(submitter, { send_email: true }),
      ],
      [
        () => account.updateTemplate(body.template_id, { name: 'X' }),
        () => client.updateTemplate(body.template_id, { name: 'X' }),
      ],
      [() => account.archiveSubmission(made.id), () => client.archiveSubmission(made.id)],
    ];
    for (const [ours, theirs] of pairs) expect(await requests(ours)).toEqual(await requests(theirs));
    await account.updateTemplate(body.template_id, { name: 'Release of Remains', archived: false });
    const page = await account.findTemplate('y');
    await account.updateTemplate(page?.id ?? 0, { archived: true });
    expect(await account.findTemplate('y')).toMatchObject({ id: page?.id, archived_at: expect.any(String) });
    expect(await account.findTemplate('z')).toBeUndefined();
  });

  it('returns its owner, keeps accents, and returns undefined for a missing object', async () => {
    expect(await account.account()).toEqual({ email: 'one@docuseal.example' });
    const { id } = await account.createSubmission(await submission('accents'));
    expect((await account.getSubmission(id))?.submitters[0]?.name).toBe('Thị Nguyễn');
    expect(await account.getSubmission(1)).toBeUndefined();
    expect(await account.getTemplate(1)).toBeUndefined();
    await account.archiveSubmission(1);
  });

  it('reads a list to its end', async () => {
    const first = await account.listTemplates({ limit: 3 });
    const second = await account.listTemplates({ limit: 3, after: first.next ?? 0 });
    expect([first.data.length, second.data.length, second.next]).toEqual([3, 1, null]);
  });

  it('fetches a file with its key', async () => {
    const { data } = await client.listTemplates({ limit: 1 });
    const { bytes, type } = await account.fetchFile(data[0]?.documents[0]?.url ?? '');
    expect(type).toBe('application/pdf');
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  });
});

describe('errors', () => {
  it('treats a rejected request as permanent, with DocuSeal’s message', async () => {
    const error = await failure(account.createSubmission(await submission('bad', { template_id: 1 })));
    expect(error).toBeInstanceOf(PermanentError);
    expect(error).toMatchObject({ message: '422', sentence: 'Template not found' });
    docuseal.setPro(key, false);
    expect(await failure(account.createSubmissionFromPdf({}))).toMatchObject({ message: 'pro-edition' });
    docuseal.setPro(key, true);
  });

  it('reports a missing object only if DocuSeal says so, not a proxy', async () => {
    expect(await account.getSubmission(4_999)).toBeUndefined();
    docuseal.faults.status = 404;
    expect(await failure(account.getSubmission(4_999))).toBeInstanceOf(OutcomeUnknownError);
    docuseal.faults.status = null;
  });

  it('retries a rejected key until it is entered again', async () => {
    expect(await failure(docusealAccount(service, 'wrong', 2_000).account())).toBeInstanceOf(RetryableError);
  });

  it('retries a busy service when it asks', async () => {
    docuseal.faults.status = 429;
    expect(await failure(account.listTemplates())).toMatchObject({ name: 'RetryAfter', retryAfterSeconds: 30 });
    docuseal.faults.retryAfter = 7;
    expect(await failure(account.listTemplates())).toMatchObject({ name: 'RetryAfter', retryAfterSeconds: 7 });
    docuseal.faults.status = 500;
    expect(await failure(account.listTemplates())).toBeInstanceOf(OutcomeUnknownError);
    docuseal.faults.status = null;
  });

  it('tells after a failed connection whether the request may have arrived', async () => {
    docuseal.faults.loseAnswers = 1;
    expect(await failure(account.createSubmission(await submission('lost')))).toBeInstanceOf(OutcomeUnknownError);
    expect(await account.findSubmitters('lost')).toHaveLength(1);
    docuseal.faults.hang = true;
    expect(await failure(docusealAccount(service, key, 100).account())).toBeInstanceOf(OutcomeUnknownError);
    docuseal.faults.hang = false;
    const nobody = await listen(() => {}, 0);
    await nobody.close();
    const gone = docusealAccount({ ...service, api: nobody.url }, key, 2_000);
    expect(await failure(gone.account())).toBeInstanceOf(RetryableError);
  });
});

describe('S-19 addresses', () => {
  const cloud: SigningService = { id: 'us', label: 'US', api: 'https://api.docuseal.com', hosts: ['docuseal.com'] };

  it.each([
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/file/x',
    'https://[::1]/file/x',
    'https://10.0.0.7/file/x',
    'http://docuseal.com/file/x',
    'https://docuseal.com:8443/file/x',
    'https://docuseal.com.attacker.example/file/x',
    'https://notdocuseal.com/file/x',
    'https://user@docuseal.com/file/x',
    'file:///etc/passwd',
  ])('rejects a file of another service: %s', async (url) => {
    const error = await failure(docusealAccount(cloud, key, 500).fetchFile(url));
    expect(error).toMatchObject({ name: 'Permanent', message: 'address' });
  });

  it('rejects a redirect', async () => {
    const leading = await listen(
      (_, response) => void response.writeHead(302, { location: `${docuseal.url}/user` }).end(),
      0,
    );
    const asked = docuseal.asked.length;
    expect(await failure(docusealAccount({ ...service, api: leading.url }, key, 2_000).account())).toBeInstanceOf(
      OutcomeUnknownError,
    );
    expect(docuseal.asked).toHaveLength(asked);
    await leading.close();
  });

  it('accepts services over https or on this machine', () => {
    const setting = (api: string) => JSON.stringify([{ ...cloud, api }]);
    expect(signingServices(setting('https://sign.example.com/api'))).toHaveLength(1);
    for (const api of ['http://api.docuseal.com', 'http://10.0.0.7:3000', 'https://x@sign.example.com'])
      expect(() => signingServices(setting(api))).toThrow();
  });
});
