import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** What the browser puts on sheets of Letter paper, as text; the sheets are kept beside the test's results. */
export const printed = async (page: Page, info: TestInfo, name: string): Promise<string> => {
  const sheets = await page.pdf({
    format: 'Letter',
    preferCSSPageSize: true,
    printBackground: true,
    path: info.outputPath(`${name}.pdf`),
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(sheets)), { mergePages: true });
  // A name with a hyphen may go on in the next line.
  return text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\w)(?:- | -)(?=\w)/g, '-');
};

/** What a reader of a sheet could not follow, press or read to its end: as wide as Letter paper is within its margins. */
export const faultsOnPaper = async (page: Page): Promise<string[]> => {
  const size = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 725, height: 950 });
  const faults = await page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const named = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    // What can be pressed and is something to read, such as an answer or a heading, is that on paper.
    const toDo =
      /^(Add|Back|Cancel|Choose|Clear|Close|Compare|Correct|Copy|Customize|Delete|Edit|Expand|Export|Finalize|More|Next(?! of [Kk]in)|Open|Previous|Print|Read|Record|Refresh|Save|Show|Upload|Write)\b/;
    const pressed = [...document.querySelectorAll('nav, button, [role="button"]')]
      .filter((one) => {
        const text = (one.textContent ?? '').trim();
        if (!isSeen(one)) return false;
        // Which part of a page it is may stay; what leads elsewhere may not.
        if (one.matches('nav')) return [...one.querySelectorAll('a:not([aria-current])')].some(isSeen);
        // Without a word it is a sign, or lies unseen over an answer.
        return text === '' ? one.querySelector('svg') !== null : toDo.test(text);
      })
      .map((one) => `${one.tagName} “${named(one).slice(0, 40)}”`);
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (!isSeen(one) || one.clientWidth <= 1 || !one.textContent?.trim()) return false;
      return (
        (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) ||
        (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1)
      );
    });
    const beyond = [...document.querySelectorAll('main *, [data-side-panel] *')].filter(
      (one) => isSeen(one) && one.childElementCount === 0 && one.getBoundingClientRect().right > innerWidth + 1,
    );
    const texts = (all: Element[], what: string) => all.map((one) => `${what}: “${named(one).slice(0, 60)}”`);
    return [...pressed, ...texts(cut, 'cut'), ...texts(beyond, 'beyond the sheet')];
  });
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
  return faults;
};

/**
 * Expects the preview of a PDF to show its pages from such an address. This browser may have no viewer of its own, as those
 * of phones: the pages are opened apart then.
 */
export const expectPages = async (preview: Locator, address: RegExp): Promise<void> => {
  if (await preview.page().evaluate(() => navigator.pdfViewerEnabled))
    await expect(preview.locator('iframe')).toHaveAttribute('src', address);
  else await expect(preview.getByRole('link', { name: 'Open the PDF' })).toHaveAttribute('href', address);
};
