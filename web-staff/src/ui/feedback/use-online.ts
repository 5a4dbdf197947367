import { useEffect, useState } from 'react';

/** What the browser says of the connection; that a call fails is another matter. */
export const useOnline = (): boolean => {
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
};
