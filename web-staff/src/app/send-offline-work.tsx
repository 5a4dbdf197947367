import { SendOfflineMoves } from '../care/send-offline-moves.tsx';
import { SendOfflineCalls } from '../first-calls/send-offline-calls.tsx';

/** Sends in the background what this device took without a connection. */
export const SendOfflineWork = () => (
  <>
    <SendOfflineCalls />
    <SendOfflineMoves />
  </>
);
