import { drawn } from './pdf.ts';

/** A field of a page as a tag of the HTML names it, with where it came to stand; pages from 1. */
export interface TaggedField {
  name: string;
  type: string;
  role: string;
  required: boolean;
  areas: { x: number; y: number; w: number; h: number; page: number }[];
}

type Piece = { text: string } | { field: Omit<TaggedField, 'areas'>; width: number; height: number };

const pointsPerPixel = 0.75;
const left = 54;
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
      ...{ type, name: attribute(tag, 'name'), role: attribute(tag, 'role') || 'First Party' },
      required: attribute(tag, 'required') !== 'false',
    },
    width: pixels(style, 'width', 160),
    height: pixels(style, 'height', 20),
  };
};

/** What stands in a block: its words, and the fields between them. */
const piecesOf = (html: string): Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of html.matchAll(/<([a-z]+)-field([^>]*)>\s*<\/\1-field>/g)) {
    pieces.push({ text: plain(html.slice(from, found.index)) }, fieldOf(found[1] ?? '', found[2] ?? ''));
    from = found.index + found[0].length;
  }
  return [...pieces, { text: plain(html.slice(from)) }].filter((one) => 'field' in one || one.text.trim() !== '');
};

/**
 * A PDF of the headings and paragraphs of some HTML, each below the one before, with the fields that its tags name. It
 * plays as much of DocuSeal's rendering as the product asks of it: words of a block stand before and behind its field.
 */
export const pdfOfHtml = async (html: string) => {
  const fields: TaggedField[] = [];
  let page = 1;
  const bytes = await drawn((doc) => {
    const { width, height } = doc.page;
    let y = left;
    const room = (wanted: number): void => {
      if (y + wanted <= height - left) return;
      doc.addPage();
      page += 1;
      y = left;
    };
    for (const [, tag, inner = ''] of html.matchAll(/<(h1|p)>([\s\S]*?)<\/\1>/g)) {
      doc.font(tag === 'h1' ? 'bold' : 'regular').fontSize(tag === 'h1' ? 18 : 10.5);
      const pieces = piecesOf(inner);
      const taken = pieces.reduce((sum, one) => sum + ('field' in one ? one.width : 0), 0);
      const forWords = width - 2 * left - taken - 8;
      const tallest = (one: Piece): number =>
        'field' in one ? one.height : doc.heightOfString(one.text.trim(), { width: forWords });
      const wanted = Math.max(...pieces.map(tallest), 0) + lineGap;
      room(wanted);
      let x = left;
      for (const one of pieces) {
        if ('field' in one) {
          const area = { x: x / width, y: y / height, w: one.width / width, h: one.height / height, page };
          fields.push({ ...one.field, areas: [area] });
          doc.rect(x, y, one.width, one.height).stroke('#bbbbbb');
          x += one.width + 8;
        } else {
          doc.text(one.text.trim(), x, y, { width: forWords });
          x += pieces.length > 1 ? Math.min(forWords, doc.widthOfString(one.text.trim())) + 8 : 0;
        }
      }
      y += wanted;
    }
  });
  return { bytes, fields };
};
