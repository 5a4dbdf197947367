export const download = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

export const downloadFromUrl = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
};
