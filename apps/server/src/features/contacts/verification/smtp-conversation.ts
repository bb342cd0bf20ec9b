import { once } from 'node:events';
import { connect } from 'node:net';
import type { EmailVerdictReason } from '#server/platform/email-verifier.ts';

/** The answer of a mail server. */
export interface SmtpReply {
  readonly code: number;
  /** The texts of its lines. */
  readonly text: string;
}

/** Why a conversation ended early. */
export class SmtpFailure extends Error {
  readonly reason: EmailVerdictReason;
  constructor(reason: EmailVerdictReason) {
    super(`The conversation with the mail server ended: ${reason}`);
    this.name = 'SmtpFailure';
    this.reason = reason;
  }
}

/** A conversation with one mail server. Its functions throw `SmtpFailure`, or the reason of the abort. */
export interface SmtpConversation {
  /** The greeting of the server. */
  greeting(): Promise<SmtpReply>;
  /** Sends a line, which has no line breaks, and returns the answer. */
  ask(line: string): Promise<SmtpReply>;
  /** Says QUIT and resolves once the connection is closed, at most a second later. */
  close(): Promise<void>;
}

/** More than any answer has; a server that sends more wants something else. */
const MAX_REPLY_CHARACTERS = 64 * 1024;
const CLOSE_MS = 1_000;
const REPLY_LINE = /^(\d{3})(?:([ -])(.*))?$/;

/** Connects to a mail server at an IP address. */
export function openConversation(options: {
  readonly address: string;
  readonly port: number;
  readonly connectMs: number;
  readonly commandMs: number;
  readonly conversationMs: number;
  readonly signal: AbortSignal;
}): SmtpConversation {
  const { signal } = options;
  const socket = connect({ host: options.address, port: options.port, autoSelectFamily: false });
  let received = '';
  let failure: Error | null = null;
  let wake: () => void = () => undefined;
  const fail = (error: Error) => {
    failure ??= error;
    socket.destroy();
    wake();
  };
  const onAbort = () => fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  const limit = setTimeout(() => fail(new SmtpFailure('timeout')), options.conversationMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  let isConnected = false;
  socket.on('connect', () => {
    isConnected = true;
    wake();
  });
  socket.on('error', () => fail(new SmtpFailure(isConnected ? 'connection-lost' : 'unreachable')));
  socket.on('close', () => {
    clearTimeout(limit);
    signal.removeEventListener('abort', onAbort);
    fail(new SmtpFailure('connection-lost'));
  });
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    if (received.length > MAX_REPLY_CHARACTERS) fail(new SmtpFailure('protocol-error'));
    wake();
  });

  /** Removes the next complete answer from what was received. */
  function takeReply(): SmtpReply | null {
    const texts: string[] = [];
    for (let start = 0; ; ) {
      const end = received.indexOf('\n', start);
      if (end < 0) return null;
      const parts = REPLY_LINE.exec(received.slice(start, end).replace(/\r$/, ''));
      if (parts === null) {
        fail(new SmtpFailure('protocol-error'));
        return null;
      }
      start = end + 1;
      texts.push(parts[3] ?? '');
      if (parts[2] === '-') continue;
      received = received.slice(start);
      return { code: Number(parts[1]), text: texts.join(' ') };
    }
  }

  async function waitFor<T>(ms: number, found: () => T | null, late: EmailVerdictReason): Promise<T> {
    const timer = setTimeout(() => fail(new SmtpFailure(late)), ms);
    try {
      for (;;) {
        const result = found();
        if (result !== null) return result;
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async greeting() {
      await waitFor(options.connectMs, () => (isConnected ? true : null), 'unreachable');
      return waitFor(options.commandMs, takeReply, 'timeout');
    },
    ask(line) {
      socket.write(`${line}\r\n`);
      return waitFor(options.commandMs, takeReply, 'timeout');
    },
    async close() {
      if (socket.closed) return;
      const closed = once(socket, 'close');
      const limit = setTimeout(() => socket.destroy(), CLOSE_MS);
      socket.end('QUIT\r\n');
      await closed;
      clearTimeout(limit);
    },
  };
}
