import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOUD_URL } from './cloud';

/** A fault that the proxy returns without calling the emulator. */
export interface Fault {
  status: number;
  body: string;
}

/** The answer of AWS to throttled requests. */
export const THROTTLED: Fault = {
  status: 400,
  body: '<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>',
};

export const DENIED: Fault = {
  status: 403,
  body: '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not allowed</Message></Error></ErrorResponse>',
};

/** A proxy of the emulator that fails requests or changes responses on demand. */
export class FaultyProxy {
  /** Given a request (address, operation and body): the fault, or undefined to let it pass. */
  fault: (request: string) => Fault | undefined = () => undefined;
  /** Changes the emulator's response. */
  edit: (request: string, answer: string) => string = (_request, answer) => answer;
  /** All requests: address, operation and body. */
  readonly requests: string[] = [];
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { method = '', url = '', headers } = request;
    const asked = `${method} ${url} ${String(headers['x-amz-target'])} ${body}`;
    this.requests.push(asked);
    const fault = this.fault(asked);
    if (fault) {
      response.writeHead(fault.status, { 'content-type': 'text/xml' }).end(fault.body);
      return;
    }
    const { hostname, port } = new URL(CLOUD_URL);
    forward({ hostname, port, method, path: url, headers }, (answer) => {
      void textOf(answer).then((text) => {
        const edited = Buffer.from(this.edit(asked, text), 'latin1');
        const kept = { ...answer.headers, 'content-length': edited.length };
        response.writeHead(answer.statusCode ?? 502, kept).end(edited);
      });
    })
      .on('error', () => response.destroy())
      .end(Buffer.from(body, 'latin1'));
  }
}

/** Byte for byte: some bodies are binary. */
async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.toString('latin1');
  return text;
}
