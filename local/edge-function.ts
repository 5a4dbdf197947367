import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { Site } from '#infra/security-headers.ts';

/** A request as CloudFront Functions see it (event version 1.0). */
export interface EdgeRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
  querystring?: Record<string, { value: string }>;
  cookies?: Record<string, { value: string }>;
}

/** What the function answers goes on to the origin. */
export type EdgeFunction = (request: EdgeRequest, viewerIp: string) => EdgeRequest;

type Handler = (event: { version: '1.0'; viewer: { ip: string }; request: EdgeRequest }) => EdgeRequest;

/** The very CloudFront Function that infra/ deploys, run here: the file is a script that defines `handler`. */
export function loadEdgeFunction(name: 'api-request' | `${Site}-page-routing`): EdgeFunction {
  const url = new URL(`../infra/edge/${name}.js`, import.meta.url);
  const handler = runInNewContext(`${readFileSync(url, 'utf8')}\nhandler`, {}, { filename: url.pathname }) as Handler;
  return (request, ip) => handler({ version: '1.0', viewer: { ip }, request });
}
