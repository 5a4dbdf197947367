/**
 * Lets the browser keep the parts of the site that a call needs without a connection, once nothing else is loading. The
 * worker's file is asked for anew each time, so that a deployment is noticed (docs/decisions/0083). Browsers without it,
 * and private windows that refuse, work as before.
 */
export const keepForOffline = (): (() => void) | undefined => {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  const register = () => void serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (document.readyState === 'complete') return register();
  window.addEventListener('load', register, { once: true });
  return () => window.removeEventListener('load', register);
};
