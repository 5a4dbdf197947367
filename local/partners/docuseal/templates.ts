import { randomUUID } from 'node:crypto';
import {
  CreateTemplateFromHtml,
  invalid,
  missing,
  needsPro,
  notYours,
  paged,
  Refused,
  read,
  type SentDocument,
  UpdateTemplate,
} from './answers.ts';
import { drawn, pageCount } from './pdf.ts';
import { presentTemplate, type Sandbox } from './sandbox.ts';
import type { Account, Field, Paper, Template } from './store.ts';

/** A field from an HTML tag with its position; pages from 1. */
interface TaggedField {
  name: string;
  type: string;
  role: string;
  required: boolean;
  areas: { x: number; y: number; w: number; h: number; page: number }[];
}

type Piece = { text: string } | { field: Omit<TaggedField, 'areas'>; width: number; height: number };

const pointsPerPixel = 0.75;
const margin = 54;
const lineGap = 6;

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const attribute = (tag: string, name: string): string => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
const pixels = (style: string, name: string, otherwise: number): number =>
  Number(new RegExp(`(?:^|[ ;])${name}: ?(\\d+)px`).exec(style)?.[1] ?? otherwise) * pointsPerPixel;

const fieldOf = (type: string, tag: string): Piece => {
  const style = attribute(tag, 'style');
  return {
    field: {
      type,
      name: attribute(tag, 'name'),
      role: attribute(tag, 'role') || 'First Party',
      required: attribute(tag, 'required') !== 'false',
    },
    width: pixels(style, 'width', 160),
    height: pixels(style, 'height', 20),
  };
};

const piecesOf = (html: string): Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of html.matchAll(/<([a-z]+)-field([^>]*)>\s*<\/\1-field>/g)) {
    pieces.push({ text: plain(html.slice(from, match.index)) }, fieldOf(match[1] ?? '', match[2] ?? ''));
    from = match.index + match[0].length;
  }
  return [...pieces, { text: plain(html.slice(from)) }].filter((piece) => 'field' in piece || piece.text.trim() !== '');
};

/**
 * Renders headings and paragraphs of HTML as a PDF with the fields of its tags. Only as much of DocuSeal's rendering as
 * the product needs: text may be before and after a block's field.
 */
const pdfOfHtml = async (html: string) => {
  const fields: TaggedField[] = [];
  let page = 1;
  const bytes = await drawn((doc) => {
    const { width, height } = doc.page;
    let y = margin;
    const room = (wanted: number): void => {
      if (y + wanted <= height - margin) return;
      doc.addPage();
      page += 1;
      y = margin;
    };
    for (const [, tag, inner = ''] of html.matchAll(/<(h1|p)>([\s\S]*?)<\/\1>/g)) {
      doc.font(tag === 'h1' ? 'bold' : 'regular').fontSize(tag === 'h1' ? 18 : 10.5);
      const pieces = piecesOf(inner);
      const fixedWidth = pieces.reduce((sum, fixedWidth) => sum + ('field' in fixedWidth ? fixedWidth.width : 0), 0);
      const forWords = width - 2 * margin - fixedWidth - 8;
      const tallest = (piece: Piece): number =>
        'field' in piece ? piece.height : doc.heightOfString(piece.text.trim(), { width: forWords });
      const lineHeight = Math.max(...pieces.map(tallest), 0) + lineGap;
      room(lineHeight);
      let x = margin;
      for (const piece of pieces) {
        if ('field' in piece) {
          const area = { x: x / width, y: y / height, w: piece.width / width, h: piece.height / height, page };
          fields.push({ ...piece.field, areas: [area] });
          doc.rect(x, y, piece.width, piece.height).stroke('#bbbbbb');
          x += piece.width + 8;
        } else {
          doc.text(piece.text.trim(), x, y, { width: forWords });
          x += pieces.length > 1 ? Math.min(forWords, doc.widthOfString(piece.text.trim())) + 8 : 0;
        }
      }
      y += lineHeight;
    }
  });
  return { bytes, fields };
};

type Query = Record<string, string>;

/** Returns the bytes of a file in a call; an encrypted or truncated one is rejected. */
export const pdfOf = async (base64: string): Promise<Buffer> => {
  const bytes = Buffer.from(base64, 'base64');
  if (await pageCount(bytes).catch(() => 0)) return bytes;
  if (bytes.includes('/Encrypt')) throw new Refused(422, { error: 'PDF encrypted', status: 'pdf_encrypted' });
  throw invalid('file is not a PDF');
};

export const takenIn = async ({ store }: Pick<Sandbox, 'store'>, documents: readonly SentDocument[]) => {
  const submitters: Template['submitters'] = [];
  const roleUuid = (name: string): string => {
    const storedSubmitter = submitters.find((submitter) => submitter.name === name);
    if (storedSubmitter) return storedSubmitter.uuid;
    const submitter = { name, uuid: randomUUID() };
    submitters.push(submitter);
    return submitter.uuid;
  };
  const papers: Paper[] = [];
  const fields: Field[] = [];
  for (const { name, file, fields: sentFields } of documents) {
    const bytes = await pdfOf(file);
    const uuid = randomUUID();
    papers.push({ uuid, name, file: store.addFile(`${name}.pdf`, bytes) });
    for (const { role = 'First Party', areas, ...field } of sentFields)
      fields.push({
        ...field,
        uuid: randomUUID(),
        submitter_uuid: roleUuid(role),
        areas: areas.map(({ page, ...area }) => ({ ...area, page: page - 1, attachment_uuid: uuid })),
      });
  }
  return { documents: papers, fields, submitters };
};

const fromDocuments = async (
  sandbox: Sandbox,
  account: Account,
  { name, external_id = null, folder_name }: { name: string; external_id?: string | null; folder_name: string },
  documents: readonly SentDocument[],
): Promise<Template> => {
  const { store, now } = sandbox;
  const storedTemplate =
    external_id && store.templates(account.key).find((template) => template.external_id === external_id);
  const content = { ...(await takenIn(sandbox, documents)), name };
  if (!storedTemplate) return addTemplate(sandbox, account, { ...content, external_id, folder_name, source: 'api' });
  const changed = { ...storedTemplate, ...content, updated_at: now().toISOString() };
  store.putTemplate(changed);
  return changed;
};

const requireTemplate = ({ store }: Sandbox, account: Account, id: number): Template => {
  const template = store.template(account.key, id);
  if (!template) throw store.hasTemplate(id) ? notYours() : missing();
  return template;
};

export const addTemplate = (
  { store, now }: Pick<Sandbox, 'store' | 'now'>,
  account: Account,
  content: Pick<Template, 'name' | 'documents' | 'fields' | 'submitters' | 'external_id' | 'folder_name' | 'source'>,
): Template => {
  const at = now().toISOString();
  const template: Template = {
    ...content,
    id: store.number('template', 41),
    account: account.key,
    slug: store.slug(),
    archived_at: null,
    created_at: at,
    updated_at: at,
  };
  store.putTemplate(template);
  return template;
};

export const templateCalls = (sandbox: Sandbox) => {
  const { store, now } = sandbox;
  const present = (template: Template) => presentTemplate(sandbox, template);
  return {
    list(account: Account, query: Query) {
      const isListed = (template: Template): boolean =>
        (query.archived === 'true') === (template.archived_at !== null) &&
        (!query.external_id || template.external_id === query.external_id);
      return paged(store.templates(account.key).filter(isListed), query, present);
    },
    get: (account: Account, id: number) => present(requireTemplate(sandbox, account, id)),
    async createFromHtml(account: Account, body: unknown) {
      if (!account.pro) throw needsPro('templates from HTML');
      const { html, name = 'Template', external_id, folder_name } = read(CreateTemplateFromHtml, body);
      const { bytes, fields } = await pdfOfHtml(html);
      const document = {
        name,
        file: Buffer.from(bytes).toString('base64'),
        fields: fields.map((field) => ({ ...field, options: [] })),
      };
      const content = { name, external_id: external_id ?? null, folder_name: folder_name ?? 'Default' };
      return present(await fromDocuments(sandbox, account, content, [document]));
    },
    update(account: Account, id: number, body: unknown) {
      const template = requireTemplate(sandbox, account, id);
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
  };
};
