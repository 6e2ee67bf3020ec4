/** Requests of a container's own programs to the service in it, which speaks TLS when it is told to. */
import { readFileSync } from 'node:fs';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { parseArgs } from 'node:util';

const isSet = (name) => (process.env[name] ?? '') !== '';
const speaksTls = isSet('TLS_CERT_FILE');
const port = process.env.PORT || '8080';
// A service that listens at one address only does so at loopback, or at the pod's.
const host = ['', '0.0.0.0', '::'].includes(process.env.HOST ?? '') ? '127.0.0.1' : process.env.HOST;

/**
 * Reads the arguments of a program before it does anything; `--help` and anything unknown end it with its usage.
 * @returns the positional arguments, at most `most`
 */
export function argumentsOf(usage, most = 0) {
  try {
    const options = { help: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    if (positionals.length > most) throw new Error(`Unexpected argument '${positionals[most]}'`);
    return positionals;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

/** The shared secret, from the environment or from the file that it names. */
export const internalToken = () =>
  isSet('INTERNAL_TOKEN_FILE')
    ? readFileSync(process.env.INTERNAL_TOKEN_FILE, 'utf8').replace(/\r?\n$/, '')
    : process.env.INTERNAL_TOKEN;

/**
 * Asks the service of this container. Its certificate names the service, not this address, and may be signed by anybody:
 * nobody else is there to listen.
 * @returns status and text of the answer
 */
export function ask(path, { method = 'GET', headers, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const request = (speaksTls ? overHttps : overHttp)(
      {
        host,
        port,
        path,
        method,
        headers,
        ...(speaksTls && { rejectUnauthorized: false }),
        ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });
}
