import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageOf } from '#domain/shared/contract/client.ts';
import { apiClient, dataOf, formOf, once } from './api-client.ts';

const answer =
  (body: unknown, status = 200) =>
  async (request: Request) => {
    sent.push(request);
    return Response.json(body, { status });
  };
let sent: Request[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  sent = [];
});

describe('API client', () => {
  it('sends the token and the idempotency key of a staff call', async () => {
    vi.stubGlobal('fetch', answer({ id: 'x' }, 201));
    const params = once();
    const body = { email: 'staff@stillwater.example', role: 'coordinator' as const };
    const client = apiClient('https://staff.example', async () => 'token');
    await dataOf(client.POST('/api/customers/team-invitations/', { params, body }));
    const [request] = sent;
    expect(request?.url).toBe('https://staff.example/api/customers/team-invitations/');
    expect(request?.headers.get('authorization')).toBe('Bearer token');
    expect(request?.headers.get('idempotency-key')).toBe(params.header['Idempotency-Key']);
    expect(await request?.json()).toEqual(body);
  });

  it('sends a file as a form', async () => {
    vi.stubGlobal('fetch', answer({ success: true, file_name: 'scan.png' }, 201));
    const params = { path: { a: 'R-1', b: 'code' } };
    const body = { file: new File(['x'], 'scan.png', { type: 'image/png' }) };
    const call = apiClient('https://family.example').POST('/api/forms/public/papers/{a}/{b}/', {
      ...{ params, body, bodySerializer: formOf },
    });
    expect(await dataOf(call)).toEqual({ success: true, file_name: 'scan.png' });
    expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[0]?.headers.get('authorization')).toBeNull();
  });

  it("throws the server's message when a call fails", async () => {
    vi.stubGlobal('fetch', answer({ detail: 'Invitation has expired' }, 410));
    const params = { path: { token: 'x' } };
    const call = dataOf(apiClient('https://staff.example').GET('/api/customers/invitations/{token}/', { params }));
    expect(messageOf(await call.catch((error: unknown) => error))).toBe('Invitation has expired');
  });
});
