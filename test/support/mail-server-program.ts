/**
 * A mail server that is a process of its own, so that it can be killed: `node mail-server-program.ts PORT FILE`. It writes a line of JSON
 * for each mail, `{"id", "to"}`, before it answers the final dot.
 */
import { appendFileSync } from 'node:fs';
import { argv } from 'node:process';
import { SMTPServer } from 'smtp-server';

const [port, file = ''] = argv.slice(2);

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, session, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const head = Buffer.concat(parts).toString('latin1').split('\r\n\r\n')[0] ?? '';
      const id = /^message-id: *(\S+)/im.exec(head)?.[1] ?? '';
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      appendFileSync(file, `${JSON.stringify({ id, to })}\n`);
      done();
    });
  },
});
// A client that is killed goes away in the middle.
server.on('error', () => {});
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
