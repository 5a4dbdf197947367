import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';
import type { Field, Submission } from './store.ts';

const fontAt = (name: string) =>
  readFileSync(new URL(`../../../functions/documents/shared/pdf/fonts/SourceSans3-${name}.ttf`, import.meta.url));
let fonts: { regular: Buffer; bold: Buffer } | undefined;

export const drawn = async (
  draw: (doc: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array<ArrayBuffer>> => {
  fonts ??= { regular: fontAt('Regular'), bold: fontAt('Bold') };
  const doc = new PDFKit({ size: 'LETTER', margin: 54, font: fonts.regular as unknown as string, ...options });
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  draw(doc);
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
};

export interface FormLine {
  text: string;
  field?: { name: string; type: string; role: string; required?: boolean; options?: string[] };
}

const lineHeight = 44;
const page = { width: 612, height: 792 };
const left = 54;
const top = 150;

export const areaOfLine = (n: number, { type }: { type: string }) => ({
  x: (type === 'checkbox' ? left : left + 170) / page.width,
  y: (top + n * lineHeight - 6) / page.height,
  w: (type === 'checkbox' ? 16 : 300) / page.width,
  h: (type === 'signature' || type === 'initials' ? 34 : 20) / page.height,
  page: 0,
});

/** Renders a form as a user would upload it: title, introduction, and a line per field. */
export const formPdf = (title: string, introduction: string, lines: readonly FormLine[]) =>
  drawn((doc) => {
    doc.font('bold').fontSize(18).text(title, left, 54);
    doc
      .font('regular')
      .fontSize(10.5)
      .text(introduction, left, 84, { width: page.width - 2 * left });
    for (const [n, { text, field }] of lines.entries()) {
      const y = top + n * lineHeight;
      const isBox = field?.type === 'checkbox';
      doc.fontSize(10.5).text(text, isBox ? left + 24 : left, y, { width: isBox ? 440 : field ? 160 : 500 });
      if (!field) continue;
      if (isBox) doc.rect(left, y - 2, 14, 14).stroke('#888888');
      else
        doc
          .moveTo(left + 170, y + 16)
          .lineTo(left + 470, y + 16)
          .stroke('#888888');
    }
  });

const isPicture = (value: string): boolean => value.startsWith('data:image/png;base64,');

const drawField = (doc: PDFKit.PDFDocument, { type, areas }: Field, value: string, onPage: number): void => {
  const { width, height } = doc.page;
  for (const { x, y, w, h, page: at } of areas) {
    if (at !== onPage) continue;
    const box = { x: x * width, y: y * height, width: w * width, height: h * height };
    if (isPicture(value))
      doc.image(Buffer.from(value.slice(value.indexOf(',') + 1), 'base64'), box.x, box.y, {
        fit: [box.width, box.height],
      });
    else if (type === 'checkbox') {
      if (value === 'true') doc.fontSize(12).text('X', box.x + 3, box.y + 2, { lineBreak: false });
    } else {
      const isSignature = type === 'signature' || type === 'initials';
      const size = isSignature ? Math.min(18, box.height * 0.7) : Math.min(10.5, box.height * 0.8);
      doc
        .fillColor(isSignature ? '#14307a' : '#111111')
        .fontSize(size)
        .text(value, box.x + 2, box.y + Math.max(0, (box.height - size * 1.3) / 2), {
          width: box.width,
          height: box.height,
          ellipsis: true,
          oblique: isSignature,
        });
    }
  }
};

/** Opens a PDF without a password, as DocuSeal does, which suffices if a password only protects changes. */
const opened = (bytes: Uint8Array): Promise<PDFDocument> => PDFDocument.load(bytes, { password: '' });

export const filledPdf = async (
  bytes: Uint8Array,
  fields: readonly Field[],
  filledIn: (field: Field) => string | undefined,
): Promise<Uint8Array<ArrayBuffer>> => {
  const target = await opened(bytes);
  const pages = target.getPages();
  const overlay = await drawn(
    (doc) => {
      for (const [n, page] of pages.entries()) {
        const { width, height } = page.getSize();
        doc.addPage({ size: [width, height], margin: 0 });
        for (const field of fields) {
          const value = filledIn(field);
          if (value) drawField(doc.fillColor('#111111').font('regular'), field, value, n);
        }
      }
    },
    { autoFirstPage: false },
  );
  const overlays = await target.embedPdf(
    await PDFDocument.load(overlay),
    pages.map((_, n) => n),
  );
  for (const [n, page] of pages.entries()) {
    const over = overlays[n];
    if (over) page.drawPage(over);
  }
  return new Uint8Array(await target.save());
};

export const pageCount = async (bytes: Uint8Array): Promise<number> => (await opened(bytes)).getPageCount();

export const mergedPdf = async (files: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> => {
  const target = await PDFDocument.create();
  for (const bytes of files) {
    const source = await opened(bytes);
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
  }
  return new Uint8Array(await target.save());
};

export const auditPdf = ({ id, name, submitters, events, documents }: Submission) =>
  drawn((doc) => {
    doc.font('bold').fontSize(18).text('Audit Log');
    doc
      .font('regular')
      .fontSize(10.5)
      .text(`Submission ${id}${name ? `: ${name}` : ''}`);
    doc.text(`Documents: ${documents.map((document) => document.name).join(', ')}`).moveDown();
    for (const submitter of submitters) {
      doc.font('bold').text(`${submitter.role}: ${submitter.name ?? submitter.email ?? ''}`);
      doc
        .font('regular')
        .text(`${submitter.email ?? 'no e-mail'} · ${submitter.ip ?? 'no address'} · ${submitter.ua ?? ''}`);
      doc.text(`Completed ${submitter.completed_at ?? '–'}`).moveDown(0.5);
    }
    doc.moveDown().font('bold').text('Events').font('regular');
    for (const event of events) {
      const who = submitters.find((submitter) => submitter.id === event.submitter_id);
      doc.text(`${event.event_timestamp}  ${event.event_type}  ${who?.name ?? who?.email ?? ''}`);
    }
  });
