import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** Prints a page on Letter paper into the test's results; returns its text. */
export const printed = async (page: Page, info: TestInfo, name: string): Promise<string> => {
  const sheets = await page.pdf({
    format: 'Letter',
    preferCSSPageSize: true,
    printBackground: true,
    path: info.outputPath(`${name}.pdf`),
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(sheets)), { mergePages: true });
  // Hyphenated names may be broken across lines.
  return text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\w)(?:- | -)(?=\w)/g, '-');
};

/** Returns controls, cut text, and text beyond the margins of a printed page. */
export const problemsOnPaper = async (page: Page): Promise<string[]> => {
  const size = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 725, height: 950 });
  const problems = await page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const named = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    // Buttons with text to read, such as an answer or a heading, may be printed.
    const toDo =
      /^(Add|Back|Cancel|Choose|Clear|Close|Compare|Correct|Copy|Customize|Delete|Edit|Expand|Export|Finalize|More|Next(?! of [Kk]in)|Open|Previous|Print|Read|Record|Refresh|Save|Show|Upload|Write)\b/;
    const pressed = [...document.querySelectorAll('nav, button, [role="button"]')]
      .filter((one) => {
        const text = (one.textContent ?? '').trim();
        if (!isSeen(one)) return false;
        // The current part of a page may be printed, but no link elsewhere.
        if (one.matches('nav')) return [...one.querySelectorAll('a:not([aria-current])')].some(isSeen);
        // Without text it is an icon, or invisible over an answer.
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
  return problems;
};

/** Expects a PDF preview to show pages from an address. A browser without a PDF viewer, as on phones, links to them. */
export const expectPages = async (preview: Locator, address: RegExp): Promise<void> => {
  if (await preview.page().evaluate(() => navigator.pdfViewerEnabled))
    await expect(preview.locator('iframe')).toHaveAttribute('src', address);
  else await expect(preview.getByRole('link', { name: 'Open the PDF' })).toHaveAttribute('href', address);
};
