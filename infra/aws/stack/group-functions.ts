import type { Manifest } from '../../../functions/manifest.ts';
import { manifests } from '../../../functions/manifests.ts';
import { roleOf } from './names.ts';
import type { Environment } from './settings.ts';

/** A function as `serverless.yml` describes it. */
type ServerlessFunction = Readonly<Record<string, unknown>>;

/** The functions of the groups of endpoints, with the paths of the HTTP API that lead to them. */
export function groupFunctions(environment: Environment): Readonly<Record<string, ServerlessFunction>> {
  const { BUNDLES: bundles = 'dist/aws', SVC_BASE: base = '' } = environment;
  return Object.fromEntries(
    manifests.map(({ name, function: { paths, memoryMb, timeoutSeconds } }: Manifest) => [
      name,
      {
        handler: `${bundles}/${name}/index.handler`,
        role: roleOf(name),
        ...(memoryMb !== undefined && { memorySize: memoryMb }),
        ...(timeoutSeconds !== undefined && { timeout: timeoutSeconds }),
        environment: `\${self:custom.settings}`,
        package: { patterns: [`${bundles}/${name}/**`] },
        events: paths.map((path) => ({ httpApi: path === '*' ? '*' : { method: '*', path: base + path } })),
      },
    ]),
  );
}
