/** The longest side of a photograph that is sent, in pixels: print on a paper can be read well. */
const maxSide = 2400;
const quality = 0.85;

/**
 * A photograph as it is sent: small enough for a phone's connection, as JPEG, and without what a camera notes beside the picture, such
 * as where it was taken. What the browser cannot draw (a PDF, some phones' pictures elsewhere) stays as it is.
 */
export const downscalePhoto = async (file: File): Promise<File> => {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    // What can be seen through would be black in a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    return drawn ? new File([drawn], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  }
};
