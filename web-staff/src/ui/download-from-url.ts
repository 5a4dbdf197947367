export const downloadFromUrl = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
};
