import { SendKeptMoves } from '../care/send-kept-moves.tsx';
import { SendKeptCalls } from '../first-calls/send-kept-calls.tsx';

/** Sends in the background what this device took without a connection. */
export const SendKept = () => (
  <>
    <SendKeptCalls />
    <SendKeptMoves />
  </>
);
