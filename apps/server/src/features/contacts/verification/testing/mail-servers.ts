import { createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine and what it saw. */
export interface TestMailServer {
  readonly port: number;
  /** The recipients that it was asked about, oldest first; `DATA` for a mail. */
  readonly recipients: readonly string[];
  /** The most connections that were open at once, and how many there were in all. */
  readonly connections: { readonly peak: number; readonly total: number };
  close(): Promise<void>;
}

/** A refusal, as `550 5.1.1 No such user`. */
export type Refusal = readonly [code: number, text: string] | null;

/** A server that answers RCPT TO as `decide` says: null accepts. */
export async function startMailServer(
  decide: (address: string, times: number) => Refusal | Promise<Refusal>,
): Promise<TestMailServer> {
  const recipients: string[] = [];
  const connections = { peak: 0, total: 0 };
  let open = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect(_session, done) {
      open += 1;
      connections.total += 1;
      connections.peak = Math.max(connections.peak, open);
      done();
    },
    onClose() {
      open -= 1;
    },
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      const times = recipients.filter((each) => each === address).length;
      Promise.resolve(decide(address, times)).then((refusal) => {
        if (refusal === null) done();
        else done(Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }));
      }, done);
    },
    onData(stream, _session, done) {
      recipients.push('DATA');
      stream.on('end', done);
      stream.resume();
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(smtp.server.address()),
    recipients,
    connections,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

/** A server that does with each connection what the test says. */
export async function startRawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server.address()),
    openConnections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port');
  return address.port;
}
