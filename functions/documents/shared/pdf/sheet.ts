import type { Paper, PaperColumn, PaperPart } from '#domain/documents/printing/paper.ts';
import { drawLabels, drawTags } from './label-sheet.ts';

/** Height in points of the chart with its labels and the space after it. */
const columnsHeight = 150;
const columnLabelHeight = 14;
const columnTextHeight = 12;
const maxColumnHeight = columnsHeight - columnLabelHeight - columnTextHeight - 14;
/** Dark enough for grayscale printing; the last column is the document's subject. */
const [columnColor, lastColumnColor] = ['#8fb5a3', '#24503f'];

/** Draws columns, each with its amount above and its label below. */
const drawColumns = (
  doc: Doc,
  { x, y, width }: { x: number; y: number; width: number },
  columns: readonly PaperColumn[],
): void => {
  const each = width / Math.max(1, columns.length);
  const highest = Math.max(1, ...columns.map(({ value }) => value));
  const ground = y + columnTextHeight + maxColumnHeight;
  for (const [at, { label, text, value }] of columns.entries()) {
    const height = Math.max(0, (value / highest) * maxColumnHeight);
    const left = x + at * each;
    const isLast = at === columns.length - 1;
    if (height > 0)
      doc
        .rect(left + each * 0.12, ground - height, each * 0.76, height)
        .fillColor(isLast ? lastColumnColor : columnColor)
        .fill();
    const words = { width: each, align: 'center', lineBreak: false } as const;
    doc
      .font(isLast ? 'bold' : 'regular')
      .fontSize(8)
      .fillColor('#111111');
    doc.text(text, left, ground - height - columnTextHeight, words);
    doc.text(label, left, ground + 3, words);
  }
  doc
    .moveTo(x, ground)
    .lineTo(x + width, ground)
    .lineWidth(0.75)
    .strokeColor('#444444')
    .stroke();
};

type Doc = PDFKit.PDFDocument;
type Element = ReturnType<Doc['struct']>;
type Table = Extract<PaperPart, { kind: 'table' }>;
type Style = 'title' | 'home' | 'heading' | 'subheading' | 'body' | 'strong' | 'small';

const styles: Record<Style, { font: 'regular' | 'bold'; size: number; color: string }> = {
  title: { font: 'bold', size: 20, color: '#111111' },
  home: { font: 'bold', size: 12, color: '#111111' },
  heading: { font: 'bold', size: 13, color: '#111111' },
  subheading: { font: 'bold', size: 10.5, color: '#333333' },
  body: { font: 'regular', size: 10.5, color: '#111111' },
  strong: { font: 'bold', size: 10.5, color: '#111111' },
  small: { font: 'regular', size: 9, color: '#444444' },
};

interface Drawn {
  style: Style;
  text: string;
  x: number;
  y: number;
  width: number;
  align?: 'right' | undefined;
}
type Cell = Drawn & ({ type: 'TD' } | { type: 'TH'; scope: 'Row' | 'Column' });

const faint = '#bbbbbb';
const cellPadding = 3;
const cellGap = 8;
const labelShare = 0.32;
const keptWithTitles = 60;
const keptWithSubheading = 90;
const keptWithHeading = keptWithSubheading + 30;
const belowHeading = 3;
/** Includes the room to write above the line and the labels below. */
const signatureHeight = 60;

/** Between the page's last line, its footer, and the page number. */
const [above, between] = [12, 16];
/** A longer footer is cut with an ellipsis. */
const maxLines = 3;

/** Draws the footer at the left and the page number at the right of every page. */
const drawFeet = (doc: Doc, footer: string, asArtifact: (draw: () => void) => void): void => {
  const { start, count } = doc.bufferedPageRange();
  const { font, size, color } = styles.small;
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    const { width, height, margins } = doc.page;
    const [y, room] = [height - margins.bottom + above, width - margins.left - margins.right];
    const { bottom } = margins;
    // Below the margin the library would add a page.
    margins.bottom = 0;
    asArtifact(() => {
      doc.font(font).fontSize(size).fillColor(color);
      const number = `Page ${page - start + 1} of ${count}`;
      const words = room - doc.widthOfString(number) - between;
      const lines = maxLines * doc.currentLineHeight(true);
      doc.text(footer, margins.left, y, { width: words, height: lines, ellipsis: '…' });
      doc.text(number, margins.left, y, { width: room, lineBreak: false, align: 'right' });
    });
    margins.bottom = bottom;
  }
};

/** Places the parts of a document on pages, and in the tag tree for screen readers. */
export class Sheet {
  readonly #doc: Doc;
  readonly #root: Element;

  constructor(doc: Doc) {
    this.#doc = doc;
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
  }

  get #left(): number {
    return this.#doc.page.margins.left;
  }
  get #width(): number {
    return this.#doc.page.width - this.#doc.page.margins.left - this.#doc.page.margins.right;
  }
  get #bottom(): number {
    return this.#doc.page.height - this.#doc.page.margins.bottom;
  }

  head({ letterhead: [home = '', ...lines], title }: Paper): void {
    this.#paragraph('P', 'home', home);
    for (const line of lines) this.#paragraph('P', 'small', line);
    this.#rule(6);
    this.#paragraph('H1', 'title', title);
    this.#doc.y += 8;
  }

  /** Signature lines that follow one another stay together with their heading, so that each signer sees the others. */
  parts(parts: readonly PaperPart[]): void {
    const heightToSign = (from: number): number => {
      const after = parts.findIndex(({ kind }, at) => at >= from && kind !== 'signature');
      return ((after < 0 ? parts.length : after) - from) * signatureHeight;
    };
    for (const [at, part] of parts.entries()) {
      if (part.kind === 'signature' && parts[at - 1]?.kind !== 'signature') this.#room(heightToSign(at));
      if (part.kind === 'heading')
        this.#heading('H2', 'heading', part.text, Math.max(keptWithHeading, belowHeading + heightToSign(at + 1)));
      else this.#part(part);
    }
  }

  #part(part: Exclude<PaperPart, { kind: 'heading' }>): void {
    if (part.kind === 'subheading') this.#heading('H3', 'subheading', part.text, keptWithSubheading);
    else if (part.kind === 'text') this.#text(part.strong ? 'strong' : 'body', part.text);
    else if (part.kind === 'facts') this.#facts(part.facts);
    else if (part.kind === 'table') this.#table(part);
    else if (part.kind === 'columns') this.#columns(part);
    else if (part.kind === 'labels')
      drawLabels(this.#doc, (draw) => this.#root.add(this.#doc.struct('P', {}, draw)), part.labels);
    else if (part.kind === 'tags') drawTags(this.#doc, (draw) => this.#root.add(this.#doc.struct('P', {}, draw)), part);
    else this.#signature(part.label, part.path);
  }

  end(footer: string | undefined): void {
    this.#root.end();
    if (footer !== undefined) drawFeet(this.#doc, footer, (draw) => this.#artifact(draw, 'Pagination'));
  }

  #style(style: Style): void {
    const { font, size, color } = styles[style];
    this.#doc.font(font).fontSize(size).fillColor(color);
  }

  #heightOf(style: Style, text: string, width: number): number {
    this.#style(style);
    return this.#doc.heightOfString(text || ' ', { width });
  }

  /** Adds a page if this height does not fit; returns whether it did. */
  #room(height: number): boolean {
    if (this.#doc.y + height <= this.#bottom || this.#doc.y <= this.#doc.page.margins.top) return false;
    this.#doc.addPage();
    return true;
  }

  /** Screen readers skip artifacts. */
  #artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#doc.markContent('Artifact', { type });
    draw();
    this.#doc.endMarkedContent();
  }

  #rule(space: number): void {
    const y = this.#doc.y + space;
    this.#artifact(() => {
      this.#doc
        .moveTo(this.#left, y)
        .lineTo(this.#left + this.#width, y)
        .lineWidth(0.75)
        .strokeColor(faint)
        .stroke();
    });
    this.#doc.y = y + space;
  }

  #paragraph(type: 'P' | 'H1' | 'H2' | 'H3', style: Style, text: string): void {
    const { y } = this.#doc;
    // A text longer than the page continues on the next one, in the same tag.
    const draw = () => this.#draw({ style, text, x: this.#left, y, width: this.#width });
    this.#root.add(this.#doc.struct(type, {}, draw));
  }

  #text(style: 'body' | 'strong', text: string): void {
    this.#paragraph('P', style, text);
    this.#doc.y += 6;
  }

  #heading(type: 'H2' | 'H3', style: 'heading' | 'subheading', text: string, kept: number): void {
    const above = type === 'H2' ? 10 : 4;
    this.#room(above + this.#heightOf(style, text, this.#width) + kept);
    this.#doc.y += above;
    this.#paragraph(type, style, text);
    this.#doc.y += belowHeading;
  }

  #facts(facts: Extract<PaperPart, { kind: 'facts' }>['facts']): void {
    const labelWidth = this.#width * labelShare;
    const valueWidth = this.#width - labelWidth - cellGap;
    let table: Element | undefined;
    for (const { label, value } of facts) {
      const height = Math.max(this.#heightOf('small', label, labelWidth), this.#heightOf('body', value, valueWidth));
      if (height > (this.#bottom - this.#doc.page.margins.top) / 2) {
        // Long text flows over pages, under its label.
        table?.end();
        table = undefined;
        this.#heading('H3', 'subheading', label, keptWithSubheading);
        this.#paragraph('P', 'body', value);
        this.#doc.y += 4;
        continue;
      }
      this.#room(height + cellPadding);
      table ??= this.#begin('Table');
      const row = this.#within(table, 'TR');
      const y = this.#doc.y;
      this.#cell(row, {
        type: 'TH',
        scope: 'Row',
        style: 'small',
        text: label,
        x: this.#left,
        y: y + 1,
        width: labelWidth,
      });
      const x = this.#left + labelWidth + cellGap;
      this.#cell(row, { type: 'TD', style: 'body', text: value, x, y, width: valueWidth });
      row.end();
      this.#doc.y = y + height + cellPadding;
    }
    table?.end();
    this.#doc.y += 4;
  }

  #begin(type: 'Table'): Element {
    const element = this.#doc.struct(type);
    this.#root.add(element);
    return element;
  }

  #within(parent: Element, type: 'TR'): Element {
    const element = this.#doc.struct(type);
    parent.add(element);
    return element;
  }

  #cell(row: Element, cell: Cell): void {
    // The library's types do not include scope.
    const options: object = cell.type === 'TH' ? { scope: cell.scope } : {};
    row.add(this.#doc.struct(cell.type, options, () => this.#draw(cell)));
  }

  #draw({ style, text, x, y, width, align }: Drawn): void {
    this.#style(style);
    this.#doc.text(text, x, y, { width, ...(align ? { align } : {}) });
  }

  #table({ columns, rows, sums = [] }: Table): void {
    const places: { x: number; width: number }[] = [];
    for (const { width } of columns) {
      const before = places.at(-1);
      places.push({ x: before ? before.x + before.width : this.#left, width: width * this.#width });
    }
    const cellsOf = (row: readonly string[], style: Style) =>
      columns.map(({ align }, at) => {
        const { x = this.#left, width = 0 } = places[at] ?? {};
        // The label of a total spans the empty cells after it.
        const next = row.findIndex((text, other) => other > at && text !== '');
        const until = style === 'strong' && next > at + 1 ? places[next]?.x : undefined;
        const last = at === columns.length - 1;
        const room = until === undefined ? width : until - x;
        return { style, text: row[at] ?? '', x, width: last ? width : room - cellGap, align };
      });
    const heightOf = (cells: ReturnType<typeof cellsOf>): number =>
      Math.max(...cells.map(({ style, text, width }) => this.#heightOf(style, text, width))) + 2 * cellPadding;
    const titles = cellsOf(
      columns.map(({ label }) => label),
      'subheading',
    );
    const table = this.#begin('Table');
    const titleRow = (again: boolean): void => {
      const y = this.#doc.y + cellPadding;
      const height = heightOf(titles);
      // Repeated titles are artifacts, so that screen readers read them once.
      if (again) for (const cell of titles) this.#artifact(() => this.#draw({ ...cell, y }));
      else
        this.#row(
          table,
          titles.map((cell) => ({ ...cell, y, type: 'TH' as const, scope: 'Column' as const })),
        );
      this.#doc.y = y - cellPadding + height;
      this.#rule(0);
    };
    this.#room(heightOf(titles) + keptWithTitles);
    titleRow(false);
    const lines = [
      ...rows.map((row) => ({ row, style: 'body' as const, ruled: false })),
      ...sums.map((row, at) => ({ row, style: 'strong' as const, ruled: at === 0 })),
    ];
    for (const [at, { row, style, ruled }] of lines.entries()) {
      const cells = cellsOf(row, style);
      const height = heightOf(cells);
      // Totals stay with the last row, so that no total is on a page of its own.
      const totalHeights =
        at === Math.max(rows.length - 1, 0) ? sums.map((sum) => heightOf(cellsOf(sum, 'strong'))) : [];
      if (this.#room(totalHeights.reduce((all, rowHeight) => all + rowHeight, height))) titleRow(true);
      if (ruled) this.#rule(1);
      const y = this.#doc.y + cellPadding;
      this.#row(
        table,
        cells.map((cell) => ({ ...cell, y, type: 'TD' as const })),
      );
      this.#doc.y = y - cellPadding + height;
    }
    table.end();
    this.#doc.y += 8;
  }

  #row(table: Element, cells: readonly Cell[]): void {
    const row = this.#within(table, 'TR');
    for (const cell of cells) this.#cell(row, cell);
    row.end();
  }

  #columns({ altText, columns }: Extract<PaperPart, { kind: 'columns' }>): void {
    this.#room(columnsHeight);
    const [x, y] = [this.#left, this.#doc.y];
    const draw = () => drawColumns(this.#doc, { x, y, width: this.#width }, columns);
    this.#root.add(this.#doc.struct('Figure', { alt: altText }, draw));
    this.#doc.y = y + columnsHeight;
  }

  #signature(label: string, path?: string): void {
    this.#room(signatureHeight);
    const top = this.#doc.y;
    if (path)
      this.#artifact(() => {
        // The box of 300 by 100 fits above the line.
        this.#doc.save().translate(this.#left, top).scale(0.34);
        this.#doc.path(path).lineWidth(4).strokeColor('#111111').stroke().restore();
      });
    this.#doc.y = top + 34;
    const y = this.#doc.y;
    this.#artifact(() => {
      this.#doc
        .moveTo(this.#left, y)
        .lineTo(this.#left + this.#width * 0.55, y)
        .lineWidth(0.75)
        .strokeColor('#444444')
        .stroke();
    });
    this.#doc.y = y + 3;
    this.#paragraph('P', 'small', label);
  }
}
