import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2 } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mailbox, type MailEvent, startMailbox } from './mailbox.ts';

let dataDir: string;
let mailbox: Mailbox;
let ses: SESv2;
let announced: MailEvent[];
let announce: (envelope: MailEvent) => Promise<void>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mailbox-'));
  announced = [];
  announce = async (envelope) => void announced.push(envelope);
  await start();
});
afterEach(async () => {
  ses.destroy();
  await mailbox.close();
  rmSync(dataDir, { recursive: true });
});

async function start(): Promise<void> {
  mailbox = await startMailbox({ port: 0, dataDir, announce: (envelope) => announce(envelope) });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  ses = new SESv2({ endpoint: mailbox.url, region: 'us-east-1', credentials, maxAttempts: 1 });
}

async function restart(): Promise<void> {
  ses.destroy();
  await mailbox.close();
  await start();
}

function send(changes: { to?: string[]; subject?: string; text?: string; html?: string; tags?: object } = {}) {
  const { to = ['anna@example.com'], subject = 'A new report', text = 'Please look.', html, tags = {} } = changes;
  return ses.sendEmail({
    FromEmailAddress: 'Stillwater <no-reply@stillwater.example>',
    Destination: { ToAddresses: to },
    Content: {
      Simple: { Subject: { Data: subject }, Body: { Text: { Data: text }, ...(html ? { Html: { Data: html } } : {}) } },
    },
    EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value: String(Value) })),
  });
}

const page = async (query = '') => (await fetch(`${mailbox.url}/${query}`)).text();

describe('SendEmail of the SDK', () => {
  it('keeps emails across a restart, in a file only its owner can read', async () => {
    await send();
    await restart();
    expect(mailbox.mails()).toHaveLength(1);
    expect(statSync(join(dataDir, 'mailbox.sqlite')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['no recipient', { to: [] }],
    ['not an address', { to: ['anna'] }],
    ['a header in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a tag SES would refuse', { tags: { notification: 'intake:1' } }],
  ])('rejects %s', async (_, changes) => {
    await expect(send(changes)).rejects.toMatchObject({ name: 'BadRequestException' });
    expect(mailbox.mails()).toEqual([]);
  });
});

describe('Email Sent event', () => {
  it("publishes the email's tags and recipients", async () => {
    const { MessageId } = await send({
      to: ['anna@example.com', 'ben@example.com'],
      tags: { notification: 'intake-1' },
    });
    await expect
      .poll(() => announced)
      .toEqual([
        {
          source: 'aws.ses',
          'detail-type': 'Email Sent',
          detail: {
            eventType: 'Send',
            mail: {
              messageId: MessageId,
              tags: { notification: ['intake-1'] },
              destination: ['anna@example.com', 'ben@example.com'],
            },
          },
        },
      ]);
  });

  it('publishes a bounce or complaint for SES’s simulator addresses', async () => {
    await send({ to: ['Bounce@simulator.amazonses.com'], tags: { effect: 'invitation' } });
    await send({ to: ['complaint@simulator.amazonses.com'] });
    await expect
      .poll(() => announced.map((event) => event['detail-type']))
      .toEqual(['Email Sent', 'Email Bounced', 'Email Sent', 'Email Complaint Received']);
    expect(announced[1]?.detail).toMatchObject({
      bounce: { bounceType: 'Permanent' },
      mail: { tags: { effect: ['invitation'] } },
    });
  });

  it('publishes at the next start if the process ended before it', async () => {
    announce = () => Promise.reject(new Error('the bus is away'));
    await send({ subject: 'First' });
    await send({ subject: 'Second' });
    announce = async (envelope) => void announced.push(envelope);
    await restart();
    const [second, first] = mailbox.mails();
    await expect.poll(() => announced.map(({ detail }) => detail.mail.messageId)).toEqual([first?.id, second?.id]);
    await restart();
    await send({ subject: 'Third' });
    await expect.poll(() => announced).toHaveLength(3);
  });
});

describe('mailbox faults', () => {
  it('fails a send before anything is stored', async () => {
    mailbox.faults.failNext = 1;
    await expect(send()).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    expect(mailbox.mails()).toEqual([]);
    await send();
    expect(mailbox.mails()).toHaveLength(1);
  });

  it('drops the response of an email that is stored and published', async () => {
    mailbox.faults.dropAnswer = 1;
    await expect(send()).rejects.toThrow();
    expect(mailbox.mails()).toHaveLength(1);
    await expect.poll(() => announced).toHaveLength(1);
  });
});

describe('new SES account', () => {
  const rejected = (addresses: string) => ({
    name: 'MessageRejected',
    message: expect.stringContaining(`failed the check in region US-EAST-1: ${addresses}`),
  });

  it('sends nothing while its sender is unverified', async () => {
    mailbox.faults.account = 'unverified';
    await expect(send()).rejects.toMatchObject(rejected('no-reply@stillwater.example'));
    expect(mailbox.mails()).toEqual([]);
  });

  it('sends in the sandbox only from and to verified addresses and domains', async () => {
    Object.assign(mailbox.faults, { account: 'sandbox', verified: ['stillwater.example', 'ben@example.com'] });
    await expect(send({ to: ['Ben <ben@example.com>', 'anna@example.com'] })).rejects.toMatchObject(
      rejected('anna@example.com'),
    );
    await send({ to: ['Ben <ben@example.com>', 'office@stillwater.example'] });
    expect(mailbox.mails()).toHaveLength(1);
    mailbox.faults.verified = [];
    await expect(send({ to: [] })).rejects.toThrow();
    await expect(send({ to: ['ben@example.com'] })).rejects.toMatchObject(
      rejected('no-reply@stillwater.example, ben@example.com'),
    );
  });
});

describe('mailbox page', () => {
  it('escapes the content of emails', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
    const { MessageId } = await send({ subject: evil, text: `${evil} javascript:alert(1)`, html: evil });
    const answer = await fetch(`${mailbox.url}/?mail=${MessageId}`);
    const shown = await answer.text();
    expect(shown).not.toMatch(/<script|<img|href="javascript/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
  });

  it('shows HTML in a frame without scripts, forms or origin', async () => {
    const { MessageId } = await send({ html: '<p>Hello</p>' });
    expect(await page(`?mail=${MessageId}`)).toContain(`<iframe src="/mails/${MessageId}/html"`);
    const framed = await fetch(`${mailbox.url}/mails/${MessageId}/html`);
    expect(await framed.text()).toContain('<p>Hello</p>');
    const policy = framed.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  });
});
