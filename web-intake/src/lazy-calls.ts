import { call, type EmailedDraft, json, type Rows } from './calls.ts';

const row = { method: 'POST', permission: 'public', body: json, response: json };

/** Endpoints of code that is loaded on a click; `calls.test.ts` compares them with the contract. */
export const lazyEndpoints = {
  keepDraft: { ...row, path: '/api/forms/public/drafts/', status: 201 },
  askDraftCode: { ...row, path: '/api/forms/public/drafts/code/' },
  openDraft: { ...row, path: '/api/forms/public/drafts/open/' },
  addPaper: { ...row, path: '/api/forms/public/papers/{a}/{b}/', body: { kind: 'multipart' }, status: 201 },
} as unknown as Pick<Rows, 'keepDraft' | 'askDraftCode' | 'openDraft' | 'addPaper'>;

type Body<Name extends keyof typeof lazyEndpoints> = Parameters<typeof call<Rows[Name]>>[1]['body'];

export const keepReport = (body: Body<'keepDraft'>) =>
  call(lazyEndpoints.keepDraft, { body }, { idempotencyKey: crypto.randomUUID() });
export const askCode = (body: EmailedDraft) => call(lazyEndpoints.askDraftCode, { body });
export const openReport = (body: Body<'openDraft'>) => call(lazyEndpoints.openDraft, { body });
export const sendPaper = (reference: string, code: string, file: File, idempotencyKey: string) =>
  call(
    lazyEndpoints.addPaper,
    { params: { a: reference, b: code }, body: { fields: {}, files: { file } } },
    { idempotencyKey },
  );
