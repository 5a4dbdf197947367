// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Document } from '#domain/documents/document.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { DocumentPreview } from './document-preview.tsx';

const link = 'https://files.example/permit.pdf?response-content-disposition=inline';
const permit = { id: 'd', file_name: 'Permit.pdf', content_type: 'application/pdf' } as Partial<Document> as Document;

const List = () => {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setShown(true)}>
        Permit.pdf
      </button>
      {shown && <DocumentPreview document={permit} onDownload={() => {}} onClose={() => setShown(false)} />}
    </>
  );
};
const open = async (pdfViewerEnabled: boolean) => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: pdfViewerEnabled });
  renderPage(<List />, {
    call: answering({ 'GET /api/documents/documents/{id}/download/': () => ({ download_url: link }) }),
  });
  const name = await screen.findByRole('button', { name: 'Permit.pdf' });
  name.focus();
  fireEvent.click(name);
  return name;
};

afterEach(() => Reflect.deleteProperty(navigator, 'pdfViewerEnabled'));

describe('DocumentPreview', () => {
  it('shows a PDF in the page of a browser that can show PDFs', async () => {
    await open(true);
    expect((await screen.findByTitle('Permit.pdf')).getAttribute('src')).toBe(link);
  });

  it('opens a PDF in a tab if the browser cannot show it in a page', async () => {
    await open(false);
    const away = await screen.findByRole('link', { name: 'Open the PDF' });
    expect([away.getAttribute('href'), away.getAttribute('target')]).toEqual([link, '_blank']);
    expect(screen.queryByTitle('Permit.pdf')).toBeNull();
  });
});
