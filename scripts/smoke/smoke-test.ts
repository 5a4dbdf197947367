import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import createClient from 'openapi-fetch';
import { type IntakeFormValues, intakePayload } from '#domain/intake/intake.rules.ts';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import { createOrganization, inviteOwnerByLink } from '#functions/organizations/create-organization.ts';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { outboxBatch } from '#functions/platform/store/transactions/outbox.ts';
import { answersOf } from '#local/seed/report.ts';
import type { components, paths } from '../../node_modules/.cache/api/paths.ts';
import type { DeployedProduct, StaffConfig } from './product.ts';

interface StaffSession {
  token(): Promise<string | undefined>;
  /** Refreshes the tokens, as a tab does every 15 minutes. Throws when the result looks like another sign-in. */
  renew(): Promise<void>;
}

/** Signs in as the staff site does, with the same library: the password never leaves this process. */
const signInAs = async (
  { userPoolId, userPoolClientId, userPoolEndpoint }: StaffConfig,
  email: string,
  password: string,
): Promise<StaffSession> => {
  ConsoleLogger.LOG_LEVEL = 'NONE';
  const kept = new Map<string, string>();
  const endpoint = userPoolEndpoint ? { userPoolEndpoint } : {};
  const loginWith = { email: true };
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, ...endpoint, loginWith } } });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void kept.set(key, value),
    getItem: async (key) => kept.get(key) ?? null,
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
  const { nextStep } = await signIn({ username: email, password });
  if (nextStep.signInStep !== 'DONE') throw new Error(`the user pool asks for ${nextStep.signInStep}`);
  const tokens = async (options?: { forceRefresh: boolean }) => (await fetchAuthSession(options)).tokens;
  return {
    token: async () => (await tokens())?.accessToken.toString(),
    async renew() {
      const before = (await tokens())?.accessToken;
      const after = (await tokens({ forceRefresh: true }))?.accessToken;
      if (!after || after.toString() === before?.toString()) throw new Error('the session was not renewed');
      // Sessions end by the time of their sign-in: a moved time would revive an ended session.
      for (const claim of ['auth_time', 'origin_jti'])
        if (after.payload[claim] === undefined || after.payload[claim] !== before?.payload[claim])
          throw new Error(`${claim} is another one after the renewal`);
    },
  };
};

type IntakeSubmission = components['schemas']['IntakeSubmission'];

/** A number from a range that is never issued. */
const smokeSsn = '987-65-4329';

const smokePaper = (): File => {
  const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  return new File([Buffer.from(point, 'base64')], 'Smoke test.png', { type: 'image/png' });
};

/** A report of a fictional death, as a family sends it. */
const smokeReport = (slug: string, recaptcha_token: string, email: string, name: string): IntakeSubmission =>
  intakePayload(
    answersOf({
      name: ['Smoke', '', name],
      gender: 'female',
      born: '1941-03-02',
      died: '2026-01-15',
      ssn: smokeSsn,
      birthplace: ['Duluth', 'MN'],
      home: ['1 Test Street', 'Palatka', 'FL', '32177'],
      marital: 'never_married',
      father: ['Test', 'A', 'Smoke'],
      mother: ['Test', 'B', 'Smoke', 'Tester'],
      kin: ['Test', '', 'Smoke', 'sibling', '9045550100', email],
      death: ['At home', '1 Test Street', 'Palatka', 'FL', '32177'],
      bodyPhone: '9045550100',
      work: ['Tester', 'Software'],
      education: 'some_college',
      race: ['white'],
      cemetery: ['Test Cemetery', '2 Test Street', 'Palatka', 'FL', '32177'],
      weight: '150',
      requests: 'This report was sent by a test of the deployment. Nobody has died.',
      more: { consent: true },
    }) as unknown as IntakeFormValues,
    { funeral_home_slug: slug, recaptcha_token },
  ) as IntakeSubmission;

const apiClient = (baseUrl: string, token?: () => Promise<string | undefined>) => {
  const client = createClient<paths>({ baseUrl });
  if (token)
    client.use({
      onRequest: async ({ request }) => request.headers.set('authorization', `Bearer ${await token()}`),
    });
  return client;
};

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the data of a response, or throws an ApiError with the server's message. */
const dataOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  const problem = error && typeof error === 'object' ? (error as Record<string, unknown>) : {};
  throw new ApiError(response.status, `HTTP ${response.status}: ${response.statusText}`, problem);
};

/** Returns an idempotency header: the server performs the call once, however often it is sent. */
const once = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } });

const formOf = (body: Record<string, Blob>): FormData => {
  const form = new FormData();
  for (const [name, file] of Object.entries(body)) form.append(name, file);
  return form;
};

export interface Step {
  call: string;
  state: 'good' | 'failed' | 'by-hand';
  message: string;
  seconds: number;
}

const slug = 'smoke-test';

/** A step that needs a person, without a failure of the product. */
class ByHand extends Error {}

const expect = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};

/** Repeats a request until it has a result: lists and emails lag behind changes. */
const until = async <T>(description: string, seconds: number, ask: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(500)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`${description} did not happen within ${seconds} seconds`);
};

const securityHeaders = ['content-security-policy', 'strict-transport-security', 'x-content-type-options'];
const pageAt = async (url: string): Promise<string> => {
  const response = await fetch(url);
  expect(response.status === 200, `${url} answers ${response.status}`);
  const lacking = securityHeaders.filter((name) => !response.headers.has(name));
  expect(lacking.length === 0, `${url} comes without ${lacking.join(', ')}`);
  return `${(await response.text()).length} characters`;
};

/**
 * Tests a deployed product: both sites, an owner who is invited and signs in, a family's report with its Social
 * Security number, an event with its email, an alarm. A step fails with an earlier step that it needs.
 */
export class SmokeTest {
  readonly #product: DeployedProduct;
  readonly #run = randomBytes(3).toString('hex');
  readonly #password = `Aa1${randomBytes(12).toString('base64url')}`;
  readonly #public: ReturnType<typeof apiClient>;
  readonly #staff: ReturnType<typeof apiClient>;
  readonly #patienceSeconds: number;
  #config: StaffConfig | undefined;
  #session: StaffSession | undefined;
  #token: string | undefined;
  #reference: string | undefined;
  #caseId: string | undefined;

  /** `patienceSeconds`: limit for asynchronous results. */
  constructor(product: DeployedProduct, { patienceSeconds = 60 } = {}) {
    this.#product = product;
    this.#patienceSeconds = patienceSeconds;
    this.#public = apiClient(product.staffUrl);
    this.#staff = apiClient(product.staffUrl, () => this.#known(this.#session, 'the session').token());
  }

  readonly #steps: readonly [string, () => Promise<string>][] = [
    ['Staff site', () => this.#staffSite()],
    ['Public page of a home', () => this.#publicPage()],
    ['API through CloudFront', () => this.#api()],
    ['API past CloudFront refuses', () => this.#pastCloudFront()],
    ['Invitation accepted', () => this.#acceptInvitation()],
    ['Sign-in', () => this.#signIn()],
    ['Session renewed', () => this.#renew()],
    ['Report sent by the form', () => this.#sendReport()],
    ['Report taken into a case', () => this.#takeIntoCase()],
    ['Social Security number revealed', () => this.#reveal()],
    ['Event through to its email', () => this.#mail()],
    ['Alarm rung', () => this.#alarm()],
  ];

  /** Runs all steps in order, and reports each. */
  async take(tell: (step: Step) => void = () => {}): Promise<Step[]> {
    const steps: Step[] = [];
    for (const [call, walk] of this.#steps) {
      const began = performance.now();
      const [state, message] = await walk().then(
        (description): [Step['state'], string] => ['good', description],
        (error: unknown): [Step['state'], string] => [error instanceof ByHand ? 'by-hand' : 'failed', messageOf(error)],
      );
      const step: Step = { call, state, message, seconds: (performance.now() - began) / 1000 };
      steps.push(step);
      tell(step);
    }
    return steps;
  }

  #known<T>(value: T | undefined, description: string): T {
    if (value === undefined) throw new Error(`not reached: ${description}`);
    return value;
  }

  async #organization(): Promise<string> {
    const { table } = this.#product;
    const there = await publicHomeProfile(table, slug);
    if (there) return there.organization_id;
    const email = this.#product.mailAddress('first');
    const organization = { name: 'Smoke test', home: 'Smoke test', slug, email, time_zone: 'America/New_York' };
    const created = await createOrganization(table, { ...organization, second_factor: 'optional' }, new Date());
    return created.organizationId;
  }

  async #staffSite(): Promise<string> {
    const { staffUrl } = this.#product;
    const page = await pageAt(`${staffUrl}/signin`);
    this.#config = (await (await fetch(`${staffUrl}/config.json`)).json()) as StaffConfig;
    const missing = await fetch(`${staffUrl}/assets/no-such-file.js`);
    expect(missing.status === 404, `a file that is not there answers ${missing.status} instead of 404`);
    return `${page}, its settings, and 404 for what is not there`;
  }

  async #publicPage(): Promise<string> {
    await this.#organization();
    const { intakeUrl } = this.#known(this.#config, 'the settings of the staff site');
    const page = await pageAt(`${intakeUrl}/${slug}`);
    const home = await dataOf(
      this.#public.GET('/api/forms/public/funeral-home/{slug}/', { params: { path: { slug } } }),
    );
    return `${page}, for ${home.name}`;
  }

  async #api(): Promise<string> {
    const countries = await dataOf(this.#public.GET('/api/common/countries/'));
    return `${JSON.stringify(countries).length} characters of countries`;
  }

  async #pastCloudFront(): Promise<string> {
    const { apiUrl } = this.#product;
    const status = await fetch(`${apiUrl}/api/common/countries`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      () => 0,
    );
    expect(
      status === 0 || status === 403 || status === 404,
      `${apiUrl} answers ${status}: whoever finds it is past the firewall`,
    );
    return status ? `answers ${status}` : 'is not there for others';
  }

  async #acceptInvitation(): Promise<string> {
    await this.#organization();
    const email = this.#product.mailAddress(this.#run);
    const { token } = await inviteOwnerByLink(this.#product.table, { slug, email }, new Date());
    const offered = await dataOf(
      this.#public.GET('/api/customers/invitations/{token}/', { params: { path: { token } } }),
    );
    expect(offered.email === email, 'the link leads to another invitation');
    const body = { first_name: 'Smoke', last_name: `Test ${this.#letters()}`, password: this.#password };
    const params = { path: { token } };
    await dataOf(this.#public.POST('/api/customers/invitations/{token}/', { params, body }));
    this.#token = token;
    return `${email} is an owner of ${offered.organization_name}`;
  }

  /** Names of people contain only letters. */
  #letters(): string {
    return [...this.#run].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  }

  async #signIn(): Promise<string> {
    this.#known(this.#token, 'the account');
    const config = this.#known(this.#config, 'the settings of the staff site');
    this.#session = await signInAs(config, this.#product.mailAddress(this.#run), this.#password);
    const { role } = await dataOf(this.#staff.GET('/api/customers/user-profiles/current_user/'));
    await this.#switchOffEarlierWalks();
    return `as ${role}`;
  }

  async #switchOffEarlierWalks(): Promise<void> {
    const { results } = await dataOf(this.#staff.GET('/api/customers/team-members/'));
    const address = this.#product.mailAddress(this.#run);
    for (const { id, email, status } of results)
      if (email !== address && status === 'active')
        await dataOf(this.#staff.POST('/api/customers/team-members/{id}/deactivate/', { params: { path: { id } } }));
  }

  async #renew(): Promise<string> {
    await this.#known(this.#session, 'the session').renew();
    await dataOf(this.#staff.GET('/api/customers/user-profiles/current_user/'));
    return 'a new token of the same sign-in is taken like the one before';
  }

  async #sendReport(): Promise<string> {
    const { intakeUrl } = this.#known(this.#config, 'the settings of the staff site');
    const { botCheck } = (await (await fetch(`${intakeUrl}/config.json`)).json()) as { botCheck: { kind: string } };
    const page = `${intakeUrl}/${slug}`;
    const token = botCheck.kind === 'none' ? 'none' : await this.#product.botToken(botCheck.kind, page);
    const email = this.#product.mailAddress(this.#run);
    const family = apiClient(intakeUrl);
    const send = (with_: string) =>
      dataOf(
        family.POST('/api/forms/public/submit/', {
          params: once(),
          body: smokeReport(slug, with_, email, this.#letters()),
        }),
      );
    if (token === undefined) {
      // If a made-up token is accepted, the check does not work.
      const isAccepted = await send('made-up').then(
        () => true,
        (error) => !/Failed to submit/.test(messageOf(error)) && Promise.reject(error),
      );
      expect(!isAccepted, 'a made-up token is taken: is the secret of the bot check put in?');
      throw new ByHand(`a made-up token is refused, as it should be; send a report yourself at ${page}`);
    }
    const { reference, status_token } = await send(token);
    this.#reference = reference;
    const params = { path: { a: reference, b: status_token } };
    const body = { file: smokePaper() };
    await dataOf(family.POST('/api/forms/public/papers/{a}/{b}/', { params, body, bodySerializer: formOf }));
    return `${reference}, which its home and its family are mailed, and a paper`;
  }

  async #takeIntoCase(): Promise<string> {
    const reference = this.#reported();
    this.#known(this.#session, 'the session');
    const id = await until('the report in the list', this.#patienceSeconds, async () => {
      const { results } = await dataOf(
        this.#staff.GET('/api/forms/submissions/', { params: { query: { search: reference } } }),
      );
      return results[0]?.id;
    });
    const params = { path: { id } };
    const { bot_check } = await dataOf(this.#staff.GET('/api/forms/submissions/{id}/', { params }));
    const converted = await dataOf(this.#staff.POST('/api/forms/submissions/{id}/convert_to_case/', { params }));
    this.#caseId = converted.case_id;
    // Uploads are scanned within seconds, and inspected before they can be opened.
    const query = { case_id: converted.case_id };
    const paper = await until('the scan of the paper', 2 * this.#patienceSeconds, async () =>
      (await dataOf(this.#staff.GET('/api/documents/documents/', { params: { query } }))).results.find(
        ({ state }) => state === 'ready' || state === 'refused',
      ),
    );
    expect(paper.state === 'ready', `the paper is ${paper.state}`);
    return `${converted.case_number}; its bot check says ${bot_check}, and its paper was scanned`;
  }

  #reported(): string {
    if (this.#reference === undefined) throw new ByHand('no report was sent by this walk');
    return this.#reference;
  }

  async #reveal(): Promise<string> {
    this.#reported();
    const params = { path: { id: this.#known(this.#caseId, 'the case') } };
    const { social_security_number } = await dataOf(
      this.#staff.POST('/api/services/cases/{id}/retrieve_ssn/', { params }),
    );
    expect(social_security_number.replaceAll('-', '') === smokeSsn.replaceAll('-', ''), 'another number came back');
    const log = JSON.stringify(await dataOf(this.#staff.GET('/api/services/cases/{id}/audit_log/', { params })));
    expect(log.includes('ssn.revealed'), 'the audit log does not tell of it');
    const [, ip] = /"ip":"([^"]+)"/.exec(log) ?? [];
    // Only a person can recognize the address: one of CloudFront's means that the edge does not pass the caller's on.
    return `and the audit log tells of it, from ${this.#known(ip, 'the address in the audit log')}, which should be yours`;
  }

  async #mail(): Promise<string> {
    this.#known(this.#session, 'the session');
    const organizationId = await this.#organization();
    const email = this.#product.mailAddress(`${this.#run}-mail`);
    const began = Date.now();
    const body = { email, role: 'coordinator' as const };
    const { id } = await dataOf(this.#staff.POST('/api/customers/team-invitations/', { params: once(), body }));
    const { table } = this.#product;
    const keys = keysOf(organizationId);
    const [written] = await table.query({ pk: keys.outbox(id, '').pk });
    const [event] = written ? outboxBatch(written).events : [];
    const eventId = this.#known(event?.envelope.id, 'the event in the outbox');
    await until(
      'the mail',
      this.#patienceSeconds,
      async () => (await table.get(keys.effect(eventId, 'invitation')))?.done_at,
    );
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    await dataOf(this.#staff.POST('/api/customers/team-invitations/{id}/cancel/', { params: { path: { id } } }));
    return `SES has taken the mail to ${email} after ${seconds} s`;
  }

  async #alarm(): Promise<string> {
    if (!this.#product.ringAlarm) throw new ByHand('there are no alarms on one machine');
    return this.#product.ringAlarm();
  }
}
