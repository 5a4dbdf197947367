import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import * as z from 'zod';
import { listen, type Running, readBody } from './http-listener.ts';

const Request = z.object({
  Action: z.literal('AssumeRole'),
  RoleArn: z.string().regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@-]+$/),
  RoleSessionName: z.string().regex(/^[\w+=,.@-]{2,64}$/),
  // Of a role that another role assumes, an hour at most.
  DurationSeconds: z.coerce.number().int().min(900).max(3600).default(3600),
  // As the role's trust policy asks: the organization and no other tag.
  'Tags.member.1.Key': z.literal('organization'),
  'Tags.member.1.Value': z.uuid(),
  'Tags.member.2.Key': z.never().optional(),
});

export interface RunningSts extends Running {
  /** The organization of the session that signed a request; undefined where it was signed with other credentials. */
  organizationOf(headers: IncomingHttpHeaders): string | undefined;
  /** A session by its access key: its secret, and whose it is. */
  sessionOf(accessKeyId: string): { organization: string; secretAccessKey: string } | undefined;
}

const xml = (action: string, inner: string): string =>
  `<${action} xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${inner}` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}>`;

const fault = (code: string, message: string): string =>
  xml('ErrorResponse', `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`);

/**
 * AWS STS, as far as functions ask it: sessions of a role for one organization. Other engines ask it whose session a
 * request was signed with; sessions last as long as the process.
 */
export async function startSts(options: { port: number; now?: () => number }): Promise<RunningSts> {
  const { now = Date.now } = options;
  const sessions = new Map<string, { organization: string; secretAccessKey: string; until: number }>();

  const begin = ({ DurationSeconds, 'Tags.member.1.Value': organization, ...role }: z.output<typeof Request>) => {
    for (const [id, { until }] of sessions) if (until <= now()) sessions.delete(id);
    const id = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const until = now() + DurationSeconds * 1000;
    const secretAccessKey = randomBytes(30).toString('base64url');
    sessions.set(id, { organization, secretAccessKey, until });
    return xml(
      'AssumeRoleResponse',
      '<AssumeRoleResult><AssumedRoleUser>' +
        `<AssumedRoleId>AROALOCAL:${role.RoleSessionName}</AssumedRoleId>` +
        `<Arn>${role.RoleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${role.RoleSessionName}</Arn>` +
        `</AssumedRoleUser><Credentials><AccessKeyId>${id}</AccessKeyId>` +
        `<SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
        `<SessionToken>${randomBytes(60).toString('base64url')}</SessionToken>` +
        `<Expiration>${new Date(until).toISOString()}</Expiration></Credentials></AssumeRoleResult>`,
    );
  };

  const listener: RequestListener = async (request, response) => {
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
    try {
      const form = new URLSearchParams((await readBody(request, 16_384)).toString());
      const parsed = Request.safeParse(Object.fromEntries(form));
      if (parsed.success) return answer(200, begin(parsed.data));
      return answer(403, fault('AccessDenied', 'The role is not to be assumed like this'));
    } catch {
      return answer(400, fault('ValidationError', 'The request cannot be read'));
    }
  };
  const running = await listen(listener, options.port);
  const sessionOf = (accessKeyId: string) => {
    const session = sessions.get(accessKeyId);
    return session && session.until > now() ? session : undefined;
  };
  return {
    ...running,
    sessionOf,
    organizationOf: ({ authorization = '' }) =>
      sessionOf(/Credential=([^/\s,]+)\//.exec(authorization)?.[1] ?? '')?.organization,
  };
}
