import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake of the Parameter Store of AWS Systems Manager, with parameters in memory. */
export type TestParameters = {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
};

/** @param parameters by name, to which PutParameter adds */
export async function startParameterStore(parameters: Map<string, string>): Promise<TestParameters> {
  const server = createServer(async (request, response) => {
    const input = JSON.parse((await request.toArray()).join(''));
    const answer = answerTo(parameters, String(request.headers['x-amz-target']), input);
    response.writeHead('__type' in answer ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens at a port
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** GetParameter and PutParameter (AWS Systems Manager API reference). */
function answerTo(
  parameters: Map<string, string>,
  action: string,
  { Name = '', Value = '', Overwrite = false }: { Name?: string; Value?: string; Overwrite?: boolean },
): object {
  if (action === 'AmazonSSM.GetParameter') {
    const found = parameters.get(Name);
    return found === undefined ? { __type: 'ParameterNotFound' } : { Parameter: { Name, Value: found } };
  }
  if (action !== 'AmazonSSM.PutParameter') return { __type: 'UnknownOperationException' };
  if (parameters.has(Name) && !Overwrite) return { __type: 'ParameterAlreadyExists' };
  parameters.set(Name, Value);
  return { Version: 1 };
}
