import { Button } from '@mantine/core';
import { useState } from 'react';
import { PageHeader } from '../ui/page/page-header.tsx';
import { figurePieces } from './figure-pieces.tsx';
import classes from './gallery-page.module.css';
import { inputPieces } from './input-pieces.tsx';
import { listPieces } from './list-pieces.tsx';
import type { GalleryItem } from './piece.ts';
import { recordPieces } from './record-pieces.tsx';

const gallery: readonly GalleryItem[] = [...recordPieces, ...listPieces, ...inputPieces, ...figurePieces];

/** Every piece that screens are made of, in every state, for whoever builds the next one or changes one of these. */
export const GalleryPage = () => {
  const [narrow, setNarrow] = useState(false);
  return (
    <main className={classes.page} style={narrow ? { maxWidth: '24.375rem' } : undefined}>
      <PageHeader
        title="Pieces"
        lead={`${gallery.length} pieces of web-staff/src/ui, each in every state.`}
        actions={
          <Button variant="default" aria-pressed={narrow} onClick={() => setNarrow(!narrow)}>
            {narrow ? 'As wide as the window' : 'As narrow as a phone'}
          </Button>
        }
      />
      {gallery.map(({ name, states }) => (
        <section key={name} className={classes.piece} aria-label={name}>
          <h2 className={classes.name}>{name}</h2>
          <div className={classes.grid}>
            {Object.entries(states).map(([state, drawn]) => (
              <div key={state}>
                <p className={classes.state}>{state}</p>
                {drawn}
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  );
};
