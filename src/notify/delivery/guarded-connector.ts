import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { webhookRules } from '../../domain/webhook-rules.js';
import {
  createAddressResolver,
  type AddressResolver,
  type ResolvedAddress,
} from './address-resolver.js';
import { isAddressLiteral, isPublicAddress, stripBrackets } from './public-address.js';
import { publicAddresses } from './url-guard.js';

/** No connection was made; `failure` is the reason in the delivery's log. */
export class ConnectRefusedError extends Error {
  readonly failure: ConnectFailure;

  constructor(failure: ConnectFailure, message: string) {
    super(message);
    this.name = 'ConnectRefusedError';
    this.failure = failure;
  }
}

export type ConnectFailure =
  | 'ADDRESS_NOT_PUBLIC'
  | 'CONNECT_TIMEOUT'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED';

export interface ConnectorOptions {
  /** Sandbox only: plain http to 127.0.0.1 or localhost. */
  readonly allowLoopbackHttp: boolean;
  readonly resolve?: AddressResolver;
  /** The time for name servers, TCP and TLS together. */
  readonly connectTimeoutMs?: number;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);
const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * A connector for an undici Agent through which no request can leave for anything but the public internet. The connector
 * sits below every request, because a check of the URL alone can be evaded by a name that changes its address later, and a
 * check in `lookup` alone is never asked for IP literals.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const resolve = options.resolve ?? createAddressResolver();
  const timeoutMs = options.connectTimeoutMs ?? webhookRules.connectTimeoutMs;
  const startTls = buildConnector({
    allowH2: false,
    minVersion: 'TLSv1.2',
    timeout: timeoutMs,
  });

  return (target, callback) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    void openSocket(target, options.allowLoopbackHttp, resolve, deadline).then(
      (socket) => {
        if (target.protocol === 'http:') return callback(null, socket);
        startTls({ ...target, httpSocket: socket }, (error, secured) => {
          if (error === null) return callback(null, secured);
          socket.destroy();
          callback(tlsError(error), null);
        });
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function openSocket(
  target: buildConnector.Options,
  allowLoopbackHttp: boolean,
  resolve: AddressResolver,
  deadline: AbortSignal,
): Promise<Socket> {
  if (allowLoopbackHttp && target.protocol === 'http:' && LOOPBACK_HOSTS.has(target.hostname)) {
    return dial(target.hostname, target.port || '80', LOOPBACK, isLoopback, deadline);
  }
  if (target.protocol !== 'https:') throw notPublic(target.hostname);
  const port = target.port || '443';
  if (isAddressLiteral(target.hostname)) {
    const address = stripBrackets(target.hostname);
    if (!isPublicAddress(address)) throw notPublic(address);
    return dial(address, port, [], isPublicAddress, deadline);
  }
  const addresses = await before(deadline, publicAddresses(target.hostname, resolve));
  if (addresses === undefined) throw notPublic(target.hostname);
  return dial(target.hostname, port, addresses, isPublicAddress, deadline);
}

/** Connects, and checks the address that answered before a single byte is written. */
function dial(
  host: string,
  port: string,
  addresses: readonly ResolvedAddress[],
  accepts: (address: string) => boolean,
  deadline: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({
      host,
      port: Number(port),
      noDelay: true,
      autoSelectFamily: true,
      lookup: answering(addresses),
    });
    const fail = (error: ConnectRefusedError): void => {
      deadline.removeEventListener('abort', expire);
      socket.destroy();
      reject(error);
    };
    const expire = (): void => fail(connectTimeout());
    deadline.addEventListener('abort', expire, { once: true });
    socket.once('error', (error) =>
      fail(new ConnectRefusedError('CONNECTION_FAILED', error.message)),
    );
    socket.once('connect', () => {
      if (!accepts(socket.remoteAddress ?? ''))
        return fail(notPublic(socket.remoteAddress ?? host));
      deadline.removeEventListener('abort', expire);
      resolve(socket);
    });
  });
}

/** A lookup that knows only these addresses: a name may change between the system resolver's answer and ours. */
function answering(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (hostname, { all }, done) => {
    const [first] = addresses;
    if (first === undefined) done(notPublic(hostname), '', 0);
    else if (all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}

function isLoopback(address: string): boolean {
  return LOOPBACK.some((loopback) => loopback.address === address);
}

async function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      deadline.addEventListener('abort', () => reject(connectTimeout()), { once: true });
    }),
  ]);
}

function notPublic(host: string): ConnectRefusedError {
  return new ConnectRefusedError('ADDRESS_NOT_PUBLIC', `${host} is not a public address`);
}

function connectTimeout(): ConnectRefusedError {
  return new ConnectRefusedError('CONNECT_TIMEOUT', 'no connection in time');
}

function tlsError(error: Error): ConnectRefusedError {
  const timedOut = 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT';
  return timedOut ? connectTimeout() : new ConnectRefusedError('TLS_FAILED', error.message);
}
