import { randomUUID } from 'node:crypto';
import { invalid, missing, needsPro, notYours, paged, Refused, read } from './answers.ts';
import { presentTemplate } from './api-views.ts';
import { pdfOfHtml } from './html-papers.ts';
import type { Account, Field, Paper, Template } from './model.ts';
import { pageCount } from './pdf.ts';
import { CreateTemplateFromHtml, type SentDocument, UpdateTemplate } from './requests.ts';
import type { Sandbox } from './sandbox.ts';

type Query = Record<string, string>;

/** The bytes of a file that came with a call; one that asks for a password, or is cut off, is refused. */
export const pdfOf = async (base64: string): Promise<Buffer> => {
  const bytes = Buffer.from(base64, 'base64');
  if (await pageCount(bytes).catch(() => 0)) return bytes;
  if (bytes.includes('/Encrypt')) throw new Refused(422, { error: 'PDF encrypted', status: 'pdf_encrypted' });
  throw invalid('file is not a PDF');
};

/** Papers, fields and roles of documents that came with a call. */
export const takenIn = async ({ store }: Pick<Sandbox, 'store'>, documents: readonly SentDocument[]) => {
  const submitters: Template['submitters'] = [];
  const roleUuid = (name: string): string => {
    const known = submitters.find((one) => one.name === name);
    if (known) return known.uuid;
    const made = { name, uuid: randomUUID() };
    submitters.push(made);
    return made.uuid;
  };
  const papers: Paper[] = [];
  const fields: Field[] = [];
  for (const { name, file, fields: sent } of documents) {
    const bytes = await pdfOf(file);
    const uuid = randomUUID();
    papers.push({ uuid, name, file: store.addFile(`${name}.pdf`, bytes) });
    for (const { role = 'First Party', areas, ...field } of sent)
      fields.push({
        ...field,
        uuid: randomUUID(),
        submitter_uuid: roleUuid(role),
        areas: areas.map(({ page, ...area }) => ({ ...area, page: page - 1, attachment_uuid: uuid })),
      });
  }
  return { documents: papers, fields, submitters };
};

/** Makes a template of documents; the same external id again is the same template with other documents. */
const fromDocuments = async (
  sandbox: Sandbox,
  account: Account,
  { name, external_id = null, folder_name }: { name: string; external_id?: string | null; folder_name: string },
  documents: readonly SentDocument[],
): Promise<Template> => {
  const { store, now } = sandbox;
  const known = external_id && store.templates(account.key).find((one) => one.external_id === external_id);
  const given = { ...(await takenIn(sandbox, documents)), name };
  if (!known) return addTemplate(sandbox, account, { ...given, external_id, folder_name, source: 'api' });
  const changed = { ...known, ...given, updated_at: now().toISOString() };
  store.putTemplate(changed);
  return changed;
};

const found = ({ store }: Sandbox, account: Account, id: number): Template => {
  const template = store.template(account.key, id);
  if (!template) throw store.hasTemplate(id) ? notYours() : missing();
  return template;
};

export const addTemplate = (
  { store, now }: Pick<Sandbox, 'store' | 'now'>,
  account: Account,
  given: Pick<Template, 'name' | 'documents' | 'fields' | 'submitters' | 'external_id' | 'folder_name' | 'source'>,
): Template => {
  const at = now().toISOString();
  const template: Template = {
    ...given,
    id: store.number('template', 41),
    account: account.key,
    slug: store.slug(),
    ...{ archived_at: null, created_at: at, updated_at: at },
  };
  store.putTemplate(template);
  return template;
};

export const templateCalls = (sandbox: Sandbox) => {
  const { store, now } = sandbox;
  const present = (account: Account) => (template: Template) => presentTemplate(sandbox, account, template);
  return {
    list(account: Account, query: Query) {
      const wanted = (one: Template): boolean =>
        (query.archived === 'true') === (one.archived_at !== null) &&
        (!query.q || one.name.toLowerCase().includes(query.q.toLowerCase())) &&
        (!query.external_id || one.external_id === query.external_id);
      return paged(store.templates(account.key).filter(wanted), query, present(account));
    },
    get: (account: Account, id: number) => present(account)(found(sandbox, account, id)),
    async createFromHtml(account: Account, body: unknown) {
      if (!account.pro) throw needsPro('templates from HTML');
      const { html, name = 'Template', external_id, folder_name } = read(CreateTemplateFromHtml, body);
      const { bytes, fields } = await pdfOfHtml(html);
      const document = {
        name,
        file: Buffer.from(bytes).toString('base64'),
        fields: fields.map((one) => ({ ...one, options: [] })),
      };
      const given = { name, external_id: external_id ?? null, folder_name: folder_name ?? 'Default' };
      return present(account)(await fromDocuments(sandbox, account, given, [document]));
    },
    update(account: Account, id: number, body: unknown) {
      const template = found(sandbox, account, id);
      const { archived, ...changes } = read(UpdateTemplate, body);
      const at = now().toISOString();
      store.putTemplate({
        ...template,
        ...changes,
        archived_at: archived === undefined ? template.archived_at : archived ? at : null,
        updated_at: at,
      });
      return { id, updated_at: at };
    },
    clone(account: Account, id: number, body: unknown) {
      const template = found(sandbox, account, id);
      const { name = `${template.name} (Clone)` } = read(UpdateTemplate, body);
      return present(account)(addTemplate(sandbox, account, { ...template, name, external_id: null, source: 'api' }));
    },
    remove(account: Account, id: number) {
      const template = found(sandbox, account, id);
      const at = now().toISOString();
      store.putTemplate({ ...template, archived_at: at, updated_at: at });
      return { id, archived_at: at };
    },
  };
};
