import * as z from 'zod';
import { cut } from '#domain/shared/values/text.ts';
import {
  DocuSealCreated,
  DocuSealSubmission,
  DocuSealSubmitter,
  DocuSealTemplate,
} from '#domain/signatures/docuseal-state.ts';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import {
  bytesOf,
  callPartner,
  errorBodyText,
  jsonOf,
  parsedAnswer,
  retryAfterIn,
} from '#functions/platform/adapters/partner-fetch.ts';
import {
  ForeignAccountError,
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
} from '#functions/platform/store/partners/circuit.ts';

/** A DocuSeal that organizations may connect: its cloud in a region, or one that the operator allows. */
export interface SigningService {
  id: string;
  label: string;
  /** Base address of its API, without a trailing slash. */
  api: string;
  /** Further host names of its files, including their subdomains. */
  hosts: readonly string[];
}

interface Transport {
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, given?: Given): Promise<unknown>;
  file(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;
}
interface Given {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const maxAnswerSize = 8 * 1024 * 1024;
const maxFileSize = 40 * 1024 * 1024;
/** DocuSeal sends no Retry-After header. */
const busySeconds = 30;

const isLoopback = ({ hostname }: URL): boolean => hostname === '127.0.0.1';

/** Throws for an address of another service, and for http except to this machine. */
const assertOwn = (url: URL, { api, hosts }: SigningService): void => {
  const own = new URL(api);
  const named = [own.hostname, ...hosts].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  const safe = url.protocol === 'https:' ? url.port === own.port : isLoopback(own) && url.origin === own.origin;
  if (!named || !safe || url.username || url.password) throw new PermanentError('address');
};

/** Returns the JSON of an error; {} for anything else, such as a proxy's page. */
const refusalOf = (text: string): { error?: unknown; status?: unknown } => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

const failure = async (response: Response): Promise<PartnerError> => {
  const { status } = response;
  const reason = String(status);
  const retryAfterSeconds = retryAfterIn(response);
  if (status === 429) return new RetryableError(reason, { retryAfterSeconds: retryAfterSeconds ?? busySeconds });
  const { error, status: missing } = refusalOf(await errorBodyText(response));
  // The user enters a new key after it changed at DocuSeal, so requests wait.
  if (status === 401 || status === 403) return new RetryableError(reason);
  // Only DocuSeal's own 404 repeats the status in its body; trusting another would void every envelope.
  if (status === 404 && missing !== 404) return new OutcomeUnknownError(reason);
  const sentence = typeof error === 'string' ? cut(error, 300) : undefined;
  if (status >= 400 && status < 500) return new PermanentError(reason, { sentence });
  return new OutcomeUnknownError(reason, { retryAfterSeconds });
};

/** Calls the API of one account, without redirects and within `limitMs`. Throws only a PartnerError. */
const docusealTransport = (service: SigningService, key: string, limitMs: number): Transport => {
  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    assertOwn(url, service);
    const response = await callPartner(url, init, limitMs);
    if (!response.ok) throw await failure(response);
    return response;
  };
  return {
    async call(method, path, { query = {}, body } = {}) {
      const url = new URL(service.api + path);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const response = await send(url, {
        method,
        headers: { 'x-auth-token': key, 'content-type': 'application/json', 'user-agent': 'Stillwater' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return jsonOf(response, maxAnswerSize);
    },
    async file(address) {
      const response = await send(new URL(address), { headers: { 'x-auth-token': key } });
      const bytes = await bytesOf(response, maxFileSize);
      return { bytes, type: response.headers.get('content-type') ?? '' };
    },
  };
};

interface Page<T> {
  data: T[];
  next: number | null;
}
interface PageQuery {
  after?: number;
  limit?: number;
}

/** A waiting user gets an answer earlier than a worker. */
export const docusealLimitMs = { health: 3_000, person: 8_000, worker: 12_000 } as const;
/** DocuSeal is slow with larger pages. */
const pageSize = 50;

const Account = z.object({ email: z.string().nullish() });
const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), pagination: z.object({ count: z.number(), next: z.number().nullish() }) });

/** Returns undefined for a missing object. */
const orMissing = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PermanentError && error.message === '404') return undefined;
    throw error;
  }
};

/**
 * The client of one DocuSeal account: calls of every edition, and document calls of Pro (`Permanent('pro-edition')`
 * without it). DocuSeal's own client only drives the sandbox in tests, because it hides status and Retry-After and
 * breaks multi-byte characters (docs/decisions/0071). Throws a PartnerError.
 */
export const docusealAccount = (service: SigningService, key: string, limitMs: number) => {
  const { call, file } = docusealTransport(service, key, limitMs);
  const page = async <T extends z.ZodType>(row: T, path: string, query: PageQuery & Record<string, unknown>) => {
    const { limit = pageSize, ...rest } = query;
    const sent = { ...rest, limit } as Record<string, string | number | boolean | undefined>;
    const { data, pagination } = parsedAnswer(pageOf(row), await call('GET', path, { query: sent }));
    return { data, next: pagination.count < limit ? null : (pagination.next ?? null) } as Page<z.output<T>>;
  };
  /** DocuSeal answers 403 to a bad key and to another account's object, so the key is checked. */
  const ofOneThing = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof RetryableError) || error.message !== '403') throw error;
      await call('GET', '/user');
      throw new ForeignAccountError(connectionMessages.otherAccount);
    }
  };
  /** A 404 means that the account does not have DocuSeal Pro. */
  const paid = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await orMissing(call('POST', path, { body }));
    if (answer === undefined) throw new PermanentError('pro-edition');
    return answer;
  };
  return {
    async account(): Promise<{ email: string }> {
      const { email } = parsedAnswer(Account, await call('GET', '/user'));
      return { email: email ?? '' };
    },
    listTemplates: ({ after, archived, limit }: PageQuery & { archived?: boolean } = {}) =>
      page(DocuSealTemplate, '/templates', { after, archived, limit }),
    async findTemplate(externalId: string): Promise<DocuSealTemplate | undefined> {
      for (const archived of [undefined, true]) {
        const { data } = await page(DocuSealTemplate, '/templates', { external_id: externalId, archived, limit: 1 });
        if (data[0]) return data[0];
      }
      return undefined;
    },
    async getTemplate(id: number): Promise<DocuSealTemplate | undefined> {
      const answer = await orMissing(ofOneThing(call('GET', `/templates/${id}`)));
      return answer === undefined ? undefined : parsedAnswer(DocuSealTemplate, answer);
    },
    /** The same external id updates the same template. */
    async makeTemplate(template: object): Promise<DocuSealTemplate> {
      return parsedAnswer(DocuSealTemplate, await paid('/templates/html', template));
    },
    async updateTemplate(id: number, changes: { name?: string; archived?: boolean }): Promise<void> {
      await call('PUT', `/templates/${id}`, { body: changes });
    },
    async createSubmission(body: object): Promise<DocuSealCreated> {
      return parsedAnswer(DocuSealCreated, await ofOneThing(call('POST', '/submissions/init', { body })));
    },
    async createSubmissionFromPdf(body: object): Promise<DocuSealCreated> {
      return parsedAnswer(DocuSealCreated, await paid('/submissions/pdf', body));
    },
    async findSubmitters(externalId: string): Promise<DocuSealSubmitter[]> {
      return (await page(DocuSealSubmitter, '/submitters', { external_id: externalId })).data;
    },
    async getSubmission(id: number): Promise<DocuSealSubmission | undefined> {
      const answer = await orMissing(ofOneThing(call('GET', `/submissions/${id}`)));
      return answer === undefined ? undefined : parsedAnswer(DocuSealSubmission, answer);
    },
    listSubmissions: (query: PageQuery) => page(DocuSealSubmission, '/submissions', { ...query }),
    async archiveSubmission(id: number): Promise<void> {
      // A missing submission counts as archived.
      await orMissing(ofOneThing(call('DELETE', `/submissions/${id}`)));
    },
    async updateSubmitter(
      id: number,
      changes: { send_email?: boolean; email?: string; name?: string; phone?: string },
    ): Promise<DocuSealSubmitter> {
      return parsedAnswer(DocuSealSubmitter, await ofOneThing(call('PUT', `/submitters/${id}`, { body: changes })));
    },
    /** Fetches a file whose address was just returned. */
    fetchFile: file,
  };
};
export type DocuSeal = ReturnType<typeof docusealAccount>;

const Service = z.object({
  id: z.string(),
  label: z.string(),
  api: z
    .url()
    .refine((url) => /^https:\/\/[a-z0-9.-]+(\/[a-z]+)?$/.test(url) || /^http:\/\/127\.0\.0\.1:\d+$/.test(url)),
  hosts: z.array(z.string()),
});
/** Parses the setting `SIGNING_SERVICES` (JSON); throws at start if it is invalid. */
export const signingServices = (setting: string): SigningService[] => z.array(Service).parse(JSON.parse(setting));
