import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from './python.ts';

const run = promisify(execFile);

/** The validator, with the schemas of Kubernetes in it, and the requested version of Kubernetes. */
const VALIDATOR = 'kubernetes-validate==1.37.0';
const KUBERNETES = '1.34';

/** The tools that convert the output of kustomize into checked objects. */
export type KubernetesTools = { readonly python: string };

/** Finds `kubectl`, and the validator. @returns one sentence if either is absent */
export async function kubernetesTools(): Promise<KubernetesTools | { readonly absent: string }> {
  try {
    await run('kubectl', ['version', '--client']);
  } catch (error) {
    return { absent: `kubectl is not here: ${error}` };
  }
  const python = await pythonEnvironment(VALIDATOR);
  return 'absent' in python ? python : { python: join(python.bin, 'python') };
}

/** Reads YAML from the file, checks each document against the schemas, unknown members refused, and prints all as JSON. */
const CHECK = `
import json, sys, yaml, kubernetes_validate
documents = list(yaml.safe_load_all(open(sys.argv[1])))
for document in documents:
    kubernetes_validate.validate(document, '${KUBERNETES}', strict=True)
print(json.dumps(documents))
`;

/** An object of a manifest, typed by its kind. */
// biome-ignore lint/suspicious/noExplicitAny: manifests are looked into member by member
export type Manifest = { readonly kind: string; readonly [member: string]: any };

/** The objects that `kubectl apply --kustomize` would send. @throws Error when an object is not valid for Kubernetes */
export async function renderManifests({ python }: KubernetesTools, folder: string, place: string): Promise<Manifest[]> {
  const { stdout: rendered } = await run('kubectl', ['kustomize', folder]);
  const file = join(place, 'rendered.yaml');
  await writeFile(file, rendered);
  const { stdout } = await run(python, ['-c', CHECK, file]);
  return JSON.parse(stdout);
}
